"""Ways around Python: raw SQL against the ledger, each of which PostgreSQL itself must refuse.

The world of `tests.ledger.conftest` has a book with the purses `maire` (20 chips, of holder
`maire_holder`), `sean` (5) and the empty `nora` and `closed`, the accounts `bank` and `pool`, a
posted transfer `past` between Máire and Seán and its reversal; and another book, `elsewhere`,
with the purse `stranger` (7) and its transfer `foreign`.
"""

from dataclasses import dataclass


def transfer(
    reason: str = "stake", *, book: str = "book", key: str = "attack", **fields: str
) -> str:
    """A row of ledger_transfer without its legs; fields are SQL expressions."""
    row = {
        "book_id": f"%({book})s",
        "reason": f"'{reason}'",
        "key": f"'{key}'",
        "digest": "''",
        "memo": "''",
        "effective_at": "now()",
        "recorded_at": "now()",
        "xact": "pg_current_xact_id()::text::bigint",
    } | fields
    return (
        f"INSERT INTO public.ledger_transfer ({', '.join(row)}) VALUES ({', '.join(row.values())});"
    )


def legs(into: str = "currval('ledger_transfer_id_seq')", **chips: int) -> str:
    """Legs as `ledger_post` adds them, balances and all, without any of its checks."""
    values = ", ".join(f"(%({account})s, {count})" for account, count in chips.items())
    return f"""
        WITH leg (account_id, chips) AS (VALUES {values}), moved AS (
            UPDATE public.ledger_account AS account
            SET balance = balance + chips, version = version + 1
            FROM leg WHERE id = account_id RETURNING id, version, chips, balance
        )
        INSERT INTO public.ledger_entry (transfer_id, account_id, seq, chips, balance_after)
        SELECT {into}, id, version, chips, balance FROM moved;
    """


def bare_leg(account: str, *, seq: int, chips: int, balance_after: int) -> str:
    """A leg without the balance of its account."""
    return f"""
        INSERT INTO ledger_entry (transfer_id, account_id, seq, chips, balance_after) VALUES
        (currval('ledger_transfer_id_seq'), %({account})s, {seq}, {chips}, {balance_after});
    """


def post(*, reason: str = "stake", key: str = "attack", **chips: float) -> str:
    """A call of the function, which Python's own checks never saw."""
    values = ", ".join(f"%({account})s, {count}" for account, count in chips.items())
    return f"""
        SELECT * FROM ledger_post(jsonb_build_array(jsonb_build_object(
            'book', %(book)s, 'reason', '{reason}', 'key', '{key}', 'memo', '',
            'legs', jsonb_build_object({values})
        )), now());
    """


def account(kind: str = "purse", **fields: str) -> str:
    """A new account; fields are SQL expressions."""
    row = {
        "book_id": "%(book)s",
        "kind": f"'{kind}'",
        "name": "'Attack'",
        "balance": "0",
        "version": "0",
        "min_balance": "0",
    } | fields
    return f"INSERT INTO ledger_account ({', '.join(row)}) VALUES ({', '.join(row.values())});"


def shadow(table: str, lie: str) -> str:
    """A temporary table that would be found before the real one, and lies."""
    return f"""
        CREATE TEMPORARY TABLE {table} AS TABLE public.{table};
        UPDATE pg_temp.{table} SET {lie};
    """


@dataclass(frozen=True)
class Attack:
    """What is tried, and the words with which it is refused."""

    name: str
    sql: str
    refusal: str


NOW = "SET CONSTRAINTS ALL IMMEDIATE;"

