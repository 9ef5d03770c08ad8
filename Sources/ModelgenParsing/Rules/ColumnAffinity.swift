import ModelgenDiagnostics
import ModelgenSchema

/// A column preserves what its field stores.
package enum ColumnAffinity: RunRule {
    package static let entry = RuleEntry(
        id: "column-affinity",
        summary: "A `columnType` is the name of a type that preserves the field's values.",
        explanation: """
            SQLite derives a column's affinity from the name of its type (https://www.sqlite.org/datatype3.html,
            section 3.1): a string in a column of type `TEXT` or `VARCHAR(9)` stays a string, in one of type `NUMERIC`
            or `DATETIME` it becomes a number if it looks like one, and an integer in a `TEXT` column becomes a
            string. Such a value could not be read back. A string in a numeric column is a warning, because only some
            strings look like numbers; there is none for a column of another program's file that the database adopts. A
            key assigned by the database must be `INTEGER`. Constraints have separate keys: `check`, `default`,
            `collate`. A type of another program that SQLite only accepts in double quotes is written with them:
            `'"ENUM(''a'', ''b'')"'`.
            """,
        example: """
             database: { name: Map }
             models:
               City:
                 primaryKey: id
            -    fields: { id: Int64, code: { type: Int, columnType: VARCHAR(9) } }
            +    fields: { id: Int64, code: { type: Int, columnType: BIGINT } }
            """
    )

    static func check(_ run: Resolver) -> [Diagnostic] {
        run.ownSubjects.flatMap { check($0, run) }
    }

    private static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        guard let table = subject.model.table else { return [] }
        return subject.fields.compactMap { item in
            guard let node = item.entries?[.columnType], let type = item.field.column?.declaredType else { return nil }
            guard isTypeName(type) else {
                return report(
                    "`\(type)` is not the name of a type", do: "write a name, such as `VARCHAR(9)`", at: node.range)
            }
            if table.primaryKey == [item.field.name], item.field.isAssignedByDatabase,
                type.uppercased() != "INTEGER"
            {
                return report(
                    "a key assigned by the database must have the type INTEGER", do: "remove the `columnType`",
                    at: node.range)
            }
            // A STRICT table has its own list of types, which SQLite checks.
            if table.isStrict { return nil }
            let stored = run.columnStorage.storageClass(of: item.field)
            let affinity = ModelSchemas.ColumnAffinity(declared: type)
            guard !affinity.keeps(stored, item.field, run) else { return nil }
            var finding = report(
                "`\(item.field.name)` is stored as \(stored.rawValue), but a column of type \(type) converts it to "
                    + affinity.result,
                do: "use a type such as \(stored.rawValue)", at: node.range)
            if stored == .text {
                let adopted = run.databases[table.database.text]?.adopt.max() ?? 0
                if item.field.since <= adopted { return nil }
                // Most strings survive.
                finding.severity = .warning
            }
            return finding
        }
    }

    /// Whether a column of that type converts strings that look like numbers to numbers.
    package static func convertsStrings(_ declared: String) -> Bool {
        switch ModelSchemas.ColumnAffinity(declared: declared) {
        case .integer, .real, .numeric: true
        case .text, .blob: false
        }
    }

    /// The declared type of a column of another program as it is written: in quotes, if it is not the name of a type.
    package static func typeName(for declared: String) -> String {
        isTypeName(declared) ? declared : SQLName(declared).inQuotes
    }

    /// Words, followed by one or two numbers in parentheses (https://www.sqlite.org/syntax/type-name.html), or anything
    /// else in double quotes.
    private static func isTypeName(_ text: String) -> Bool {
        if let name = sqlTokens(text).first?.name, SQLName(name).inQuotes == text {
            return !name.unicodeScalars.contains { $0.value < 0x20 } && !isTypeName(name)
        }
        var tokens = sqlTokens(text).filter { $0.kind != .space }[...]
        guard !sqlTokens(text).contains(where: { $0.kind == .space && $0.text.contains { !$0.isWhitespace } }) else {
            return false
        }
        let words = tokens.prefix { $0.kind == .word && SQLName($0.text).quoted == $0.text }
        tokens = tokens.dropFirst(words.count)
        // A column does not need a type.
        guard !words.isEmpty else { return text.isEmpty }
        if tokens.isEmpty { return true }
        let inner = tokens.dropFirst().dropLast()
        let numbers = inner.split { $0.isSymbol(",") }
        return tokens.first?.isSymbol("(") == true && tokens.last?.isSymbol(")") == true
            && (1...2).contains(numbers.count)
            && numbers.allSatisfy { $0.count == 1 && $0.first?.kind == .number }
            && inner.count == 2 * numbers.count - 1
    }

    /// Whether the field's text always contains something that no number has: a dash between digits, a brace.
    fileprivate static func neverLooksLikeANumber(_ field: Field, _ run: Resolver) -> Bool {
        guard let use = field.transformer?.sqlite else {
            return switch field.type.unwrapped {
            case .scalar(let scalar): scalar == .uuid
            // Without a discriminator, a union may be a number.
            case .model(let name): run.model(name).map { $0.oneOf.isEmpty || $0.json.discriminator != nil } ?? false
            case .list, .set, .dictionary: true
            case .enumeration, .external, .geometry, .optional: false
            }
        }
        return switch use {
        case .builtIn(.rfc3339), .builtIn(.iso8601): true
        // Blanks around a number and a sign before it are part of it.
        case .builtIn(.dateFormat(let format)):
            format.filter { $0 != "'" }.trimmed.drop { "-+".contains($0) }.contains { "-/: ".contains($0) }
        case .builtIn, .declared: false
        }
    }
}

extension ModelSchemas.ColumnAffinity {
    /// What happens to a value that is not preserved.
    fileprivate var result: String {
        switch self {
        case .text: "a string"
        case .integer, .real, .numeric: "a number if possible"
        case .blob: "itself"
        }
    }

    fileprivate func keeps(_ stored: StorageClass, _ field: Field, _ run: Resolver) -> Bool {
        switch (self, stored) {
        case (.blob, _), (_, .blob): true
        case (.integer, .integer), (.numeric, .integer), (.text, .text), (.real, .real): true
        // A whole number is stored as INTEGER there, and read back as a double.
        case (.integer, .real), (.numeric, .real): true
        // A `Decimal` reads numbers. SQLite converts a string only if its first 15 digits preserve it.
        case (.numeric, .text), (.integer, .text):
            field.type.unwrapped == .scalar(.decimal)
                || ModelgenParsing.ColumnAffinity.neverLooksLikeANumber(field, run)
        case (.real, .integer), (.real, .text), (.text, .integer), (.text, .real): false
        }
    }
}
