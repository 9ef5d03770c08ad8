import ModelSQLite

/// A field that the current model cannot read.
struct ReadingFailure: CustomStringConvertible {
    var table: String
    var column: String
    var model: String
    var field: String
    var message: String

    var description: String { "\(model).\(field): \(message)" }
}

extension DatabasePool {
    /// What prevents a model from reading the rows of its table; nil if it reads all of them.
    func failure(reading model: any TableRecord.Type) throws -> ReadingFailure? {
        try read { db in try model.failure(db) }
    }
}

extension TableRecord {
    fileprivate static func failure(_ db: Database) throws -> ReadingFailure? {
        do {
            _ = try all(db)
            return nil
        } catch let error as SQLiteError {
            guard case .decoding(let failure) = error.kind else { throw error }
            let definition = table.definition
            let field = definition.columns.first { $0.name == failure.column }?.field ?? failure.column
            return ReadingFailure(
                table: definition.name, column: failure.column, model: definition.model, field: field,
                // The caller adds the model's name, and the rows of a test have no useful names.
                message: error.message.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? error.message)
        }
    }
}

extension StoredForm {
    /// Whether only the program can create its values.
    var isUnknown: Bool {
        if case .unknown = self { true } else { false }
    }
}

extension [String] {
    /// Each element once, at the position of its first occurrence.
    func uniqued() -> [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
