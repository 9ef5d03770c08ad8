import ModelAdoption
import ModelMigrations
import ModelSQLite

/// A database with three versions: the second adds a column, the third rebuilds both tables.
struct StoreDatabase: SQLiteDatabase {
    let pool: DatabasePool
    init(pool: DatabasePool) { self.pool = pool }

    static let first = [
        """
        CREATE TABLE shelves (
            id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE, place TEXT DEFAULT 'left', CHECK (length(name) > 0)
        )
        """,
        """
        CREATE TABLE items (
            id INTEGER PRIMARY KEY, shelf_id INTEGER NOT NULL REFERENCES shelves (id) ON DELETE CASCADE,
            title TEXT NOT NULL, price REAL, folded TEXT GENERATED ALWAYS AS (lower(title)) VIRTUAL
        )
        """,
        "CREATE UNIQUE INDEX items_once ON items (shelf_id, title)",
        "CREATE INDEX items_by_price ON items (price DESC)",
        "CREATE VIEW cheap AS SELECT id, title FROM items WHERE price < 10",
    ]

    static func described(_ version: Int, ownership: FileOwnership = .applicationID) -> DatabaseSchema {
        DatabaseSchema(
            "Store", version: version, applicationID: 0x4d47_3001, ownership: ownership,
            create: version == 1 ? first : ["CREATE TABLE unused (id INTEGER)"],
            migrations: [
                DatabaseMigration(to: 2, ["ALTER TABLE items ADD COLUMN note TEXT"]),
                DatabaseMigration(
                    to: 3,
                    [
                        "DROP VIEW cheap",
                        .rebuild(
                            TableRebuild(
                                table: "shelves",
                                create: """
                                    CREATE TABLE modelgen_new_shelves (
                                        id INTEGER PRIMARY KEY, name TEXT NOT NULL, CHECK (length(name) > 0)
                                    )
                                    """,
                                copy: "INSERT INTO modelgen_new_shelves (id, name) SELECT id, name FROM shelves",
                                dropping: ["place"])),
                        .rebuild(
                            TableRebuild(
                                table: "items",
                                create: """
                                    CREATE TABLE modelgen_new_items (
                                        id INTEGER PRIMARY KEY,
                                        shelf_id INTEGER NOT NULL REFERENCES shelves (id) ON DELETE CASCADE,
                                        title TEXT NOT NULL, price REAL NOT NULL, note TEXT
                                    )
                                    """,
                                copy: """
                                    INSERT INTO modelgen_new_items (id, shelf_id, title, price, note)
                                    SELECT id, shelf_id, title, ifnull(price, (SELECT 0 FROM shelves)), note FROM items
                                    """,
                                dropping: ["folded"])),
                        "CREATE UNIQUE INDEX items_once ON items (shelf_id, title)",
                        "CREATE INDEX items_by_price ON items (price DESC)",
                    ]),
            ],
            adoptable: [AdoptableVersion(1, create: first), AdoptableVersion(2, create: second)])
    }

    static let second =
        first.map { $0.replacingOccurrences(of: "price REAL, folded", with: "price REAL, note TEXT, folded") }
    static let schema = described(3)

    static let rows = """
        INSERT INTO shelves (id, name) VALUES (1, 'Up'), (2, 'Down');
        INSERT INTO items (id, shelf_id, title, price) VALUES (1, 1, 'Pen', 2.5), (2, 1, 'Ink', NULL), (9, 2, 'Cup', 12);
        """

    /// As another program created it: different SQL with the same meaning.
    static let brought = """
        create table Shelves (
            id integer not null primary key, -- a comment
            name varchar(40) collate nocase not null check ((length( name ) > 0)), place text default "left"
        );
        CREATE TABLE [items] (
            id INTEGER PRIMARY KEY, "shelf_id" BIGINT NOT NULL, `title` VARCHAR NOT NULL, price DOUBLE PRECISION DEFAULT NULL,
            folded TEXT AS (lower("title")), UNIQUE (shelf_id, title),
            FOREIGN KEY (shelf_id) REFERENCES shelves ON DELETE CASCADE
        );
        CREATE INDEX items_by_price ON items (price desc);
        CREATE VIEW cheap AS
            SELECT id, title FROM "items" WHERE (price < 10);
        """.replacingOccurrences(of: "WHERE (price < 10)", with: "WHERE price < 10")
}