ATTACKS = [
    # Chips from nowhere
    Attack("post with a sum", post(maire=-5, sean=6), "two legs"),
    Attack("post one leg", post(maire=5), "two legs"),
    Attack("post no leg", post(), "two legs"),
    Attack(
        "post an account twice",
        post(maire=-5, sean=-5).replace(
            "'legs', jsonb_build_object(",
            "'legs', jsonb_build_object('0%(maire)s', 5, '+%(sean)s', 5, ",
        ),
        "names each account once",
    ),
    Attack("post half a chip", post(maire=-0.5, sean=0.5), "invalid input syntax"),
    Attack("write a transfer without legs", transfer(), "does not have two legs"),
    Attack("write one leg of nothing", transfer() + legs(maire=0), "ledger_entry_moves"),
    Attack("write legs of nothing", transfer() + legs(maire=0, sean=0), "ledger_entry_moves"),
    Attack("write legs with a sum", transfer() + legs(maire=5, sean=-4), "with the sum 0"),
    Attack("write a leg on its own", transfer() + legs(maire=5), "with the sum 0"),
    # Chips that are not there
    Attack("overdraw by posting", post(maire=-21, sean=21), "needs 21 chips and has 20"),
    Attack("overdraw by writing", transfer() + legs(maire=-21, sean=21), "ledger_account_floor"),
    Attack("overdraw the pool", transfer() + legs(pool=-1, sean=1), "ledger_account_floor"),
    # Rewriting
    Attack("rewrite a transfer", "UPDATE ledger_transfer SET memo = 'no'", "only added to"),
    Attack("rewrite no row", "UPDATE ledger_entry SET chips = 1 WHERE false", "only added to"),
    Attack("rewrite a leg", "UPDATE ledger_entry SET chips = chips * 2", "only added to"),
    Attack(
        "rewrite by inserting",
        """INSERT INTO ledger_entry SELECT * FROM ledger_entry
        ON CONFLICT (id) DO UPDATE SET chips = 1""",
        "only added to",
    ),
    Attack(
        "rewrite by merging",
        """MERGE INTO ledger_entry AS entry USING (SELECT %(past)s AS id) AS one
        ON entry.transfer_id = one.id WHEN MATCHED THEN UPDATE SET chips = 0""",
        "only added to",
    ),
    # Deleting
    Attack("delete a leg", "DELETE FROM ledger_entry", "only added to"),
    Attack("delete a transfer", "DELETE FROM ledger_transfer", "only added to|foreign key"),
    Attack("empty the legs", "TRUNCATE ledger_entry", "only added to"),
    Attack("empty the transfers", "TRUNCATE ledger_transfer CASCADE", "only added to"),
    Attack("empty the books", "TRUNCATE ledger_book CASCADE", "only added to"),
    Attack("empty the transfers alone", "TRUNCATE ledger_transfer, ledger_seal", "only added to"),
    Attack("delete an account", "DELETE FROM ledger_account WHERE id = %(nora)s", "only added to"),
    Attack(
        "delete an account that has legs",
        "DELETE FROM ledger_account WHERE id = %(maire)s;" + NOW,
        "only added to",
    ),
    Attack("empty the accounts alone", "TRUNCATE ledger_account", "only added to|foreign key"),
    Attack("empty the accounts", "TRUNCATE ledger_account CASCADE", "only added to"),
    Attack("delete a book", "DELETE FROM ledger_book;" + NOW, "foreign key"),
    Attack("empty the books alone", "TRUNCATE ledger_book", "foreign key"),
    Attack("open an account in no book", account(book_id="999999"), "foreign key"),
    Attack("renumber a book", "UPDATE ledger_book SET id = -id;" + NOW, "foreign key"),
    Attack(
        "renumber an account",
        "UPDATE ledger_account SET id = -id WHERE id = %(nora)s",
        "its book, kind and holder stay",
    ),
    # Rows that belong to nothing; no foreign key looks after them
    Attack(
        "post in no book",
        post(maire=-5, sean=5).replace("%(book)s", "999999"),
        "the book has no account",
    ),
    Attack("write a transfer of no book", transfer(book_id="999999"), "does not have two legs"),
    Attack(
        "write a whole transfer of no book",
        transfer(book_id="999999") + legs(maire=-5, sean=5),
        "not in the book",
    ),
    # Between books
    Attack("post into another book", post(maire=-5, stranger=5), "has no account"),
    Attack("write into another book", transfer() + legs(maire=-5, stranger=5), "not in the book"),
    Attack(
        "move an account to another book",
        "UPDATE ledger_account SET book_id = %(elsewhere)s WHERE id = %(maire)s",
        "its book, kind and holder stay",
    ),
    Attack(
        "reverse a transfer of another book",
        transfer("reversal", memo="'why'", actor_id="%(holder)s", reverses_id="%(foreign)s")
        + legs(maire=-5, sean=5),
        "has no transfer",
    ),
    # Legs later
    Attack("add legs later", legs("%(past)s", nora=5, bank=-5), "not of this transaction"),
    Attack(
        "add legs after the check",
        transfer() + legs(maire=-5, sean=5) + NOW + legs(nora=5, bank=-5),
        "not written together",
    ),
    Attack(
        "add a leg twice",
        transfer()
        + legs(maire=-5, nora=5)
        + transfer(key="again")
        + bare_leg("maire", seq=4, chips=-5, balance_after=15).rstrip("; \n")
        + ", (currval('ledger_transfer_id_seq'), %(nora)s, 1, 5, 5);",
        "ledger_entry_seq",
    ),
    Attack(
        "add legs without their balances",
        transfer()
        + bare_leg("maire", seq=4, chips=-5, balance_after=15).rstrip("; \n")
        + ", (currval('ledger_transfer_id_seq'), %(nora)s, 1, 5, 5);",
        "does not agree with its newest leg",
    ),
    Attack(
        "leave a gap in the count of legs",
        transfer()
        + legs(maire=-5, nora=5).replace("version = version + 1", "version = version + 2"),
        "does not follow",
    ),
    Attack(
        "carry on from another balance",
        transfer()
        + legs(maire=-5, nora=5).replace("balance = balance + chips", "balance = balance + 1"),
        "does not follow",
    ),
    Attack("add legs to no transfer", legs("999999", maire=-5, nora=5), "not of this transaction"),
    Attack(
        "add a leg to no account",
        transfer()
        + legs(maire=-5).rstrip("; \n")
        + " UNION ALL SELECT currval('ledger_transfer_id_seq'), 999999, 1, 5, 5;",
        "not in the book",
    ),
    Attack("add legs to a closed account", transfer() + legs(maire=-5, closed=5), "closed_empty"),
    Attack("post to a closed account", post(maire=-5, closed=5), "is closed"),
    # Accounts
    Attack(
        "change a balance",
        "UPDATE ledger_account SET balance = balance + 1 WHERE id = %(maire)s",
        "not those of its newest leg",
    ),
    Attack(
        "change two balances",
        """UPDATE ledger_account SET balance = CASE id WHEN %(maire)s THEN 15 ELSE 10 END
        WHERE id IN (%(maire)s, %(sean)s)""",
        "not those of its newest leg",
    ),
    Attack(
        "change a version",
        "UPDATE ledger_account SET version = version + 1 WHERE id = %(nora)s",
        "not those of its newest leg",
    ),
    Attack(
        "go back to an older leg",
        """UPDATE ledger_account SET (version, balance) = (
            SELECT seq, balance_after FROM ledger_entry WHERE account_id = %(maire)s AND seq = 2
        ) WHERE id = %(maire)s""",
        "not those of its newest leg",
    ),
    Attack(
        "change a kind",
        "UPDATE ledger_account SET kind = 'bank', min_balance = NULL WHERE id = %(nora)s",
        "its book, kind and holder stay",
    ),
    Attack(
        "change a holder",
        "UPDATE ledger_account SET holder_id = %(holder)s WHERE id = %(maire)s",
        "its book, kind and holder stay",
    ),
    Attack(
        "take away a floor",
        "UPDATE ledger_account SET min_balance = NULL WHERE id = %(maire)s",
        "ledger_account_kind",
    ),
    Attack(
        "raise a floor above the balance",
        "UPDATE ledger_account SET min_balance = -1 WHERE id = %(pool)s",
        "ledger_account_kind",
    ),
    Attack(
        "close with chips",
        "UPDATE ledger_account SET closed_at = now() WHERE id = %(maire)s",
        "ledger_account_closed_empty",
    ),
    Attack(
        "open again",
        "UPDATE ledger_account SET closed_at = NULL WHERE id = %(closed)s",
        "closed it stays closed",
    ),
    Attack("open with chips", account(balance="100"), "opens empty"),
    Attack(
        "close the correction account",
        """UPDATE ledger_account SET closed_at = now()
        WHERE book_id = %(book)s AND kind = 'correction'""",
        "ledger_account_kind",
    ),
    Attack("open a rake", account("rake"), "ledger_account_kind"),
    Attack(
        "open a purse with a credit line",
        "SELECT ledger_open(%(book)s, 'purse', 'Rich', %(holder)s, -1000000)",
        "ledger_account_kind",
    ),
    Attack(
        "lower a floor",
        "UPDATE ledger_account SET min_balance = -1000 WHERE id = %(maire)s",
        "ledger_account_kind",
    ),
    Attack("open a purse without floor", account(min_balance="NULL"), "ledger_account_kind"),
    Attack("open a second bank", account("bank", min_balance="NULL"), "one_bank"),
    Attack("open a second correction", account("correction", min_balance="NULL"), "one_correction"),
    # Transfers
    Attack(
        "use a key again",
        transfer(key="past") + legs(maire=-5, sean=5),
        "ledger_transfer_key",
    ),
    Attack("post other chips under a key", post(key="past", maire=-6, sean=6), "another transfer"),
    Attack("leave out the key", transfer(key="") + legs(maire=-5, sean=5), "has_key"),
    Attack("make up a reason", transfer("rake") + legs(maire=-5, sean=5), "no app moves chips"),
    Attack(
        "adjust without a name",
        transfer("adjustment", memo="'why'") + legs(maire=-5, sean=5),
        "ledger_transfer_reason",
    ),
    Attack(
        "adjust without a word",
        transfer("adjustment", actor_id="%(holder)s") + legs(maire=-5, sean=5),
        "ledger_transfer_reason",
    ),
    Attack(
        "reverse nothing",
        transfer("reversal", memo="'why'", actor_id="%(holder)s") + legs(maire=-5, sean=5),
        "ledger_transfer_reason",
    ),
    Attack(
        "reverse without saying so",
        transfer(reverses_id="%(past)s") + legs(maire=-5, sean=5),
        "ledger_transfer_reason",
    ),
    Attack(
        "reverse twice",
        transfer("reversal", memo="'why'", actor_id="%(holder)s", reverses_id="%(past)s")
        + legs(maire=5, sean=-5),
        "reverses_id",
    ),
    Attack(
        "post at infinity",
        post(maire=-5, sean=5).replace("now()", "'infinity'"),
        "not between 2000 and 2100",
    ),
    Attack(
        "write a transfer at infinity",
        transfer(effective_at="'infinity'") + legs(maire=-5, sean=5),
        "ledger_transfer_moment",
    ),
    Attack(
        "write a transfer in the year 1",
        transfer(effective_at="'0001-01-01'") + legs(maire=-5, sean=5),
        "ledger_transfer_moment",
    ),
    Attack(
        "open a book at infinity",
        "SELECT ledger_open_book('New', 'infinity')",
        "ledger_book_moment",
    ),
    Attack(
        "close an account at infinity",
        "SELECT ledger_close(ARRAY[%(nora)s], 'infinity')",
        "ledger_account_kind",
    ),
    # Reasons
    Attack("post for a made-up reason", post(reason="rake", maire=-5, sean=5), "no app moves"),
    Attack(
        "forget a reason",
        "DELETE FROM ledger_transferreason WHERE name = 'prize'",
        "only added to",
    ),
    Attack("empty the reasons", "TRUNCATE ledger_transferreason", "only added to"),
    Attack(
        "rename a reason",
        "UPDATE ledger_transferreason SET name = 'rake' WHERE name = 'prize'",
        "only added to",
    ),
    # Seals and audits
    Attack("rewrite a seal", "UPDATE ledger_seal SET hash = ''", "only added to"),
    Attack("delete a seal", "DELETE FROM ledger_seal", "only added to"),
    Attack("empty the seals", "TRUNCATE ledger_seal", "only added to"),
    Attack(
        "buy in while the books are in doubt",
        "INSERT INTO ledger_audit (fault) VALUES ('entry 1 is wrong');"
        + post(reason="buy_in", maire=-5, sean=5),
        "in doubt",
    ),
    # Deceiving the functions with temporary tables of the same names
    Attack(
        "shadow the accounts of a posting",
        shadow("ledger_account", "balance = 1000") + post(maire=-1000, sean=1000),
        "needs 1000 chips and has 20",
    ),
    Attack(
        "shadow the legs that explain a balance",
        shadow("ledger_entry", "balance_after = 1000")
        + "UPDATE ledger_account SET balance = 1000 WHERE id = %(maire)s",
        "not those of its newest leg",
    ),
    Attack(
        "shadow the balance to carry on from",
        shadow("ledger_entry", "balance_after = 105")
        + transfer()
        + """INSERT INTO pg_temp.ledger_entry (transfer_id)
        SELECT currval('ledger_transfer_id_seq') FROM generate_series(1, 2);"""
        + legs(maire=-5, nora=5).replace(
            "balance + chips", "CASE account.id WHEN %(maire)s THEN 100 ELSE 5 END"
        ),
        "does not follow",
    ),
    Attack(
        "shadow the legs of a transfer",
        transfer()
        + shadow("ledger_entry", "transfer_id = currval('ledger_transfer_id_seq'), chips = 0"),
        "does not have two legs",
    ),
    Attack(
        "shadow the reasons",
        shadow("ledger_transferreason", "name = 'rake' WHERE name = 'prize'")
        + post(reason="rake", maire=-5, sean=5),
        "no app moves chips for the reason rake",
    ),
    Attack(
        "shadow the book of a transfer",
        shadow("ledger_transfer", "book_id = %(book)s")
        + transfer("reversal", memo="'why'", actor_id="%(holder)s", reverses_id="%(foreign)s")
        + legs(maire=-5, sean=5),
        "has no transfer",
    ),
]
