import ModelStoredForms
import ModelgenDatabase
import ModelgenSchema
import SeededNumbers
import Testing

/// What a column contains changes from release to release, at random. The lock and the files of automatic databases
/// accept a change if the form of what is there is read by the new one.
@Suite("Random histories of a column: what is accepted is read with the same meaning")
struct RandomFormTests {
    private static let scalars: [FieldType] = [
        .scalar(.int8), .scalar(.int), .scalar(.uuid), .scalar(.date), .scalar(.string), .enumeration("E"),
        .enumeration("F"),
    ]
    private static let objects: [FieldType] = [.model("B"), .model("C")]

    private static func type(_ random: inout SeededNumbers) -> FieldType {
        let all = scalars + scalars + objects + [.list(.scalar(.int8)), .list(.model("B")), .model("U"), .model("D")]
        return all[random.below(all.count)]
    }

    private static func path(_ random: inout SeededNumbers) -> JSONPath {
        let keys = ["a", "b", "c", "d", "e"]
        let key = JSONPathComponent.key(keys[random.below(5)])
        return JSONPath(random.below(6) == 0 ? [.key("in"), key] : [key])
    }

    private static func field(_ name: String, _ random: inout SeededNumbers, flat: Bool) -> Field {
        var type = flat ? scalars[random.below(scalars.count)] : type(&random)
        if random.below(3) == 0 { type = .optional(type) }
        return Field(
            name: SwiftName(name), type: type, json: JSONMapping(paths: [path(&random)]),
            defaultValue: random.below(4) == 0 ? .literal(.null) : nil)
    }

    private static func distinct(_ fields: [Field]) -> [Field] {
        var seen: Set<JSONPath> = []
        return fields.filter { field in
            field.json?.paths.first.map { seen.insert($0).inserted } ?? true
        }
    }

    private static func enumeration(_ name: SwiftName, _ random: inout SeededNumbers) -> Enumeration {
        let names = ["a", "b", "c", "other"].filter { _ in random.below(2) == 0 } + ["z"]
        return Enumeration(
            name: name, file: "m", rawType: .string,
            cases: names.map { Enumeration.Case(name: SwiftName($0), rawValue: .string($0)) },
            unknown: [.fail, .fail, .keep, .fallback("z")][random.below(4)])
    }

    private static func openCase(_ random: inout SeededNumbers) -> OneOfCase {
        let all = scalars + objects + objects + [.list(.scalar(.string))]
        let index = random.below(all.count)
        return OneOfCase(.name(SwiftName("c\(all.firstIndex(of: all[index]) ?? index)")), all[index])
    }

    private static func schema(_ random: inout SeededNumbers) -> Schema {
        var models = ["A", "B", "C"].map { name in
            let fields = (0...random.below(3)).map { field("f\($0)", &random, flat: name != "A") }
            return Model(name: SwiftName(name), file: "m", fields: distinct(fields))
        }
        var open = Model(name: "U", file: "m")
        for _ in 0...random.below(3) { open.oneOf.append(openCase(&random)) }
        open.oneOf = valid(open.oneOf)
        var closed = Model(name: "D", file: "m")
        closed.json.discriminator = "kind"
        closed.oneOf = [OneOfCase(value: "b", model: "B")]
        models += [open, closed]
        return Schema(enumerations: [enumeration("E", &random), enumeration("F", &random)], models: models)
    }

    /// Without cases that are never read.
    private static func valid(_ cases: [OneOfCase]) -> [OneOfCase] {
        var seen: Set<FieldType> = []
        let distinct = cases.filter { seen.insert($0.type).inserted }
        let texts = distinct.filter { $0.type == .scalar(.string) || $0.type == .scalar(.int) }
        return distinct.filter { !texts.contains($0) } + texts
    }

