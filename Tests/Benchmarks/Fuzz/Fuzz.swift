import Foundation

// The entry point that libFuzzer calls with random bytes: `make fuzz`. The runtime is compiled into the same module,
// with the same instrumentation.

enum Colour: String, JSONValue, JSONObjectKey, CaseIterable {
    case red
    case green
}

/// A model with every kind of access that the reader supports.
struct Everything: JSONModel {
    var id: Int64 = 0
    var small: Int8?
    var large: UInt64?
    var ratio: Double?
    var single: Float?
    var money: Decimal?
    var flag = false
    var text = ""
    var deep: String?
    var element: String?
    var date: Date?
    var other: Date?
    var link: URL?
    var key: UUID?
    var bytes: Data?
    var colours: [Colour: Int] = [:]
    var list: [[Double]] = []
    var valid: [Colour] = []
    var tree: [Everything] = []
    var any: JSON?
    var pin: Int?

    static let jsonFields = JSONFields(
        Everything.self, fieldList,
        reading: .lenient)

    private static var fieldList: KeyValuePairs<JSONField, PartialKeyPath<PatchFields>?> {
        [
            "id": nil,
            "small": \.small,
            "large": nil,
            "ratio": nil,
            "single": nil,
            "money": nil,
            "flag": nil,
            JSONField("text", "text", or: "title"): \.text,
            JSONField("deep", ["a", "b", "c"]): \.deep,
            JSONField("element", ["a", "l", 2]): nil,
            "date": \.date,
            "other": nil,
            "link": nil,
            "key": nil,
            "bytes": nil,
            "colours": nil,
            "list": nil,
            "valid": \.valid,
            "tree": \.tree,
            "any": nil,
            JSONField("pin", traits: .sensitive): \.pin,
        ]
    }

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        id = try source.field()
        small = try source.validFieldIfPresent()
        large = try source.fieldIfPresent()
        ratio = try source.fieldIfPresent()
        single = try source.fieldIfPresent()
        money = try source.fieldIfPresent()
        flag = try source.field(or: false)
        text = try source.field(or: "")
        deep = try source.fieldIfPresent()
        element = try source.fieldIfPresent()
        date = try source.fieldIfPresent(using: UnixMilliseconds())
        other = try source.fieldIfPresent()
        link = try source.fieldIfPresent()
        key = try source.fieldIfPresent()
        bytes = try source.fieldIfPresent()
        colours = try source.field(or: [:])
        list = try source.field(or: [])
        valid = try source.validElements(or: [])
        tree = try source.field(or: [])
        any = try source.fieldIfPresent()
        pin = try source.fieldIfPresent()
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
        sink.field(id)
        for _ in 1...2 { sink.fieldIfPresent(Int?.none) }
        sink.fieldIfPresent(ratio)
        for _ in 1...3 { sink.fieldIfPresent(Int?.none) }
        sink.field(text)
        for _ in 1...11 { sink.fieldIfPresent(Int?.none) }
        sink.fieldIfPresent(any)
    }
}

extension Everything: JSONPatchable {
    struct PatchFields: Sendable {
        var small: PatchField<Everything, Int8> { PatchField(\.small).ifValid() }
        var text: PatchField<Everything, String> { PatchField(\.text) }
        var deep: PatchField<Everything, String> { PatchField(\.deep) }
        var date: PatchField<Everything, Date> { PatchField(\.date, using: UnixMilliseconds()) }
        var valid: PatchField<Everything, [Colour]> { PatchField(\.valid).validElements() }
        var tree: PatchField<Everything, [Everything]> { PatchField(\.tree) }
        var pin: PatchField<Everything, Int> { PatchField(\.pin) }
    }

    static let patchFields = PatchFieldList<Everything>(PatchFields(), fieldList)
}

/// More fields than a word has bits, at keys, key paths and indexes, with alternatives; unknown keys are errors.
struct Wide: JSONModel {
    var sum = 0

    static let jsonFields = JSONFields(
        Wide.self,
        (0..<100).map { index in
            switch index % 10 {
            case 7: JSONField("f\(index)", ["p", .key("f\(index)")])
            case 8: JSONField("f\(index)", ["l", .index(index / 10), .key("x")])
            case 9: JSONField("f\(index)", .init([.key("f\(index)")]), or: ["p", "q", .key("g\(index)")], "g")
            default: JSONField("f\(index)")
            }
        },
        reading: .strict
    )

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        for field in 0..<100 {
            let value: Int? = try field % 3 == 0 ? source.validFieldIfPresent() : source.fieldIfPresent()
            sum &+= value ?? 0
        }
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
        for field in 0..<100 { sink.fieldIfPresent(field % 10 < 8 ? sum : nil) }
    }
}

/// Models of several kinds, distinguished by a key.
indirect enum Shape: JSONValue {
    case everything(Everything)
    case wide(Wide)
    case group([Shape])

    init(reading source: inout JSONSource) throws {
        switch try source.discriminator("kind") {
        case "everything": self = .everything(try source.read(Everything.self))
        case "wide": self = .wide(try source.read(Wide.self))
        case "group": self = .group(try Group(reading: &source).shapes)
        default: throw source.unknownDiscriminator("kind", of: "Shape", known: ["everything", "wide", "group"])
        }
    }

    func write(to sink: inout JSONSink) throws {
        switch self {
        case .everything(let value): try sink.write(value, discriminator: "kind", "everything")
        case .wide(let value): try sink.write(value, discriminator: "kind", "wide")
        case .group(let shapes): try sink.write(Group(shapes: shapes), discriminator: "kind", "group")
        }
    }
}

