import ModelgenDatabase
import ModelgenFiles
import ModelgenSchema

extension [PlannedDatabase] {
    /// The one that a command is about: that name, or the only one.
    func chosen(_ database: String?) throws -> PlannedDatabase {
        let names = map(\.plan.database.text).joined(separator: ", ")
        guard let first else {
            throw CommandFailure.input("these models have no database; give one of them a 'table'")
        }
        guard let database else {
            guard count == 1 else {
                throw CommandFailure.usage("there are several databases (\(names)); add --database NAME")
            }
            return first
        }
        guard let found = self.first(where: { $0.plan.database.text == database }) else {
            throw CommandFailure.usage("there is no database '\(database)'; there is \(names)")
        }
        return found
    }
}

extension PlannedDatabase {
    /// `Blog, which has 1 to 4`
    var range: String {
        let versions = shapes.map(\.version)
        guard let first = versions.first, let last = versions.last, first < last else {
            return "\(plan.database), which has \(plan.version)"
        }
        return "\(plan.database), which has \(first) to \(last)"
    }
}
