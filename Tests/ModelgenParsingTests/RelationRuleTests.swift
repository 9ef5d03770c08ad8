import ModelgenDiagnostics
import ModelgenSchema
import Testing

@testable import ModelgenParsing

@Suite("The two ends of a relation")
struct RelationRuleTests {
    /// A country that cities refer to, with a key of the same type as the other field.
    private func input(_ code: String, _ city: String, country: String = "", _ relation: String) -> String {
        """
        database: { name: Map }
        models:
          Country:
            primaryKey: id
            fields: { id: Int64, code: \(code) }
            \(country)
          City:
            primaryKey: id
            fields: { id: Int64, countryCode: \(city) }
            relations: { country: \(relation) }
          Visit:
            primaryKey: id
            fields:
              id: Int64
              cityId: { type: Int64, references: City }
              country: \(city)
        """
    }

    @Test(
        "a relation follows its reference, or leads to the key, with `by` and without",
        arguments: [
            ("{ type: Int64, references: Country.code }", "{ belongsTo: Country }", "code"),
            ("{ type: Int64, references: Country.code }", "{ belongsTo: Country, by: countryCode }", "code"),
            ("{ type: Int64?, references: Country.code }", "{ belongsTo: Country }", "code"),
            ("{ type: Int64, references: Country }", "{ belongsTo: Country }", "id"),
            ("{ type: Int64, references: Country.id }", "{ belongsTo: Country, by: countryCode }", "id"),
            ("Int64", "{ belongsTo: Country, by: countryCode }", "id"),
        ])
    func ends(_ field: String, _ relation: String, _ expected: String) throws {
        let code = "{ type: Int64, unique: true }"
        let by = relation.contains("by") ? ", by: countryCode" : ""
        let many = "relations: { cities: { hasMany: City\(by) } }"
        let through = by.isEmpty ? "" : ", by: cityId, other: country"
        let parsed = try schema(
            input(
                code, field, country: many,
                "\(relation), all: { manyToMany: Country, through: Visit\(through) }"))
        let run = parsed.schema
        let (country, city) = (run.models[0], run.models[1])
        func columns(_ model: Model, _ index: Int) -> [String] {
            Models(run).ends(of: model.relations[index], from: model).map { "\($0.model.name).\($0.field.name)" }
        }
        #expect(columns(city, 0) == ["City.countryCode", "Country.\(expected)"])
        #expect(columns(country, 0) == ["Country.\(expected)", "City.countryCode"])
        #expect(columns(city, 1) == ["City.id", "Visit.cityId", "Visit.country", "Country.\(expected)"])
    }

    private struct Models: TypeLookup {
        let schema: Schema
        init(_ schema: Schema) { self.schema = schema }
        func model(_ name: SwiftName) -> Model? { schema.models.first { $0.name == name } }
        func enumeration(_ name: SwiftName) -> Enumeration? { nil }
        func externalType(_ name: SwiftName) -> ExternalType? { nil }
        func transformer(_ name: SwiftName) -> TransformerDeclaration? { nil }
    }

    @Test("what a relation cannot follow is reported, with `by` and without", arguments: ["", ", by: countryCode"])
    func refused(_ by: String) {
        func text(_ relation: String) -> String {
            by.isEmpty ? "⟦1:country⟧: { \(relation) }" : "country: { \(relation), by: ⟦1:countryCode⟧ }"
        }
        func input(_ country: String, _ fields: String, _ relation: String) -> String {
            """
            database: { name: Map }
            models:
              Country: { \(country) }
              City:
                primaryKey: id
                fields: { id: Int64, \(fields) }
                relations: { \(text(relation)) }
            """
        }
        expect(
            input(
                "primaryKey: id, fields: { id: Int64, code: { type: String?, unique: true } }",
                "countryCode: { type: String, references: Country.code }", "belongsTo: Country"),
            [
                1:
                    "`City.countryCode` refers to `Country.code`, which is optional; remove the `?` there, or refer to the key [relation-type]"
            ])
        expect(
            input(
                "primaryKey: [a, b], fields: { a: Int64, b: Int64 }",
                "countryCode: { type: Int64, references: Country.a }, part: { type: Int64, references: Country.b }",
                "belongsTo: Country"),
            [
                1:
                    "a relation cannot follow a reference of several fields, as `City` has to `Country`; remove the relation, and declare a query [relation-type]"
            ])
    }

