import Foundation

/// The bytes of a document, to which generated code writes a model.
///
///     sink.field(id)
///     sink.fieldIfPresent(nickname)
///     sink.field(createdAt, using: UnixMilliseconds())
///
/// Fields are written in the order of the model's list. Members that share a path (`user.name`, `user.avatar.url`) are
/// grouped.
public struct JSONSink: ~Copyable, Nested {
    /// The value of a field that has been written but not yet moved to its place.
    struct Segment {
        var depth: Int
        var field: Int
        var start: Int
    }

    /// A block from `malloc`, so that it can grow in place and be handed to a Data.
    var buffer = noBytes
    var count = 0
    var capacity = 0
    var frames: UnsafeMutablePointer<Frame>
    var top: UnsafeMutablePointer<Frame>
    var framesEnd: UnsafeMutablePointer<Frame>

    /// The table for writing fractions, once it has been needed. Getting it for each number would take a tenth of the
    /// time.
    var powers: PowersOfFive?

    var segments: [Segment] = []
    /// The discriminator, to be written as the first member of the next object.
    package var discriminator: [UInt8] = []
    /// Replaces the list by which a model is written; nil if each model uses its own.
    package var form: ((JSONFields) -> JSONFields?)?
    /// The error of a field that could not be written, thrown at the end of its object. Not stored as a ``JSONError``,
    /// because checking for one would copy its many properties.
    @usableFromInline var failure: (any Error)?
    /// The coding path of an Encoder, if the document stands in for what the Encoder cannot write.
    var codingPath: [JSONPath.Component]?

    /// A sink that collects bytes.
    @usableFromInline
    package init() {
        frames = Self.newFrames()
        framesEnd = frames + 8
        top = frames
    }

    deinit {
        frames.deallocate()
        if buffer != noBytes { free(buffer) }
    }

    @usableFromInline package var depth: Int { top - frames }

    /// The innermost object or array. Not in an extension of the protocol, where the compiler would copy the whole
    /// frame.
    var frame: Frame {
        @inline(__always) unsafeAddress { UnsafePointer(top) }
        @inline(__always) nonmutating unsafeMutableAddress { top }
    }

    // MARK: Room

    /// Makes room for `extra` bytes.
    @inline(__always)
    mutating func reserve(_ extra: Int) {
        if capacity - count < extra { grow(extra) }
    }

    @inline(never)
    private mutating func grow(_ extra: Int) {
        // Large blocks do not double: malloc returns blocks of 32 MB to the system (mallopt(3), M_MMAP_THRESHOLD), and
        // getting their pages back would take as long as filling them.
        let larger = max(capacity < 1 << 20 ? capacity * 2 : capacity + capacity / 2, count + extra + 256)
        // The system can move a large block without copying it.
        guard let memory = realloc(buffer == noBytes ? nil : buffer, larger) else {
            preconditionFailure("out of memory")
        }
        buffer = memory.assumingMemoryBound(to: UInt8.self)
        capacity = larger
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        reserve(1)
        buffer[count] = byte
        count &+= 1
    }

    mutating func append(_ character: Unicode.Scalar) { append(UInt8(of: character)) }

    mutating func append(word: StaticString) { append(word.utf8Start, word.utf8CodeUnitCount) }

    mutating func append(_ bytes: some Collection<UInt8>) {
        reserve(bytes.count)
        for byte in bytes {
            buffer[count] = byte
            count &+= 1
        }
    }

    @inline(__always)
    mutating func append(_ bytes: Bytes, _ length: Int) {
        reserve(length)
        (buffer + count).update(from: bytes, count: length)
        count &+= length
    }

    /// Takes the bytes that were written, leaving the sink empty.
    @usableFromInline
    package mutating func takeData() -> Data {
        defer { count = 0 }
        guard count > 4096 else { return Data(bytes: buffer, count: count) }
        // A large result is handed over without copying.
        defer { (buffer, capacity) = (noBytes, 0) }
        return Data(bytesNoCopy: buffer, count: count, deallocator: .free)
    }

    /// Returns the JSON that a closure writes, and removes it from the sink, so that something else can be written in
    /// its place.
    package mutating func takeBack(_ write: (inout JSONSink) throws -> Void) throws -> JSON {
        let start = count
        try write(&self)
        defer { count = start }
        return try JSON(json: UnsafeRawBufferPointer(start: buffer + start, count: count - start))
    }

    @usableFromInline
    package mutating func takeString() -> String {
        defer { count = 0 }
        return String(decoding: UnsafeBufferPointer(start: buffer, count: count), as: UTF8.self)
    }

    // MARK: Frames

    /// Enters an object or array. Only some properties of the frame are set, because setting all would take as long as
    /// writing short objects.
    @inline(__always)
    mutating func push(_ shape: Frame.Shape, _ bracket: Unicode.Scalar) throws {
        if top + 1 == framesEnd { try growFrames() }
        top += 1
        frame.shape = shape
        frame.state = .gathered
        frame.fields = nil
        frame.isPlain = false
        frame.lead = UInt8(of: bracket)
        frame.index = -1
        frame.field = -1
    }

    // MARK: Errors

    /// `error` with the current position.
    @usableFromInline
    @inline(never)
    func located(_ error: any Error) -> JSONError {
        let place = position
        // The error may refer to a separate document and contain values from it.
        let known = JSONError(reading: error)
        return known.isLocated && !place.isSensitive ? known : JSONError(known, in: place)
    }

    var origin: JSONSource.Place {
        var place = JSONSource.Place()
        place.path = codingPath ?? []
        return place
    }

    func key(of frame: Frame) -> String? {
        guard frame.shape == .dictionary, frame.begin >= 0 else { return nil }
        let open = UnsafePointer(buffer + frame.begin)
        guard let (quote, _) = try? scanString(open, buffer + count) else { return nil }
        return try? String(json: UnsafeRawBufferPointer(start: open, count: quote + 1 - open))
    }
}

/// The buffer of sinks that have none; never written to.
nonisolated(unsafe) private let noBytes = UnsafeMutablePointer(mutating: emptyBytes)
