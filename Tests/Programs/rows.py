"""Reads the rows of a SQLite file independently of modelgen.

    python3 rows.py make SQL FILE        creates a file from a script
    python3 rows.py empty FILE COPY      copies a file without its rows
    python3 rows.py compare FILE COPY    prints the tables whose rows differ, and the number of rows
"""
import collections, json, pathlib, sqlite3, sys

def quoted(name): return '"' + name.replace('"', '""') + '"'


def opened(path):
    database = sqlite3.connect(path, isolation_level=None)
    # A program's own collations are not needed: Python compares the rows.
    database.create_collation("unicase", lambda a, b: (a.lower() > b.lower()) - (a.lower() < b.lower()))
    database.text_factory = bytes
    return database


def tables(database):
    made = database.execute("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
    return [name.decode() for name, in made.fetchall()]


def rows(database, table):
    columns = [name.decode() for name, in database.execute("SELECT name FROM pragma_table_info(?)", (table,)).fetchall()]
    def meaning(value):
        # JSON is written without spaces.
        if not isinstance(value, bytes) or value[:1] not in (b"{", b"["): return value
        try: return json.dumps(json.loads(value), sort_keys=True)
        except ValueError: return value
    pairs = ", ".join(f"typeof({quoted(c)}), {quoted(c)}" for c in columns)
    found = database.execute(f"SELECT {pairs} FROM {quoted(table)}").fetchall()
    return collections.Counter(tuple(map(meaning, row)) for row in found)


def emptied(original, copy):
    """Creates a copy without rows, and without triggers, which would run for every row written to it."""
    # With SQLite, which also reads the journal.
    with sqlite3.connect(original) as source, sqlite3.connect(copy) as target: source.backup(target)
    database = opened(copy)
    for name, in database.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
        database.execute(f"DROP TRIGGER {quoted(name.decode())}")
    database.execute("PRAGMA foreign_keys = OFF")
    for table in tables(database): database.execute(f"DELETE FROM {quoted(table)}")
    database.close()


def different(original, copy):
    """The tables whose rows differ, and the total number of rows. Recreates the triggers first."""
    before, after = opened(original), opened(copy)
    for sql, in before.execute("SELECT sql FROM sqlite_schema WHERE type = 'trigger'").fetchall(): after.execute(sql.decode())
    found = {table: (rows(before, table), rows(after, table)) for table in tables(before)}
    before.close(); after.close()
    return [table for table, (one, other) in found.items() if one != other], sum(one.total() for one, _ in found.values())


if __name__ == "__main__":
    verb, first, second = sys.argv[1:]
    if verb == "make":
        with sqlite3.connect(second) as database: database.executescript(pathlib.Path(first).read_text())
    elif verb == "empty": emptied(first, second)
    else:
        tables_, count = different(first, second)
        print(f"{count} rows, different: {', '.join(tables_) or 'none'}")