/// The contents of a group.
struct Group: JSONModel {
    var shapes: [Shape] = []

    static let jsonFields = JSONFields(Group.self, [JSONField("shapes", ["in", "shapes"])])

    init(shapes: [Shape]) { self.shapes = shapes }

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        shapes = try source.validElements(or: [])
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
        sink.field(shapes)
    }
}

/// The result of a stream whose chunks have these sizes: the number of models, and what ended it.
func streamed(_ bytes: UnsafeRawBufferPointer, _ sizes: () -> Int) -> (count: Int, failure: JSONError?) {
    var splitter = JSONSplitter(limit: 3000)
    var count = 0
    do {
        var position = 0
        while position < bytes.count {
            let end = min(position + sizes(), bytes.count)
            splitter.add(bytes[position..<end])
            position = end
            while try splitter.next(Everything.self, reporting: nil) != nil { count += 1 }
        }
        try splitter.finish()
        while try splitter.next(Everything.self, reporting: nil) != nil { count += 1 }
    } catch let error as JSONError {
        return (count, error)
    } catch {
        fail("another error: \(error)")
    }
    return (count, nil)
}

/// It must not matter where a document is split.
func checkStream(_ bytes: UnsafeRawBufferPointer, _ list: [Everything]?) {
    let whole = streamed(bytes) { bytes.count }
    var state = UInt64(bytes.count) &* 0x9e37_79b9_7f4a_7c15 &+ UInt64(bytes.first ?? 0)
    let cut = streamed(bytes) {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return 1 + Int(state >> 33) % (state & 0x100 == 0 ? 3 : 40)
    }
    // A chunk may end inside a value that is too long, before that is known: the kinds of errors that are allowed at
    // the same place.
    guard whole.count == cut.count, whole.failure?.kind == cut.failure?.kind else {
        fail("cut elsewhere: \(whole) and \(cut)")
    }
    guard whole.failure == cut.failure else { fail("another error: \(whole) and \(cut)") }
    if let list, whole.failure?.kind != .tooLarge, whole.count != list.count || whole.failure != nil {
        fail("a list of \(list.count) as a stream: \(whole)")
    }
}

/// The valid ones of several objects.
struct Several: JSONModel {
    var items: [Everything]

    static let jsonFields = JSONFields(Several.self, ["items"])

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        items = try source.validElements()
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {}
}

/// From the third object of a list on, values may be read when they are found, before they are requested. That must make
/// no difference.
func checkList(_ object: UnsafeRawBufferPointer) {
    let (report, listReport) = (JSONReport(), JSONReport())
    let alone = try? Everything(json: object, at: nil, reporting: report)
    let objects = Array(repeating: Array(object), count: 4).joined(separator: [UInt8(ascii: ",")])
    do {
        let list = try Several(json: Array(#"{"items":["#.utf8) + objects + Array("]}".utf8), reporting: listReport)
        let texts = list.items.map { try? $0.jsonString() }
        guard texts == Array(repeating: try? alone?.jsonString(), count: alone == nil ? 0 : 4) else {
            fail("read differently in a list: \(texts)")
        }
        guard alone == nil || listReport.problems.count == 4 * report.problems.count else {
            fail("reported differently in a list: \(listReport.problems)")
        }
        let places = listReport.problems.compactMap(\.offset)
        guard places == places.sorted() else { fail("not in the order of the document: \(places)") }
    } catch {
        guard (error as? JSONError)?.kind == .tooDeep else { fail("a list that cannot be read: \(error)") }
    }
}

/// A document that does not have the expected result.
func fail(_ what: String) -> Never {
    fatalError(what)
}

/// Reads the bytes as every kind of document, and checks what must be true of any bytes.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // Memory of exactly this size, so that a read beyond it is detected.
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
    defer { copy.deallocate() }
    if let start { copy.copyMemory(from: UnsafeRawBufferPointer(start: start, count: count)) }
    let bytes = UnsafeRawBufferPointer(copy)

    let tree: JSON?
    do {
        tree = try JSON(json: bytes)
    } catch let error as JSONError {
        tree = nil
        // The message is made from the bytes, too.
        if error.description.isEmpty { fail("an error without a message") }
    } catch {
        fail("another error: \(error)")
    }
    if let tree {
        guard let written = try? tree.jsonData(), let again = try? JSON(json: written), again == tree else {
            fail("the written value differs from the one that was read")
        }
    }
    let report = JSONReport()
    do {
        let model = try Everything(json: bytes, at: nil, reporting: report)
        guard tree != nil else { fail("a model from what is no JSON") }
        guard let written = try? model.jsonData(), (try? Everything(json: written)) != nil else {
            fail("a model that cannot be read back")
        }
    } catch {
        if !(error is JSONError) { fail("another error: \(error)") }
    }
    if tree?.object != nil { checkList(bytes) }
    if let patch = try? ModelPatch<Everything>(json: bytes) {
        guard let written = try? patch.jsonString(), let again = try? ModelPatch<Everything>(json: written),
            (try? again.jsonString()) == written
        else { fail("a patch that cannot be read back") }
    }
    checkStream(bytes, try? [Everything](json: bytes))
    if let wide = try? Wide(json: bytes) {
        guard let written = try? wide.jsonData(), (try? Wide(json: written)) != nil else {
            fail("a wide model that cannot be read back")
        }
    }
    if let shape = try? Shape(json: bytes) {
        guard let written = try? shape.jsonData(), (try? Shape(json: written)) != nil else {
            fail("a shape that cannot be read back")
        }
    }
    _ = try? [String: [Double]](json: bytes)
    if let path = try? Everything(json: bytes, at: ["a", 1]) { _ = path }
    return 0
}
