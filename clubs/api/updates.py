"""Lists of what changed since a program last asked."""

from django_filters import rest_framework as filters


class UpdatedFilters(filters.FilterSet):
    """Of rows that are `Updated`."""

    updated_since = filters.IsoDateTimeFilter(
        field_name="updated_at", lookup_expr="gte", help_text="Rows that changed then or later."
    )
