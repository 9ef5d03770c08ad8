import ModelMigrations
import ModelSQLite
import ModelSchemas
import ModelStoredForms

/// How the values of a table's columns are written. SQLite's types do not tell, so the generator adds a note to the end
/// of each column: `"at" INTEGER NOT NULL /* Date by unixSeconds */`.
struct ColumnForms {
    /// The prefix of the keys of forms in the file.
    static let prefix = "form "

    let table: String
    private(set) var columns: [(name: String, text: String)] = []

    init(_ object: SchemaObject) {
        table = object.name
        let tokens = sqlTokens(object.sql)
        guard let body = tokens.body else { return }
        for definition in SchemaText.list(tokens[body]) {
            // The note is at the end of the definition. Comments in the user's SQL are inside parentheses.
            guard let name = definition.first(where: { $0.kind != .space })?.name,
                let comment = definition.last(where: { !$0.text.allSatisfy(\.isWhitespace) }),
                comment.text.hasPrefix("/*")
            else { continue }
            columns.append((name, String(comment.text.dropFirst(2).dropLast(2))))
        }
    }

    /// The forms as the file records them.
    var texts: [ExactText: String] {
        Dictionary(columns.map { (key(of: $0.name), $0.text) }) { first, _ in first }
    }

    func key(of column: String) -> ExactText {
        ExactText(Self.prefix(of: table) + column.folded.quotedForSQL)
    }

    /// The prefix of the keys of a table's columns.
    static func prefix(of table: String) -> String { "\(prefix)\(table.folded.quotedForSQL)." }
}

extension Migrator {
    /// Rejects rows with values that the models would misread, because the type of a column has changed.
    ///
    /// - Parameter earlier: The recorded forms.
    func check(_ forms: ColumnForms, since earlier: [ExactText: String], _ connection: Connection) throws {
        let present = try connection.columns(of: forms.table)
        for (column, text) in forms.columns where present.contains(where: { $0.isNamed(column) }) {
            guard let old = earlier[forms.key(of: column)].map(StoredForm.init(text:)) else { continue }
            let (new, name) = (StoredForm(text: text), column.quotedForSQL)
            let (condition, advice) =
                switch new.unreadable(old, column: name) {
                case .all: ("\(name) IS NOT NULL", "give the field another `column`, which `didMigrate` can fill")
                case .those(let condition):
                    (condition, "convert them in `willMigrate`, or give the field another `column`")
                case nil: ("0", "")
                }
            let rows = try connection.texts(
                "SELECT 1 FROM \(forms.table.quotedForSQL) WHERE \(condition) LIMIT 1")
            guard let problem = new.problem(reading: old), !rows.isEmpty else { continue }
            throw failure(
                .unreadable(table: forms.table, column: column),
                "rows of \(forms.table) have values of \(column) that \(schema.name) would read wrongly, because it "
                    + "\(problem); \(advice)")
        }
    }
}