    private static func change(_ schema: inout Schema, _ random: inout SeededNumbers) {
        switch random.below(5) {
        case 0:
            let index = random.below(2)
            schema.enumerations[index] = enumeration(schema.enumerations[index].name, &random)
        case 1, 2: changeFields(of: &schema.models[random.below(3)], &random)
        case 3: changeCases(of: &schema.models[3], &random)
        default:
            var closed = schema.models[4]
            switch random.below(4) {
            case 0: closed.json.discriminator = "type"
            case 1: closed.oneOf.append(OneOfCase(value: "c", model: "C"))
            case 2: closed.oneOf.append(OneOfCase(.others, .scalar(.json)))
            default: if closed.oneOf.count > 1 { closed.oneOf.removeFirst() }
            }
            var seen: Set<OneOfCase.Mark> = []
            closed.oneOf.removeAll { !seen.insert($0.mark).inserted }
            schema.models[4] = closed
        }
    }

    private static func changeFields(of model: inout Model, _ random: inout SeededNumbers) {
        let index = random.below(max(model.fields.count, 1))
        guard index < model.fields.count, random.below(3) > 0 else {
            let names = ["f3", "f4", "f5"].filter { name in !model.fields.contains { $0.name.text == name } }
            if let name = names.first {
                model.fields = distinct(model.fields + [field(name, &random, flat: model.name != "A")])
            }
            return
        }
        var field = model.fields[index]
        switch random.below(7) {
        case 0: field.json?.paths.insert(path(&random), at: random.below(2))
        case 1: if let paths = field.json?.paths, paths.count > 1 { field.json?.paths.removeLast() }
        case 2: field.type = field.type.isOptional ? field.type.unwrapped : .optional(field.type)
        case 3: field.defaultValue = field.defaultValue == nil ? .literal(.null) : nil
        case 4: field.type = type(&random)
        case 5: field.type = field.type == .scalar(.int8) ? .scalar(.int) : field.type
        default: field.type = field.type == .scalar(.uuid) ? .scalar(.string) : field.type
        }
        if model.name != "A", case .model = field.type.innermost { return }
        var fields = model.fields
        fields[index] = field
        if distinct(fields).count == fields.count { model.fields = fields }
    }

    private static func changeCases(of union: inout Model, _ random: inout SeededNumbers) {
        let index = random.below(union.oneOf.count)
        switch random.below(4) {
        case 0, 1: union.oneOf.insert(openCase(&random), at: index)
        case 2:
            let each = union.oneOf[index]
            union.oneOf[index] = OneOfCase(.name(SwiftName(each.text + "_")), each.type)
        default: if union.oneOf.count > 1 { union.oneOf.remove(at: index) }
        }
        union.oneOf = valid(union.oneOf)
    }

    private struct Row {
        var document: StoredDocument
        var meaning: StoredMeaning
        var number: Int
    }

    @Test("in several releases", arguments: 0..<15)
    func histories(group: Int) throws {
        for number in 0..<50 {
            var random = SeededNumbers(seed: UInt64(group * 1000 + number))
            var schema = Self.schema(&random)
            let columns: [FieldType] = [
                .model("A"), .model("A"), .list(.model("A")), .model("U"), .list(.model("U")), .model("D"),
                .list(.enumeration("E")),
            ]
            let field = Field(name: "v", type: columns[random.below(columns.count)])
            var released: StoredForm?
            var rows: [Row] = []
            var told: [String] = []
            for release in 0..<6 {
                let form = StoredForms(schema).form(of: field)
                let program = StoredProgram(schema: schema)
                told.append(form.text)
                let misread = rows.first { row in
                    !(program.meaning(of: row.document, as: field.type).map { row.meaning.isKept(in: $0) } ?? false)
                }
                if let released, !form.reads(released) { break }
                if let misread {
                    let now = program.meaning(of: misread.document, as: field.type).map { "\($0)" } ?? "nothing"
                    let row = "\(misread.document) of release \(misread.number) meant \(misread.meaning)"
                    Issue.record(
                        "seed \(group * 1000 + number): \(row), and now \(now)\n\(told.joined(separator: "\n"))")
                    return
                }
                released = released.map { $0.widened(to: form) } ?? form
                #expect(released.map { form.reads($0) } == true, "\(told.joined(separator: "\n"))")
                for _ in 0..<12 {
                    let document = program.written(field.type, &random)
                    if let meaning = program.meaning(of: document, as: field.type) {
                        rows.append(Row(document: document, meaning: meaning, number: release))
                    }
                }
                Self.change(&schema, &random)
            }
        }
    }
}
