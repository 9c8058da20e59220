"""`manage.py check_sides`: name each deal that was played by others than the sides of its table."""

from django.core.management.base import BaseCommand, CommandError

from games.evening.sides import wrongly_paired
from games.models import Deal, Seat
from games.seat_numbers import SeatNumber


class Command(BaseCommand):
    help = (
        "Names each deal that is over in which people played as partners who are not of one side "
        "of their table (RULES.md 1.8). Put it right as any other wrong result."
    )

    def handle(self, *args: object, **options: object) -> None:
        sides: dict[int, dict[SeatNumber, int]] = {}
        for table, number, side in Seat.objects.exclude(side=None).values_list(
            "table", "number", "side"
        ):
            sides.setdefault(table, {})[number] = side or 0
        deals = Deal.objects.filter(table__in=sides, voided_at=None).exclude(settled_at=None)
        wrong = 0
        for deal in deals.select_related("table").order_by("table", "number").iterator():
            known, numbers = sides[deal.table_id], tuple(deal.seat_numbers)
            if wrongly_paired(deal.table.rules, known, numbers):
                wrong += 1
                self.stdout.write(f"Deal {deal.number} of {deal.table} (table {deal.table_id})")
        if wrong:
            raise CommandError(f"{wrong} deals were not played by the sides of their tables.")
        self.stdout.write("Every deal was played by the sides of its table.")
