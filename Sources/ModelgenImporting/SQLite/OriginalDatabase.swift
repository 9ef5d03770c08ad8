import ModelgenDatabase
import ModelgenSchema
import ModelgenVerification

/// The schema of a database file, recreated in memory, where SQLite can be asked about it.
struct OriginalDatabase {
    let facts: DatabaseFacts
    let database: MemoryDatabase
    /// The entries that SQLite accepts here, in order.
    private(set) var entries: [DatabaseFacts.Entry] = []
    /// The program's own collations, with the entries that were created without them.
    private(set) var collations: [(entry: DatabaseFacts.Entry, collation: String)] = []
    /// What could not be created, and why.
    private(set) var refused: [(entry: DatabaseFacts.Entry, reason: String)] = []

    init(_ facts: DatabaseFacts) throws(MemoryDatabase.Refusal) {
        self.facts = facts
        database = try MemoryDatabase()
        // A table may refer to one that is created later, but a trigger or an index may not.
        let order = ["table", "view", "index", "trigger"]
        let known = facts.entries.filter { !$0.sql.isEmpty && !Self.isInternal($0.name) }
        let virtual = known.filter { SchemaText.isVirtual($0.sql) }
        for entry in virtual { create(entry) }
        for type in order {
            for entry in known where entry.type == type && !SchemaText.isVirtual(entry.sql) {
                if isShadow(entry) { continue }
                create(entry)
            }
        }
    }

    private mutating func create(_ entry: DatabaseFacts.Entry) {
        // A file that someone tampered with could contain any statement.
        let words = sqlTokens(String(entry.sql.prefix(200))).filter { $0.kind != .space }
        guard words.first?.isWord("CREATE") == true, words.count > 2, !words.contains(where: { $0.isWord("TEMP") })
        else {
            refused.append((entry, "its SQL makes nothing"))
            return
        }
        do throws(MemoryDatabase.Refusal) {
            try database.run(entry.sql)
            entries.append(entry)
        } catch {
            guard let collation = Self.missingCollation(error.message),
                let plain = Self.leavingOut(collation, of: entry)
            else { return refused.append((entry, error.message)) }
            collations.append((entry, collation))
            create(plain)
        }
    }

    private static func missingCollation(_ message: String) -> String? {
        let head = "no such collation sequence: "
        return message.firstRange(of: head).map { String(message[$0.upperBound...]) }
    }

    /// The entry without `COLLATE NAME`; nil if that changes nothing.
    private static func leavingOut(_ collation: String, of entry: DatabaseFacts.Entry) -> DatabaseFacts.Entry? {
        var kept: [SQLToken] = []
        var plain = entry
        for token in sqlTokens(entry.sql) {
            let word = kept.lastIndex { $0.kind != .space }
            if token.name?.isName(collation) == true, let word, kept[word].isWord("COLLATE") {
                kept.removeSubrange(word...)
            } else {
                kept.append(token)
            }
        }
        plain.sql = kept.map(\.text).joined()
        return plain.sql == entry.sql ? nil : plain
    }

    /// A virtual table has already created its shadow tables.
    private func isShadow(_ entry: DatabaseFacts.Entry) -> Bool {
        guard entry.type == "table" else { return false }
        let made = try? database.rows(
            "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND lower(name) = lower(\(SQLLiteral.string(entry.name)))"
        )
        return made?.isEmpty == false
    }

    static func isInternal(_ name: String) -> Bool {
        let folded = name.folded
        return folded.hasPrefix("sqlite_") || folded.hasPrefix("modelgen_")
    }

    func rows(_ sql: String) -> [[SQLValue]] { (try? database.rows(sql)) ?? [] }
}