    @Test("without a reference, the key must be one field") func withoutReference() {
        func input(_ country: String) -> String {
            """
            database: { name: Map }
            models:
              Country: { \(country) }
              City:
                primaryKey: id
                fields: { id: Int64, countryCode: Int64 }
                relations: { country: { belongsTo: Country, by: ⟦1:countryCode⟧ } }
            """
        }
        expect(
            input("primaryKey: [a, b], fields: { a: Int64, b: Int64 }"),
            [
                1:
                    "a relation cannot follow the key of `Country`, which has several fields; remove the relation, and declare a query [relation-type]"
            ])
        expect(
            input("table: country, fields: { a: Int64 }"),
            [
                1:
                    "`Country` has no stored key, which a relation requires; give it a `primaryKey` [relation-type]"
            ])
    }

    @Test("two references to one model are ambiguous, and none is missing") func candidates() {
        func input(_ fields: String) -> String {
            """
            database: { name: Map }
            models:
              Country: { primaryKey: [a, b], fields: { a: Int64, b: Int64, code: { type: Int64, unique: true } } }
              City:
                primaryKey: id
                fields: { id: Int64\(fields) }
                relations: { ⟦1:country⟧: { belongsTo: Country } }
            """
        }
        expect(
            input(", x: { type: Int64, references: Country.code }, y: { type: Int64, references: Country.code }"),
            [
                1:
                    "`x`, `y` of `City` refer to `Country`, so `country` is ambiguous; specify the field with `by: …` [relation-keys]"
            ])
        expect(
            input(""),
            [
                1:
                    "no field of `City` refers to `Country`; specify the field that holds its key with `by: …` [relation-keys]"
            ])
    }
    @Test("a union has no relations, whatever they are") func ofUnion() {
        expect(
            """
            database: { name: Map }
            models:
              City: { primaryKey: id, fields: { id: Int64 } }
              Pair: { primaryKey: id, fields: { id: Int64, cityId: { type: Int64, references: City.id } } }
              Pin:
                oneOf: { name: String, number: Int }
                ⟦1:relations⟧:
                  cities: { hasMany: City }
                  city: { belongsTo: City, by: cityId }
                  others: { manyToMany: City, through: Pair }
                  nobody: { hasOne: Nobody }
            """,
            [1: "a model with `oneOf` cannot have `relations`; move it to its models [one-of-discriminator]"])
    }

    @Test("a relation does not lead to a union, nor through one") func toUnion() {
        let message = "`Pin` is a union, which has no rows; name a model that has a table [relation-type]"
        expect(
            """
            database: { name: Map }
            models:
              City:
                primaryKey: id
                fields: { id: Int64 }
                relations:
                  pins: { hasMany: ⟦1:Pin⟧ }
                  pin: { belongsTo: ⟦2:Pin⟧, by: pinId }
                  others: { manyToMany: City, through: ⟦3:Pin⟧ }
              Pin: { oneOf: { name: String, number: Int } }
            """,
            [1: message, 2: message, 3: message])
    }

    @Test(
        "a field that refers to a third model does not hold a key, unless the key refers to the same field",
        arguments: [
            ("Int64", "{ type: Int64, references: Person.id }", false),
            ("{ type: Int64, references: Person.id }", "{ type: Int64, references: Person.id }", true),
            ("{ type: Int64, references: Badge.id }", "{ type: Int64, references: Person.id }", true),
            ("{ type: Int64, references: Badge.id }", "{ type: Int64, references: Badge.id }", true),
            ("Int64", "Int64", true),
        ])
    func thirdModel(_ key: String, _ field: String, isKey: Bool) {
        let model = field.contains("Badge") ? "Badge" : "Person"
        expect(
            """
            database: { name: Staff }
            models:
              Person:
                primaryKey: id
                fields: { id: Int64 }
                relations: { tasks: { hasMany: Task, by: shared } }
              Badge: { primaryKey: id, fields: { id: { type: Int64, references: Person.id } } }
              Team:
                primaryKey: id
                fields: { id: \(key) }
                relations:
                  tasks: { hasMany: Task, by: ⟦1:owner⟧ }
              Task:
                primaryKey: id
                fields: { id: Int64, owner: \(field), shared: { type: Int64, references: Badge.id } }
            """,
            isKey
                ? [:]
                : [
                    1:
                        "`Task.owner` refers to `\(model)`, not to `Team`; name a field that holds the key of `Team`, or give that key the same `references` [relation-type]"
                ])
    }

    @Test("the key of a view may be that of the rows to which a field refers")
    func viewOfReferredRows() {
        expect(
            """
            database: { name: Staff }
            models:
              Person:
                table: people
                primaryKey: id
                fields: { id: Int64 }
              Worker:
                view: SELECT id FROM people
                primaryKey: id
                fields: { id: Int64 }
                relations: { tasks: { hasMany: Task, by: owner } }
              Task:
                primaryKey: id
                fields: { id: Int64, owner: { type: Int64, references: Person.id } }
                relations: { worker: { belongsTo: Worker, by: owner } }
            """, [:])
    }
}
