/// The names of parameters, nested resources and actions.
extension NamePlace {
    private static func list(_ names: [String]) -> String { names.map { "\"\($0)\": String?" }.joined(separator: ", ") }

    static let parameters: [NamePlace] = [
        NamePlace(in: "parameter of a query") { host, names in
            host.queries = names.enumerated().map { number, name in
                "zzQuery\(number): { sql: \"SELECT count(*) AS zz_n FROM zz_host\(host.number) WHERE zz_text = :\(name)\", "
                    + "params: { \"\(name)\": String }, returns: { zzN: Int } }"
            }
        },
        NamePlace(in: "list parameter of a query") { host, names in
            host.queries = names.enumerated().map { number, name in
                "zzQuery\(number): { sql: \"SELECT * FROM zz_host\(host.number) WHERE zz_text IN (:\(name))\", "
                    + "params: { \"\(name)\": \"[String]\" }, returns: [ZzHost\(host.number)] }"
            }
        },
        NamePlace("parameter of a path", capacity: 4) { number, names in
            var host = HostModel(number: number)
            host.hasRepository = false
            host.pathParameters = names.map { "\"\($0)\": String" }
            return SchemaUnit(models: host.text)
        },
        NamePlace(in: "parameter of a list") { $0.listQuery = $1.map { "\"\($0)\": Date?" } },
        NamePlace(in: "parameter of a list that must be given") { $0.listQuery = $1.map { "\"\($0)\": Int" } },
        NamePlace(in: "parameter of an operation") { $0.query = $1.map { "\"\($0)\": String?" } },
        NamePlace(in: "parameter of an operation that must be given") { $0.query = $1.map { "\"\($0)\": String" } },
        NamePlace(in: "header of an operation") {
            $0.headers = $1.enumerated().map { "X-Zz-\($0): { type: String?, name: \"\($1)\" }" }
        },
        NamePlace(in: "parameter of a nested resource") {
            $0.nested = ["zzOne: { returns: \"[ZzPlace]\", query: { \(list($1)) } }"]
        },
        NamePlace(in: "parameter of a nested resource with a body") {
            $0.nested = ["zzOne: { returns: \"[ZzPlace]\", body: ZzPlace, query: { \(list($1)) } }"]
        },
        NamePlace(in: "parameter of an action's path") {
            $0.actions = $1.enumerated().map { number, name in
                "zzAct\(number): { path: \"zz/{\(name)}/x\", params: { \"\(name)\": String }, returns: ZzPlace }"
            }
        },
        NamePlace(in: "parameter of an action") {
            $0.actions = ["zzAct: { path: \"zz/x\", query: { \(list($1)) }, returns: ZzPlace }"]
        },
        NamePlace(in: "field of a form") {
            $0.actions = ["zzAct: { path: \"zz/{id}\", form: { \(list($1)) }, returns: ZzPlace }"]
        },
        NamePlace(in: "part of an upload") {
            $0.actions = [
                "zzAct: { path: \"zz/{id}\", upload: { "
                    + $1.map { "\"\($0)\": Data" }.joined(separator: ", ") + " }, returns: ZzPlace }"
            ]
        },
        NamePlace("parameter of a page", capacity: 1) { number, names in
            SchemaUnit(
                apis:
                    "  - { name: ZzPaged\(number), pagination: { offset: { start: \"\(names[0])\", limit: zzlimit } }, repository: true }",
                models: """
                      ZzIn\(number):
                        api: ZzPaged\(number)
                        table: false
                        primaryKey: zzId
                        fields: { zzId: Int64 }
                        rest: { path: zzin\(number), operations: [list, get], list: { query: { zzWord: String? } } }
                    """)
        },
    ]
}
