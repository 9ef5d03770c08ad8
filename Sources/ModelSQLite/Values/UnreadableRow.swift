import CModelSQLite
import ModelRuntime

extension Row {
    /// Adds the model, the key and the SQL to the error of a row that cannot be read, unless it already has them.
    @usableFromInline @inline(never) package func located<Model>(_ error: any Error, _ model: Model.Type) -> any Error {
        guard var failure = error as? SQLiteError, case .decoding(var decoding) = failure.kind, failure.sql == nil
        else {
            return error
        }
        failure.sql = sqlite3_sql(statement).map { String(cString: $0) }
        decoding.model = String(describing: model)
        var place = ""
        if let record = model as? any TableRecord.Type {
            decoding.row = key(of: record)
            place = " (table \(record.definition.name)\(decoding.row.isEmpty ? "" : ", \(decoding.row)"))"
        }
        failure.kind = .decoding(decoding)
        failure.message = "\(decoding.model)\(place): \(failure.message)"
        return failure
    }

    /// The key of the row, if these columns are those of a record; otherwise, an empty string.
    private func key(of record: any TableRecord.Type) -> String {
        let table = record.definition
        let parts = table.keys.compactMap { place -> String? in
            let column = table.columns[place]
            guard name(place).isName(column.name), let value = try? self.column(place).value() else { return nil }
            return "\(column.name) \(record.isSensitive(column) ? "***" : value.literal)"
        }
        return parts.count == table.keys.count ? parts.joined(separator: ", ") : ""
    }
}

extension TableRecord {
    fileprivate static var definition: TableDefinition { table.definition }

    /// Whether errors hide the values of a column: if its field is sensitive; or, if JSON does not tell, if the row's
    /// mirror hides any value.
    package static func isSensitive(_ column: TableColumn) -> Bool {
        let field = (self as? any JSONModel.Type)?.jsonFields.fields.first { $0.name == column.field }
        return field?.traits.contains(.sensitive) ?? (self is any CustomReflectable.Type)
    }
}

extension DatabaseValue {
    /// The value as written in SQL.
    fileprivate var literal: String {
        switch self {
        case .null: "NULL"
        case .integer(let value): "\(value)"
        case .real(let value): "\(value)"
        case .text(let text): text.literalForSQL
        case .malformedText: "that is not valid UTF-8"
        case .blob(let bytes): "x'\(bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())'"
        }
    }
}
