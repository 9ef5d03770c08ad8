import ModelSchemas
import ModelgenVerification

/// Something that a file has, and the imported models cannot express.
enum ImportNote: Hashable {
    typealias Kind = ModelSchemas.SchemaDifference.Kind

    /// What a clause of CREATE TABLE belongs to.
    enum Holder: Hashable {
        case column(String)
        case constraint, foreignKey
    }

    /// - Parameter reason: In the words of a message; nil if none has a counterpart in the models.
    case missing(Kind, String, reason: String?)
    case virtualTable(String)
    case refused(Kind, String, message: String)
    case collation(String)
    case clause(String, of: Holder)
    case keysWithNull
    case nullableKey(column: String)
    case foreignKey([String], to: String, obstacle: String)
    /// How the tables that the models create differ from the file.
    case difference(ModelSchemas.SchemaDifference)
    /// What is wrong with them.
    case problem(String)

    var text: String {
        switch self {
        case .missing(let kind, let name, let reason):
            "the \(kind.rawValue) `\(name)`" + (reason.map { ": \($0)" } ?? "")
        case .virtualTable(let name): "the virtual table `\(name)`"
        case .refused(let kind, let name, let message):
            "the \(kind.rawValue) `\(name)`, which SQLite refuses here: \(message)"
        case .collation(let name):
            "the collation `\(name)`, which SQLite does not have: the program must register it with "
                + "`sqlite3_create_collation_v2`, and the fields need `collate: \(name)`"
        case .clause(let sql, .column(let name)): "`\(sql)` of `\(name)`"
        case .clause(let sql, .constraint): "`\(sql)` of a constraint"
        case .clause(let sql, .foreignKey): "`\(sql)` of a foreign key"
        case .keysWithNull: "the primary key, in which rows have NULL: it is only unique here"
        case .nullableKey(let column): "`\(column)` can be NULL in the file"
        case .foreignKey(let columns, let table, let obstacle):
            "the foreign key (\(columns.map { "`\($0)`" }.joined(separator: ", "))) to `\(table)`: \(obstacle)"
        case .difference(let difference):
            "the \(difference.quotedSubject), which "
                + (difference.found.map { "is `\($0)` in the file" } ?? "is not in the file")
        case .problem(let message): message
        }
    }

    /// The kind of what the file has, if that could be an addition to the models.
    var missingKind: Kind? {
        switch self {
        case .missing(let kind, _, _), .refused(let kind, _, _): kind
        case .virtualTable: .table
        case .collation, .clause, .keysWithNull, .nullableKey, .foreignKey, .difference, .problem: nil
        }
    }

    /// Whether it is about this difference, in the same table.
    func covers(_ difference: ModelSchemas.SchemaDifference) -> Bool {
        let name = FoldedName(difference.name)
        switch (difference.kind, self) {
        case (.table, _), (.view, _): return true
        case (.column, .clause(_, .column(let column))), (.column, .nullableKey(let column)):
            return FoldedName(column) == name
        case (.column, .foreignKey(let columns, _, _)): return columns.map { FoldedName($0) }.contains(name)
        // A key in which rows have NULL is only unique in the models.
        case (.primaryKey, .keysWithNull), (.unique, .keysWithNull): return true
        case (.index, .missing(.index, let other, _)), (.index, .refused(.index, let other, _)),
            (.trigger, .missing(.trigger, let other, _)), (.trigger, .refused(.trigger, let other, _)):
            return FoldedName(other) == name
        // One of several may have been reported.
        case (.foreignKey, .foreignKey(let columns, _, _)):
            let own = difference.name.split(separator: ", ").map { FoldedName(String($0)) }
            return own.isEmpty || Set(own) == Set(columns.map { FoldedName($0) })
        case (.foreignKey, .clause(_, .foreignKey)): return true
        case (.column, _): return false
        case (_, .clause(_, .constraint)): return true
        case (.primaryKey, _), (.unique, _), (.index, _), (.trigger, _), (.foreignKey, _), (.check, _): return false
        }
    }
}
