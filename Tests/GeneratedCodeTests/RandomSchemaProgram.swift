/// The Swift that a random schema requires of its user, and the program that tests it.
extension RandomSchema {
    private func document(of model: Model) -> String {
        let members = model.fields.compactMap { field -> String? in
            guard let json = field.json, !field.path.isEmpty else { return nil }
            return field.path.count == 2
                ? "\"\(field.path[0])\":{\"\(field.path[1])\":\(json)}" : "\"\(field.path[0])\":\(json)"
        }
        let object = "{\(members.joined(separator: ","))}"
        return model.root ? "{\"data\":{\"item\":\(object)}}" : object
    }

    /// The required types and functions, and a function that tests the schema.
    var code: String {
        // Within a package, a conformance alone does not require a visible import, but a step's parameter does.
        let readsJSON = models.contains { $0.hooks.contains { $0 == "willDecode" || $0 == "didEncode" } }
        let imported = access == "public " || readsJSON ? access : ""
        let verdicts = models.contains { $0.hooks.contains("didDecode") } ? access : ""
        let stored = databases.allSatisfy(\.steps.isEmpty) && access != "public " ? "" : access
        var code = """
            import Foundation
            \(verdicts)import ModelHooks
            \(imported)import ModelRuntime
            \(stored)import ModelSQLite
            import ModelTesting

            \(access)nonisolated struct \(prefix)Reversed: Transformer {
                \(access)init() {}
                \(access)func decode(_ source: String) throws -> String { String(source.reversed()) }
                \(access)func encode(_ value: String) throws -> String { String(value.reversed()) }
            }

            \(access)nonisolated struct \(prefix)Money: Hashable, JSONRepresentable, SQLiteRepresentable {
                \(access)var cents: Int64
                \(access)init(jsonForm text: String) throws { cents = Int64(text) ?? 0 }
                \(access)var jsonForm: String { String(cents) }
                \(access)init(stored cents: Int64) { self.cents = cents }
                \(access)var stored: Int64 { cents }
            }

            """
        for database in databases where !database.steps.isEmpty {
            code +=
                "\(access)nonisolated struct \(database.name)Steps: \(database.name)Migrations {\n"
                + database.steps.map { "    \(access)func \($0)(_ db: Database) throws {}\n" }.joined() + "}\n"
        }
        code += models.filter { !$0.hooks.isEmpty }.map(hooks).joined()
        code += "\nnonisolated func try\(prefix)() async throws {\n"
        for (number, model) in models.enumerated() {
            code += "    let value\(number) = try \(model.name)(json: ##\"\(document(of: model))\"##)\n"
            code += "    try keepsJSON(value\(number))\n"
            if model.isXML { code += "    #if XML\n    try keepsXML(value\(number))\n    #endif\n" }
        }
        for (number, database) in databases.enumerated() { code += trial(of: database, number) }
        return code + "}\n"
    }

    private func hooks(of model: Model) -> String {
        let functions = [
            "willDecode": "static func willDecode(_ json: JSON) throws -> JSON? { json }",
            "didDecode": "mutating func didDecode() throws -> JSONVerdict { .keep }",
            "willEncode": "func willEncode() throws -> Self? { self }",
            "didEncode": "func didEncode(_ json: JSON) throws -> JSON? { json }",
        ]
        return "\nnonisolated extension \(model.name) {\n"
            + model.hooks.compactMap { functions[$0] }.map { "    \(access)\($0)\n" }.joined() + "}\n"
    }

