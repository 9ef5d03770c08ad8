import ModelgenDatabase
import ModelgenFiles
import ModelgenSchema

extension [PlannedDatabase] {
    /// The database that a command applies to: the named one, or the only one.
    func chosen(_ database: String?) throws -> PlannedDatabase {
        let names = map(\.name.text).joined(separator: ", ")
        guard let first else {
            throw CommandFailure.input("these models have no database; add a `table` to one of them")
        }
        guard let database else {
            guard count == 1 else {
                throw CommandFailure.usage("there are several databases (\(names)); add --database NAME")
            }
            return first
        }
        guard let found = self.first(where: { $0.name.text == database }) else {
            throw CommandFailure.usage("unknown database `\(database)`; the databases are \(names)")
        }
        return found
    }
}

extension PlannedDatabase {
    /// `` `Blog`, which has 1 to 4 ``
    var range: String {
        version > database.oldest
            ? "`\(name)`, which has \(database.oldest) to \(version)" : "`\(name)`, which has \(version)"
    }
}
