import Foundation
import ModelgenCore
import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenVerification
import Testing

@Suite("Proposals in messages, applied unchanged")
struct EditedSchemaTests {
    /// Applies the messages about an edited schema one by one, until there are none.
    private struct Course {
        var edits: [String] = []
        var told: [String] = []
        var text = ""
        var problem: String?
        var databases: [PlannedDatabase] = []
        /// Whether its only problems are about the release.
        var isValid = true
    }

    private static let rules: Set<String> = ["released-version-changed", "stored-form-changed"]
    private static let count = 80

    private func file(_ text: String) -> [SourceFile] { [SourceFile(path: "m.model.yaml", text: text)] }

    private func course(seed: UInt64, _ pipeline: Pipeline) -> Course {
        var schema = EditedSchema(seed: seed)
        var course = Course()
        let released = pipeline.release(file(schema.yaml().text), lock: nil)
        guard let lock = released.lock.map({ SourceFile(path: "modelgen.lock", text: $0) }) else {
            course.problem = "not released: \(released.diagnostics.map(\.message))"
            return course
        }
        for _ in 0..<1 + seed % 3 { course.edits.append(schema.edit()) }
        for round in 0..<6 {
            let (text, lines) = schema.yaml()
            course.text = text
            let analysis = pipeline.analyse(file(text), lock: lock, for: .checking)
            let errors = analysis.diagnostics.errors
            if errors.isEmpty {
                course.databases = analysis.models?.databases ?? []
                return course
            }
            if round == 0, !errors.allSatisfy({ Self.rules.contains($0.rule) }) {
                course.isValid = false
                return course
            }
            course.told += errors.map(\.message)
            for error in errors {
                let line = error.range.map { $0.file.lines.location(at: $0.start).line } ?? 1
                let place = lines.indices.contains(line - 1) ? lines[line - 1] : (model: nil, field: nil)
                if !schema.apply(error.message, model: place.model, field: place.field) {
                    course.problem = "proposes nothing: [\(error.rule)] \(error.message)"
                    return course
                }
            }
        }
        course.problem = "still told"
        return course
    }

    @Test("every proposal passes, and rows are only lost where the message says so") func proposals() throws {
        let pipeline = try Pipeline.plain()
        let courses = Array(1...Self.count).concurrentMap { course(seed: UInt64($0), pipeline) }
        #expect(courses.count(where: \.isValid) > Self.count * 3 / 4)
        let problems = courses.enumerated().compactMap { index, course -> String? in
            guard course.isValid, let problem = course.problem ?? lostRows(course) else { return nil }
            let told = course.told.joined(separator: "\n")
            return "seed \(index + 1), \(course.edits.joined(separator: ", ")): \(problem)\n\(told)\n\(course.text)"
        }
        #expect(
            problems.isEmpty,
            "\(problems.count) of \(Self.count), such as\n\(problems.prefix(3).joined(separator: "\n"))")
    }

    /// Migrates a file with three rows in each table of version 1.
    private func lostRows(_ course: Course) -> String? {
        guard let planned = course.databases.first, let first = planned.versions.first else { return "no database" }
        do {
            let database = try MemoryDatabase()
            for statement in first.shape.createStatements { try database.run(statement) }
            try database.run("PRAGMA foreign_keys = OFF")
            for table in first.shape.tables {
                let columns = table.columns.filter { $0.generated == nil }
                let names = columns.map(\.name.quoted).joined(separator: ", ")
                for row in 1...3 {
                    let values = columns.map { $0.name.text.hasPrefix("id") ? "\(row)" : "'\(row)'" }
                    try database.run(
                        "INSERT INTO \(table.name.quoted) (\(names)) VALUES (\(values.joined(separator: ", ")))")
                }
            }
            for statement in planned.migrations.flatMap(\.steps).flatMap(\.statements) { try database.run(statement) }
            let kept = Set(planned.newest.tables.map(\.origin))
            for table in first.shape.tables {
                guard kept.contains(table.origin),
                    let now = planned.newest.tables.first(where: { $0.origin == table.origin })
                else {
                    let isTold = course.told.contains {
                        $0.contains("the table `\(table.name.quoted)` was removed") && $0.contains("deletes its rows")
                    }
                    let isMeant = course.edits.contains { $0.hasSuffix("went") || $0.contains("no longer stored") }
                    if isTold, isMeant { continue }
                    return "the rows of \(table.name) are gone"
                }
                let count = try database.rows("SELECT count(*) FROM \(now.name.quoted)")[0][0].integer
                if count != 3 { return "\(now.name) has \(count) rows" }
            }
            return nil
        } catch {
            return "the migration fails: \(error.message)"
        }
    }
}
