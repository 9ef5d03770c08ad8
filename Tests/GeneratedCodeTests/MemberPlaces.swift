/// The names of members: fields, enum cases, relations and queries.
extension NamePlace {
    private static func column(_ name: String, _ number: Int) -> String {
        "\"\(name)\": { type: String?, column: zz_c\(number), json: zz_j\(number) }"
    }

    private static func columns(_ names: [String]) -> [String] { names.enumerated().map { column($1, $0) } }

    static let members: [NamePlace] = [
        NamePlace(in: "field") { $0.fields = columns($1) },
        NamePlace(in: "field, the database giving the key") { ($0.key, $0.fields) = (.database, columns($1)) },
        NamePlace(in: "field of rows by their rowid") { ($0.key, $0.fields) = (.rowID, columns($1)) },
        NamePlace(in: "field beside a key of several fields") { ($0.key, $0.fields) = (.composite, columns($1)) },
        NamePlace(in: "field of a model without table") {
            $0.key = .none
            $0.fields = $1.enumerated().map { "\"\($1)\": { type: String?, json: zz_j\($0) }" }
        },
        NamePlace(in: "required field") {
            $0.fields = $1.enumerated().map { "\"\($1)\": { type: Date, column: zz_c\($0), json: zz_j\($0) }" }
        },
        NamePlace(in: "sensitive field") {
            $0.fields = $1.enumerated().map {
                "\"\($1)\": { type: Int, sensitive: true, column: zz_c\($0), default: 1 }"
            }
        },
        NamePlace(in: "unique field") {
            $0.fields = $1.enumerated().map { "\"\($1)\": { type: Date, unique: true, column: zz_c\($0), default: 0 }" }
        },
        NamePlace(in: "fields that are unique together") {
            $0.fields = columns($1)
            $0.uniques = $1.map { "[\"\($0)\", zzText]" }
        },
        NamePlace("key", capacity: 1) { host($0, $1, .server) },
        NamePlace("key that the database gives", capacity: 1) { host($0, $1, .database) },
        NamePlace("key beside another", capacity: 1) { host($0, $1, .composite) },
        NamePlace("key of a model without table", capacity: 1) { host($0, $1, .none) },
        NamePlace("field of a small model") { number, names in
            SchemaUnit(
                models: "  ZzSmall\(number):\n    fields:\n"
                    + names.map { "      \"\($0)\": \"[String: JSON]?\"\n" }.joined())
        },
        NamePlace("case of a closed enum", capacity: 60) { number, names in
            SchemaUnit(enums: "  ZzEnum\(number):\n    cases:\n" + names.map { "      - \"\($0)\"\n" }.joined())
        },
        NamePlace("case of an open enum", capacity: 60) { number, names in
            SchemaUnit(
                enums: "  ZzEnum\(number):\n    raw: Int\n    unknown: keep\n    cases:\n"
                    + names.enumerated().map { "      \"\($1)\": \($0)\n" }.joined())
        },
        NamePlace("case that is a default", capacity: 1) { number, names in
            SchemaUnit(
                enums: "  ZzEnum\(number): { cases: { \"\(names[0])\": a, zzb: b }, unknown: \"\(names[0])\" }",
                models: """
                      ZzIn\(number):
                        fields:
                          zzOne: { type: ZzEnum\(number), default: "\(names[0])" }
                          zzTwo: { type: ZzEnum\(number)?, default: "\(names[0])" }
                    """)
        },
        NamePlace(in: "relation") {
            $0.relations = $1.map { "\"\($0)\": { belongsTo: ZzOwner, by: zzOwner }" }
        },
        NamePlace(in: "query") { host, names in
            host.queries = names.map {
                "\"\($0)\": { sql: \"SELECT * FROM zz_host\(host.number)\", returns: [ZzHost\(host.number)] }"
            }
        },
        NamePlace(in: "query with rows of its own") { host, names in
            host.queries = names.map {
                "\"\($0)\": { sql: \"SELECT count(*) AS zz_n FROM zz_host\(host.number)\", returns: { zzN: Int } }"
            }
        },
        NamePlace(in: "query that changes rows") { host, names in
            host.queries = names.map { "\"\($0)\": { sql: \"DELETE FROM zz_host\(host.number)\" }" }
        },
        NamePlace(in: "column of a query's rows") { host, names in
            host.queries = [
                "zzOwn: { sql: 'SELECT "
                    + names.map { "1 AS \"\($0)\"" }.joined(separator: ", ") + "', returns: [{ "
                    + names.map { "\"\($0)\": Int" }.joined(separator: ", ") + " }] }"
            ]
        },
        NamePlace(in: "nested resource") { $0.nested = $1.map { "\"\($0)\": { returns: \"[ZzPlace]\" }" } },
        NamePlace(in: "nested resource by status") {
            $0.nested = $1.map { "\"\($0)\": { responses: { 200: ZzPlace, 202: none, 404: ZzPlace } }" }
        },
        NamePlace(in: "action") { $0.actions = $1.map { "\"\($0)\": { path: \"zz/{id}/x\", returns: ZzPlace }" } },
        NamePlace(in: "action on all") {
            $0.actions = $1.map { "\"\($0)\": { path: \"zz/x\", returns: \"[ZzPlace]\" }" }
        },
        NamePlace("path, which names the client", capacity: 1) { number, names in
            SchemaUnit(
                models: """
                      ZzIn\(number):
                        api: ZzAPI
                        table: false
                        primaryKey: zzId
                        fields: { zzId: Int64, zzText: String }
                        rest: { path: "zz/\(names[0])", operations: [list, get] }
                    """)
        },
        NamePlace("credential", capacity: 40) { number, names in
            SchemaUnit(
                apis: "  - name: ZzOther\(number)\n    auth:\n"
                    + names.map { "      - { name: \"\($0)\", bearer: true }\n" }.joined(),
                models: """
                      ZzIn\(number):
                        api: ZzOther\(number)
                        table: false
                        primaryKey: zzId
                        fields: { zzId: Int64 }
                        rest: { path: zzin\(number), operations: [list, get], get: { auth: "\(names[0])" } }
                    """)
        },
        NamePlace("step in Swift", capacity: 40) { number, names in
            SchemaUnit(
                databases: "  - { name: ZzSteps\(number), version: 2 }",
                models: "  ZzIn\(number):\n    database: ZzSteps\(number)\n    table: zz_in\(number)\n"
                    + "    primaryKey: zzId\n    fields: { zzId: Int64 }\n    migrations:\n      2:\n"
                    + names.map { "        - { swift: \"\($0)\" }\n" }.joined())
        },
        NamePlace("table and columns that a step finds", capacity: 1) { number, names in
            SchemaUnit(
                databases: "  - { name: ZzSteps\(number), version: 2 }",
                models: """
                      ZzIn\(number):
                        database: ZzSteps\(number)
                        table: "\(names[0])"
                        primaryKey: zzId
                        fields: { zzId: Int64, zzA: { type: String?, column: "\(names[0])" }, zzB: Data? }
                        migrations: { 2: [{ swift: zzStep }] }
                    """)
        },
    ]

    @Sendable private static func host(_ number: Int, _ names: [String], _ key: HostModel.Key) -> SchemaUnit {
        var host = HostModel(number: number)
        host.key = key
        host.keyName = names[0]
        host.isSmall = true
        return SchemaUnit(models: host.text)
    }
}
