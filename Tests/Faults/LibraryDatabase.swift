import ModelAdoption
import ModelMigrationRows
import ModelMigrations
import ModelSQLite
import ModelTesting

/// The database that is migrated: version 2 adds a column and fills it, and changes each row of the other table; version
/// 3 rebuilds both tables, one of which refers to the other with a cascade that must not fire.
struct LibraryDatabase: MigratedDatabase {
    let pool: DatabasePool
    init(pool: DatabasePool) { self.pool = pool }

    static let steps = MigrationSteps([
        "fillSlugs": { db in
            try db.run("UPDATE books SET slug = lower(title) || id")
            try AuthorsRow.updateEach(db) { author in author.name += "!" }
        }
    ])

    /// As generated for steps in Swift.
    struct AuthorsRow: MigrationRow {
        static let table = Table<AuthorsRow>("authors", "id", "name", primaryKey: ["id"])
        let id: Int64
        var name: String

        init(fields columns: inout RowReader) throws {
            id = try columns.field()
            name = try columns.field()
        }

        func write(fields statement: inout RecordStatement) {
            statement.field(id)
            statement.field(name)
        }
    }

    static func fill(_ db: Database, rows: Int) throws {
        // More than are changed at once.
        for author in 1...1200 {
            try db.run("INSERT INTO authors (id, name) VALUES (\(author), \("Author \(author)"))")
        }
        for book in 1...rows {
            let text = String(repeating: "\(book) ", count: book % 60)
            try db.run(
                "INSERT INTO books (author_id, title, text) VALUES (\(book % 20 + 1), \("Title \(book)"), \(text))")
        }
        // The counter of the key is higher than every key.
        try db.run("DELETE FROM books WHERE id = \(rows)")
    }

    private static let index = "CREATE INDEX books_by_author ON books (author_id)"
    private static let trigger = """
        CREATE TRIGGER books_titled AFTER UPDATE OF title ON books BEGIN SELECT raise(ABORT, 'no new titles'); END
        """

    static let schema = DatabaseSchema(
        "Library",
        version: 3,
        applicationID: 0x4d47_1002,
        create: ["CREATE TABLE unused (id INTEGER PRIMARY KEY NOT NULL)"],
        migrations: [
            DatabaseMigration(to: 2, ["ALTER TABLE books ADD COLUMN slug TEXT", .swift("fillSlugs")]),
            DatabaseMigration(
                to: 3,
                [
                    .rebuild(
                        TableRebuild(
                            table: "authors",
                            create: """
                                CREATE TABLE modelgen_new_authors (id INTEGER PRIMARY KEY NOT NULL, name TEXT NOT NULL, \
                                books INTEGER NOT NULL DEFAULT 0)
                                """,
                            copy: "INSERT INTO modelgen_new_authors (id, name) SELECT id, name FROM authors"
                        )
                    ),
                    .rebuild(
                        TableRebuild(
                            table: "books",
                            create: """
                                CREATE TABLE modelgen_new_books (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, \
                                author_id INTEGER NOT NULL REFERENCES authors (id) ON DELETE CASCADE, \
                                title TEXT NOT NULL, text TEXT NOT NULL, slug TEXT NOT NULL)
                                """,
                            copy: """
                                INSERT INTO modelgen_new_books (id, author_id, title, text, slug) \
                                SELECT id, author_id, title, text, slug FROM books
                                """,
                            counter: .kept
                        )
                    ),
                ]
            ),
        ],
        adoptable: [AdoptableVersion(1, create: initial)]
    )

    static let earliestVersion: EarliestVersion? = EarliestVersion(1, create: initial)

    private static let initial = [
        "CREATE TABLE authors (id INTEGER PRIMARY KEY NOT NULL, name TEXT NOT NULL)",
        """
        CREATE TABLE books (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, \
        author_id INTEGER NOT NULL REFERENCES authors (id) ON DELETE CASCADE, \
        title TEXT NOT NULL, text TEXT NOT NULL)
        """,
        index, trigger,
    ]
}
