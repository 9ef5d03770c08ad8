import Foundation

// What libFuzzer calls with bytes that it makes up: `make fuzz`. The runtime is compiled into the same module, with the
// same instrumentation.

enum Colour: String, JSONValue, JSONObjectKey, CaseIterable {
    case red
    case green
}

/// A model with every kind of access of the reader.
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
    var patch: FieldPatch<Int> = .untouched

    static let jsonFields = JSONFields(
        Everything.self,
        [
            JSONField("id"), JSONField("small"), JSONField("large"), JSONField("ratio"), JSONField("single"),
            JSONField("money"), JSONField("flag"), JSONField("text", "text", or: "title"),
            JSONField("deep", ["a", "b", "c"]), JSONField("element", ["a", "l", 2]), JSONField("date"),
            JSONField("other"), JSONField("link"), JSONField("key"), JSONField("bytes"), JSONField("colours"),
            JSONField("list"), JSONField("valid"), JSONField("tree"), JSONField("any"),
            JSONField("patch", traits: .sensitive),
        ],
        options: [.lenient]
    )

    init(fields source: inout JSONSource) throws {
        var id: Int64?
        while let field = try source.next() {
            switch field {
            case 0: source.read(&id)
            case 1: source.readIfValid(&small)
            case 2: source.readIfPresent(&large)
            case 3: source.readIfPresent(&ratio)
            case 4: source.readIfPresent(&single)
            case 5: source.readIfPresent(&money)
            case 6: source.readIfPresent(&flag)
            case 7: source.readIfPresent(&text)
            case 8: source.readIfPresent(&deep)
            case 9: source.readIfPresent(&element)
            case 10: source.readIfPresent(&date, using: UnixMilliseconds())
            case 11: source.readIfPresent(&other)
            case 12: source.readIfPresent(&link)
            case 13: source.readIfPresent(&key)
            case 14: source.readIfPresent(&bytes)
            case 15: source.readIfPresent(&colours)
            case 16: source.readIfPresent(&list)
            case 17: source.readValidElements(&valid)
            case 18: source.readIfPresent(&tree)
            case 19: source.readIfPresent(&any)
            case 20: source.readPatch(&patch)
            default: break
            }
        }
        guard let id else { throw source.incomplete(0) }
        self.id = id
    }

    func write(fields sink: inout JSONSink) throws {
        try sink.write(id, 0)
        try sink.writeIfPresent(ratio, 3)
        try sink.write(text, 7)
        try sink.writeIfPresent(any, 19)
    }
}

/// A document that cannot be what it was said to be.
func fail(_ what: String) -> Never {
    fatalError(what)
}

/// Reads the bytes as every kind of document, and checks what can be checked of any bytes.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // Memory of exactly these bytes, so that one read beyond them is found.
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
    defer { copy.deallocate() }
    if let start { copy.copyMemory(from: UnsafeRawBufferPointer(start: start, count: count)) }
    let bytes = UnsafeRawBufferPointer(copy)

    let tree: JSON?
    do {
        tree = try JSON(json: bytes)
    } catch let error as JSONError {
        tree = nil
        // The message is made from bytes too.
        if error.description.isEmpty { fail("an error without a message") }
    } catch {
        fail("another error: \(error)")
    }
    if let tree {
        guard let written = try? tree.jsonData(), let again = try? JSON(json: written), again == tree else {
            fail("what was read is not what is written")
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
    _ = try? [Everything](json: bytes)
    _ = try? [String: [Double]](json: bytes)
    if let path = try? Everything(json: bytes, at: ["a", 1]) { _ = path }
    return 0
}
