import Foundation

/// The bytes of a document, from which generated code reads a model.
///
/// A source is positioned at a value. Reading the value moves past it:
///
///     id = try source.field()
///     title = try source.fieldIfPresent()
///
/// Fields are read in the order of the model's list. The reader of bytes follows RFC 8259 strictly; rejects more than
/// 512 levels of nesting, and anything after the document; ignores a byte order mark; and never traps, whatever the
/// bytes. If a key occurs twice, the first member is used, as in JSONDecoder.
public struct JSONSource: ~Copyable, Nested {
    /// The maximum nesting of arrays and objects that can be read and written.
    public static let maximumDepth = 512

    @usableFromInline var cursor: Bytes
    @usableFromInline let end: Bytes
    let start: Bytes

    var frames: UnsafeMutablePointer<Frame>
    var top: UnsafeMutablePointer<Frame>
    var framesEnd: UnsafeMutablePointer<Frame>
    /// Rarely used state, stored separately so that the source itself is only a few words.
    package let state: State
    /// The length of the last list, up to 16.
    var lastCount = 0
    /// The model whose fields are read.
    var model: UnsafeMutablePointer<Frame>
    /// Whether there may be an object whose members were gathered, so that most documents never search for one.
    var hasReordered: Bool
    #if XML
        /// Whether this is the content of an XML document: all scalars are strings, and a list of one looks like its
        /// element.
        package let isXML: Bool
    #else
        package var isXML: Bool { false }
    #endif

    /// Rarely used state. Only the source that owns it changes it, so no access needs an exclusivity check.
    package final class State {
        /// Where the document is inside something larger, and the report that collects skipped values.
        let context: Context
        /// The skipped values so far, without their lines; some are taken back. The report gets them at the end.
        @exclusivity(unchecked) package var problems: [JSONError] = []
        /// The discriminator keys of objects, by their depth, with the position after the brace.
        @exclusivity(unchecked) var discriminators: [Int: (start: Bytes, keys: [String])] = [:]
        /// What is known of unions whose cases are tried.
        @exclusivity(unchecked) package var unions: AnyObject?
        /// Behind the brace and the end of the last object that was gathered and is invalid, so that it need not be skipped
        /// once more for each value that contains it.
        @exclusivity(unchecked) var invalid: (start: Bytes, after: Bytes)?

        init(context: Context) { self.context = context }

        var hasReport: Bool { context.report != nil }
    }

    /// Where the document is inside something larger, and the report that collects skipped values.
    package var context: Context { state.context }

    /// What contains the bytes.
    @usableFromInline
    package struct Context {
        package var report: JSONReport?
        /// Where the outermost value is.
        package var place = Place()
        package var offset = 0
        package var line = 1
        package var column = 1
        /// Whether the bytes were made from the document, so that one offset is used for all of them.
        package var isDerived = false
        /// Whether there are bytes, so that errors have a position in them.
        var isPlaced = true
        /// Whether the bytes are the content of an XML document.
        package var isXML = false
        /// How scalars are converted where no model says so. Its `unknownKey` is ignored here.
        package var reading: JSONReading?
        /// The list by which a model is read; nil if it is its own.
        package var form: ((JSONFields) -> JSONFields?)?

        @usableFromInline
        package init(reporting report: JSONReport? = nil) { self.report = report }
    }

    /// A source at the beginning of a document; `bytes` may be arbitrary bytes, which must outlive it.
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

    /// The innermost object or array. Not in an extension of the protocol, where the compiler would copy the whole.
    var frame: Frame {
        @inline(__always) unsafeAddress { UnsafePointer(top) }
        @inline(__always) nonmutating unsafeMutableAddress { top }
    }

    /// The number of enclosing frames.
    @usableFromInline package var depth: Int { top - frames }

    /// Enters an array or a dictionary, which only need this part of their frames.
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
        try growFrames()
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
