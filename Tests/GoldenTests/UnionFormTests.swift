import ModelgenCore
import ModelgenDiagnostics
import Testing

/// A union without a discriminator in a released column, and what becomes of it.
struct UnionChange: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var before: String
    var after: String
    /// Whether old rows are read as the same cases.
    var isReadable: Bool

    private init(_ description: String, _ before: String, _ after: String, isReadable: Bool) {
        (testDescription, self.before, self.after, self.isReadable) = (description, before, after, isReadable)
    }

    static let all = [
        UnionChange("a case is renamed", "{ text: String }", "{ title: String }", isReadable: true),
        UnionChange(
            "two cases are renamed", "{ text: String, spot: Spot }", "{ title: String, place: Spot }", isReadable: true),
        UnionChange(
            "a case is renamed and reads more", "{ number: Int32, text: String }", "{ count: Int64, text: String }",
            isReadable: true),
        UnionChange(
            "a case with a key of its own is renamed", "{ spot: Spot, name: Name }", "{ spot: Spot, label: Name }",
            isReadable: true),
        UnionChange("a case is replaced", "{ text: String }", "{ when: Date }", isReadable: false),
        UnionChange(
            "a case of another kind is added", "{ text: String }", "{ n: Int, text: String }", isReadable: true),
        UnionChange(
            "a case is added after others", "{ when: Date }", "{ when: Date, text: String }", isReadable: true),
        UnionChange(
            "a case is added before one that reads other texts", "{ when: Date }", "{ id: UUID, when: Date }",
            isReadable: true),
        UnionChange("a case takes texts", "{ text: String }", "{ when: Date, text: String }", isReadable: false),
        UnionChange("a case takes numbers", "{ ratio: Double }", "{ n: Int, ratio: Double }", isReadable: false),
        UnionChange(
            "an enum takes values of an enum", "{ kind: Kind }", "{ shape: Shape, kind: Kind }", isReadable: false),
        UnionChange(
            "an enum has other values", "{ kind: Kind }", "{ color: Color, kind: Kind }", isReadable: true),
        UnionChange("a model takes objects", "{ spot: Spot }", "{ same: Same, spot: Spot }", isReadable: false),
        UnionChange("a model requires another key", "{ spot: Spot }", "{ name: Name, spot: Spot }", isReadable: true),
        UnionChange("a model is added after another", "{ spot: Spot }", "{ spot: Spot, same: Same }", isReadable: true),
        UnionChange(
            "models change places", "{ spot: Spot, same: Same }", "{ same: Same, spot: Spot }", isReadable: false),
        UnionChange(
            "models with keys of their own change places", "{ spot: Spot, name: Name }", "{ name: Name, spot: Spot }",
            isReadable: true),
        UnionChange(
            "a dictionary is tried last", "{ spot: Spot }", "{ any: \"[String: Int]\", spot: Spot }", isReadable: true),
        UnionChange(
            "a union inside renames a case", "{ n: Int, inner: Inner }", "{ n: Int, inner: Renamed }", isReadable: true),
        UnionChange(
            "a union inside takes texts", "{ n: Int, inner: Inner }", "{ n: Int, inner: Earlier }", isReadable: false),
        UnionChange(
            "a case that is tried before accepts more", "{ shape: Shape, text: String }",
            "{ shape: More, text: String }",
            isReadable: false),
        UnionChange(
            "a case that is tried before requires more", "{ same: Same, spot: Spot }", "{ same: Wide, spot: Spot }",
            isReadable: true),
        UnionChange("an enum is no UUID", "{ shape: Shape }", "{ id: UUID, shape: Shape }", isReadable: true),
        UnionChange("a case is removed", "{ n: Int, text: String }", "{ text: String }", isReadable: false),
    ]
}

@Suite("A union without a discriminator in a released column")
struct UnionFormTests {
    private func files(_ cases: String, _ type: String) -> [SourceFile] {
        let text = """
            database: { name: D }
            enums: { Kind: [circle, square], Shape: [circle, star], Color: [red], More: [circle, star, text] }
            models:
              Spot: { fields: { x: Int, y: Int? } }
              Same: { fields: { x: Int } }
              Wide: { fields: { x: Int, z: Int? } }
              Name: { fields: { name: String } }
              Inner: { oneOf: { text: String, spot: Spot } }
              Renamed: { oneOf: { title: String, spot: Spot } }
              Earlier: { oneOf: { when: Date, text: String, spot: Spot } }
              T: { oneOf: \(cases) }
              Holder: { fields: { v: { type: T, json: [w, v] } } }
              OldHolder: { fields: { v: T } }
              M: { primaryKey: id, fields: { id: Int64, t: \(type) } }

            """
        return [SourceFile(path: "m.model.yaml", text: text)]
    }

    @Test("may change as long as old rows are read as the same cases", arguments: UnionChange.all)
    func changed(_ change: UnionChange) throws {
        let pipeline = try Pipeline.plain()
        for (before, after) in [("T?", "T?"), ("\"[OldHolder]\"", "\"[Holder]\"")] {
            let lock = try pipeline.lock(files(change.before, before))
            let told = pipeline.errors(files(change.after, after), lock: lock, for: .checking)
            #expect(
                told.map(\.rule) == (change.isReadable ? [] : ["stored-form-changed"]),
                "\(before): \(told.map(\.message))")
            let compared = pipeline.compare(files(change.after, after), with: .lock(lock))
            let differences = try #require(compared.differences)
            #expect(
                differences.contains { $0.severity == .dataDependent && $0.rule == "stored-changed" }
                    != change.isReadable)
            // What a release has widened is read again, and by no one who misreads the first rows.
            guard change.isReadable else { continue }
            let again = pipeline.release(files(change.after, after), lock: lock)
            let widened = SourceFile(path: "modelgen.lock", text: try #require(again.lock))
            #expect(pipeline.errors(files(change.after, after), lock: widened, for: .checking).map(\.message) == [])
            #expect(pipeline.compare(files(change.after, after), with: .lock(widened)).differences == [])
        }
    }
}
