import Foundation

/// The bytes of a document, from which generated code reads a model.
///
/// A source is positioned at a value. Reading the value moves past it:
///
///     id = try source.field()
///     title = try source.fieldIfPresent()
///
/// Fields are read in the order of the model's list. The reader follows RFC 8259 strictly: it rejects more than 512
/// levels of nesting, and anything after the document. It ignores a byte order mark. No input makes it trap. If a key
/// occurs twice, the first member is used, as in JSONDecoder.
public struct JSONSource: ~Copyable, Nested {
    /// The maximum nesting of arrays and objects that can be read and written.
    public static let maximumDepth = 512

    @usableFromInline var cursor: Bytes
    @usableFromInline let end: Bytes
    let start: Bytes

    var frames: UnsafeMutablePointer<Frame>
    var top: UnsafeMutablePointer<Frame>
    var framesEnd: UnsafeMutablePointer<Frame>
    /// Rarely used state, stored separately to keep the source itself small.
    package let state: State
    /// The length of the last list, up to 16.
    var lastCount = 0
    /// The model whose fields are read.
    var model: UnsafeMutablePointer<Frame>
    /// Whether any object may have been read out of order. Most documents have none, and then never search for one.
    var hasReordered: Bool
    #if XML
        /// Whether this is the content of an XML document, in which all scalars are strings, and a list of one element
        /// looks like the element.
        package let isXML: Bool
    #else
        package var isXML: Bool { false }
    #endif

    /// Rarely used state. Only the source that owns it changes it, so its accesses need no exclusivity checks.
    package final class State {
        /// Where the document is inside something larger, and the report for skipped values.
        let context: Context
        /// The values skipped so far, without line numbers. Some may be taken back; the report gets the rest at the
        /// end.
        @exclusivity(unchecked) package var problems: [JSONError] = []
        /// The discriminator keys of objects by depth, with the position of the first member.
        @exclusivity(unchecked) var discriminators: [Int: (start: Bytes, keys: [String])] = [:]
        /// What is known about unions while their cases are tried.
        @exclusivity(unchecked) package var unions: AnyObject?
        /// The position of the first member and the end of the last object that turned out to be invalid, so that it is
        /// not skipped once more for each value that contains it.
        @exclusivity(unchecked) var invalid: (start: Bytes, after: Bytes)?

        init(context: Context) { self.context = context }

        var hasReport: Bool { context.report != nil }
    }

    /// Where the document is inside something larger, and the report for skipped values.
    package var context: Context { state.context }

    /// What surrounds the bytes.
    @usableFromInline
    package struct Context {
        package var report: JSONReport?
        /// The position of the outermost value.
        package var place = Place()
        package var offset = 0
        package var line = 1
        package var column = 1
        /// Whether the bytes were derived from the document, so that all of them share one offset.
        package var isDerived = false
        /// Whether there are bytes, so that errors have a position in them.
        var isPlaced = true
        /// Whether the bytes are the content of an XML document.
        package var isXML = false
        /// How scalars are converted by default, where a model does not say. Its `unknownKey` is ignored.
        package var reading: JSONReading?
        /// Replaces the list by which a model is read; nil if each model uses its own.
        package var form: ((JSONFields) -> JSONFields?)?

        @usableFromInline
        package init(reporting report: JSONReport? = nil) { self.report = report }
    }

    /// Creates a source at the beginning of a document. `bytes` may have any contents, and must outlive the source.
    @usableFromInline
    init(document bytes: UnsafeRawBufferPointer, in context: Context) {
        start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? emptyBytes
        cursor = start
        end = start + bytes.count
        #if XML
            isXML = context.isXML
        #endif
        state = State(context: context)
        hasReordered = context.isDerived
        frames = Self.newFrames()
        framesEnd = frames + 8
        top = frames
        model = frames
    }

    deinit {
        if hasReordered { forgetOrders() }
        if state.hasReport {
            finish(&state.problems)
            context.report?.add(state.problems)
        }
        frames.deallocate()
    }

    private func forgetOrders() {
        for depth in 0..<(framesEnd - frames) {
            var next = frames[depth].orders
            while let order = next {
                next = order.pointee.next
                LearnedOrder.forget(order)
            }
        }
    }

    /// The innermost object or array. Not in an extension of the protocol, where the compiler would copy the whole
    /// frame.
    var frame: Frame {
        @inline(__always) unsafeAddress { UnsafePointer(top) }
        @inline(__always) nonmutating unsafeMutableAddress { top }
    }

    /// The number of enclosing frames.
    @usableFromInline package var depth: Int { top - frames }

    /// Enters an array or a dictionary, which need only some of a frame's properties.
    @inline(__always)
    mutating func pushContainer(_ shape: Frame.Shape) throws {
        if top + 1 == framesEnd { try grow() }
        top += 1
        frame.shape = shape
        frame.state = .first
        frame.key = nil
        frame.start = cursor
        frame.index = -1
        frame.field = -1
    }

    mutating func grow() throws {
        let outer = model - frames
        do { try growFrames() } catch { throw located(error) }
        model = frames + outer
    }

    mutating func pop() {
        top -= 1
    }
}

/// A valid address for documents without bytes.
nonisolated(unsafe) let emptyBytes: Bytes = {
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
    memory.initialize(to: 0)
    return UnsafePointer(memory)
}()

/// The kinds of JSON values.
public enum JSONKind: Hashable, Sendable {
    /// `null`
    case null
    /// `true` or `false`
    case bool
    /// A number.
    case number
    /// A string.
    case string
    /// An array.
    case array
    /// An object.
    case object
}
