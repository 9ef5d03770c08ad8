import ModelSchemas
import ModelgenDatabase
import ModelgenPlanning
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
        let shadows = SchemaFacts.shadows(of: facts.entries.map { ($0.name, $0.sql) })
        let known = facts.entries.filter { entry in
            !entry.sql.isEmpty && !shadows.contains(FoldedName(entry.table))
                && (!Self.isInternal(entry.name) || SchemaFacts.isReplaced(entry.name))
        }
        let virtual = known.filter { SchemaText.isVirtual($0.sql) }
        for entry in virtual { create(entry) }
        for type in order {
            for entry in known where entry.type == type && !SchemaText.isVirtual(entry.sql) {
                if has(entry) { continue }
                create(entry)
            }
        }
        entries.removeAll { Self.isInternal($0.name) }
    }

    private mutating func create(_ entry: DatabaseFacts.Entry) {
        // A file that someone tampered with could contain any statement.
        let first = sqlTokens(String(entry.sql.prefix(200))).first { $0.kind != .space }
        guard first?.isWord("CREATE") == true else { return refused.append((entry, "its SQL does not create it")) }
        do throws(MemoryDatabase.Refusal) {
            try database.run(entry.sql)
            guard has(entry) else { return refused.append((entry, "its SQL does not create it")) }
            // SQLite looks for the columns of a view when it is used.
            if entry.type == "view" { _ = try database.describe("SELECT * FROM \(SQLName(entry.name).quoted)") }
            entries.append(entry)
        } catch {
            if let plain = Self.quotingStrings(error.message, in: entry) {
                if entry.type == "view" { _ = try? database.run("DROP VIEW \(SQLName(entry.name).quoted)") }
                return create(plain)
            }
            // That it cannot be used is reported later, with what else is missing.
            if entry.type == "view", has(entry) { return entries.append(entry) }
            guard let collation = Self.missingCollation(error.message),
                let plain = Self.leavingOut(collation, of: entry)
            else { return refused.append((entry, error.message)) }
            collations.append((entry, collation))
            create(plain)
        }
    }

    /// The entry with a string for a double-quoted name that names no column, as SQLite reads it unless it is told not
    /// to (https://www.sqlite.org/quirks.html#dblquote); nil if the message is about something else. Models are always
    /// strict.
    private static func quotingStrings(_ message: String, in entry: DatabaseFacts.Entry) -> DatabaseFacts.Entry? {
        guard let head = message.firstRange(of: "no such column: ") else { return nil }
        let subject = message[head.upperBound...]
        var plain = entry
        plain.sql = sqlTokens(entry.sql).map { token in
            guard token.kind == .quotedName, token.text.hasPrefix("\""), let name = token.name,
                // Newer versions quote the name, and ask whether it should be a string.
                subject == name || subject.hasPrefix(token.text)
            else { return token.text }
            return SQLLiteral.string(name)
        }.joined()
        return plain.sql == entry.sql ? nil : plain
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

    /// Whether there is such an entry. A virtual table creates its shadow tables.
    private func has(_ entry: DatabaseFacts.Entry) -> Bool {
        let (type, name) = (SQLLiteral.string(entry.type), SQLLiteral.string(entry.name))
        return !rows("SELECT 1 FROM sqlite_schema WHERE type = \(type) AND lower(name) = lower(\(name))").isEmpty
    }

    /// Whether a name is that of a view or of a table.
    func kind(of name: String) -> SchemaDifference.Kind {
        entries.contains { $0.type == "view" && $0.name == name } ? .view : .table
    }

    static func isInternal(_ name: String) -> Bool {
        let folded = name.folded
        return folded.hasPrefix("sqlite_") || folded.hasPrefix("modelgen_")
    }

    /// The column of a table behind each column of a view; nil for one that is computed.
    func origins(of view: String, _ select: String) -> [ResultColumn.Origin?] {
        (try? database.columns(ofView: SQLName(view), select))?.map(\.origin) ?? []
    }

    func rows(_ sql: String) -> [[SQLValue]] { (try? database.rows(sql)) ?? [] }
}