    /// Rows of each of its models, its migrations, and a file that is adopted.
    private func trial(of database: Database, _ number: Int) -> String {
        let steps = database.steps.isEmpty ? "" : "migrating: \(database.name)Steps()"
        let records = models.enumerated().filter { $0.element.isStored && $0.element.database == number }
        let isUsed = !records.isEmpty || models.contains { $0.storage == .view && $0.database == number }
        var code = "    \(isUsed ? "let database\(number)" : "_") = try \(database.name)Database.inMemory()\n"
        if !records.isEmpty { code += "    try await database\(number).write { db in\n" }
        for (number, model) in records {
            let isWhole = model.fields.allSatisfy { $0.isKept } && model.storage != .rowID
            code += "        try keepsRows(value\(number), db, in: \"\(model.table)\", isWhole: \(isWhole))\n"
        }
        if !records.isEmpty { code += "    }\n" }
        for view in models where view.storage == .view && view.database == number {
            code += "    _ = try await database\(number).read { try \(view.name).all($0) }\n"
        }
        if database.version > 1 || database.adopted != nil {
            code += "    try \(database.name)Database.verifyMigrations(\(steps))\n"
        }
        if database.adopted == database.version {
            code += "    try adopts(\(database.version)) { url, adoption in\n"
            code += "        try \(database.name)Database.openAndWait(at: url\(steps.isEmpty ? "" : ", " + steps), "
            code += "adopting: adoption).pool.closeAndWait()\n    }\n"
        }
        return code
    }

    /// What every program for such schemas needs: it tests each, and prints what is wrong.
    static func program(_ seeds: [Int]) -> String {
        """
        import CModelSQLite
        import Foundation
        import ModelAdoption
        import ModelREST
        import ModelRuntime
        import ModelSQLite
        import ModelTesting
        #if XML
        import ModelXML
        #endif

        nonisolated struct Wrong: Error { var what: String }

        nonisolated func keepsJSON<Value: JSONModel & Equatable>(_ value: Value) throws {
            let data = try value.jsonData()
            let again = try Value(json: data)
            if again != value { throw Wrong(what: "JSON: \\(value) became \\(again)") }
            if try again.jsonData() != data { throw Wrong(what: "JSON of \\(Value.self)") }
            let coded = try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
            if coded != value { throw Wrong(what: "Codable: \\(value) became \\(coded)") }
        }

        #if XML
        nonisolated func keepsXML<Value: JSONModel & Equatable>(_ value: Value) throws {
            let again = try Value(xml: value.xmlData())
            if again != value { throw Wrong(what: "XML: \\(value) became \\(again)") }
        }
        #endif

        nonisolated func keepsRows<Record: TableRecord & Equatable>(
            _ value: Record, _ db: Database, in table: String, isWhole: Bool
        ) throws {
            try value.insert(db)
            guard let first = try Record.all.first(db) else { throw Wrong(what: "no row in \\(table)") }
            if isWhole, first != value { throw Wrong(what: "row: \\(value) became \\(first)") }
            try db.run(script: "DELETE FROM \\(table)")
            try first.insert(db)
            let second = try Record.all.first(db)
            if first != second { throw Wrong(what: "row again: \\(first) became \\(String(describing: second))") }
        }

        /// A file that knows no version any more is opened as one.
        nonisolated func adopts(_ version: Int, _ open: (URL, Adoption?) throws -> Void) throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let url = folder.appending(path: "adopted.sqlite")
            try open(url, nil)
            var handle: OpaquePointer?
            let codes = [
                sqlite3_open(url.path, &handle), sqlite3_exec(handle, "PRAGMA user_version = 0", nil, nil, nil),
                sqlite3_close(handle),
            ]
            if codes != [SQLITE_OK, SQLITE_OK, SQLITE_OK] { throw Wrong(what: "no file to adopt: \\(codes)") }
            try open(url, .version(version))
        }

        @main enum Program {
            static func main() async {
                var wrong = 0
                let all: [(Int, () async throws -> Void)] = [\(seeds.map { "(\($0), tryS\($0))" }.joined(separator: ", "))]
                for (seed, body) in all {
                    do { try await body() } catch {
                        wrong += 1
                        print("seed \\(seed): \\(error)")
                    }
                }
                print("\\(all.count - wrong) of \\(all.count) behave")
            }
        }

        """
    }
}
