import Foundation

/// The bytes of a document, to which generated code writes a model.
///
///     sink.field(id)
///     sink.fieldIfPresent(nickname)
///     sink.field(createdAt, using: UnixMilliseconds())
///
/// Fields are written in the order of the model's list. Members that share a path (`user.name`, `user.avatar.url`) are
/// grouped.
public struct JSONSink: ~Copyable {
    /// An object or array that is being written.
    struct Frame {
        var shape: ModelRuntime.Frame.Shape
        /// Whether members are written immediately.
        var isPlain = false
        /// What precedes the next member or element: the opening bracket, or a comma.
        var lead: UInt8
        unowned(unsafe) var fields: JSONFields?
        var keys: UnsafePointer<OutputTable.Key>?
        /// Where the object starts.
        var start = 0
        /// The current field, or the index of the current element.
        var index = -1
        /// Where the current element starts, including its comma, or the key of the current member.
        var element = -1
        /// The field that is written next.
        var next = 0
    }

    /// A value of a field that was written but not moved to its place yet.
    struct Segment {
        var depth: Int
        var field: Int
        var start: Int
    }

    var buffer: UnsafeMutablePointer<UInt8>
    var count = 0
    var capacity = 0
    var frames: UnsafeMutablePointer<Frame>
    var top: UnsafeMutablePointer<Frame>
    var frameCapacity = 16

    /// The table for numbers with a fraction, once there was one.
    var powers: UnsafePointer<PowersOfFive.Word>?

    var segments: [Segment] = []
    /// The first member of the next object.
    package var discriminator: [UInt8] = []
    /// Values that replace those of the model at a depth.
    package var replacements: (depth: Int, values: [Int: [UInt8]]) = (-1, [:])
    /// Whether keys are property names.
    package var usesPropertyNames = false
    /// The error of a field that could not be written; thrown at the end of its object. Not a ``JSONError``: checking
    /// for one would copy its many properties.
    var failure: (any Error)?
    /// Whether the document is for a storage.
    package var isKept = false
    /// Where an Encoder is, if the document shows what the Encoder cannot write.
    var codingPath: [JSONPath.Component]?

    /// A sink that collects bytes.
    @usableFromInline
    package init() {
        capacity = 256
        buffer = Self.memory(capacity)
        frames = .allocate(capacity: frameCapacity)
        frames.initialize(to: Frame(shape: .root, lead: 0))
        top = frames
    }

    deinit {
        frames.deallocate()
        if buffer != noBytes { free(buffer) }
    }

    /// A block for the bytes, from `malloc` so that it can grow in place and be passed to a Data.
    private static func memory(_ size: Int) -> UnsafeMutablePointer<UInt8> {
        guard let memory = malloc(size) else { preconditionFailure("out of memory") }
        return memory.assumingMemoryBound(to: UInt8.self)
    }

    @usableFromInline package var depth: Int { top - frames }

    // MARK: Room

    /// Makes room for `extra` bytes.
    @inline(__always)
    mutating func reserve(_ extra: Int) {
        if capacity - count < extra { grow(extra) }
    }

    @inline(never)
    private mutating func grow(_ extra: Int) {
        // Large ones are not doubled: malloc returns blocks of 32 MB to the system (mallopt(3), M_MMAP_THRESHOLD), and
        // getting their pages again would take as long as filling them.
        let larger = max(capacity < 1 << 20 ? capacity * 2 : capacity + capacity / 2, count + extra + 64)
        // The system moves a large block without copying it.
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

    @inline(__always)
    mutating func append(_ character: Unicode.Scalar) { append(UInt8(of: character)) }

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

    /// The bytes that were written; afterwards the sink is empty.
    @usableFromInline
    package mutating func takeData() -> Data {
        // A large result is handed over without copying it.
        guard count > 4096 else {
            defer { count = 0 }
            return Data(bytes: buffer, count: count)
        }
        let result = buffer
        let length = count
        buffer = noBytes
        capacity = 0
        count = 0
        return Data(bytesNoCopy: result, count: length, deallocator: .free)
    }

    @usableFromInline
    package mutating func takeString() -> String {
        defer { count = 0 }
        return String(decoding: UnsafeBufferPointer(start: buffer, count: count), as: UTF8.self)
    }

    // MARK: Frames

    @inline(__always)
    mutating func push(_ frame: Frame) throws {
        if depth + 1 >= frameCapacity { try growFrames() }
        top += 1
        top.initialize(to: frame)
    }

    @inline(never)
    private mutating func growFrames() throws {
        guard depth < JSONSource.maximumDepth else {
            throw located(JSONError(.tooDeep, expected: "at most \(JSONSource.maximumDepth) levels"))
        }
        let larger = min(max(frameCapacity * 4, 16), JSONSource.maximumDepth + 1)
        let memory = UnsafeMutablePointer<Frame>.allocate(capacity: larger)
        let used = depth + 1
        memory.update(from: frames, count: used)
        frames.deallocate()
        frames = memory
        top = memory + (used - 1)
        frameCapacity = larger
    }

    // MARK: Errors

    /// `error` with the current position.
    @usableFromInline
    @inline(never)
    func located(_ error: any Error) -> JSONError {
        var place = JSONSource.Place()
        place.path = codingPath ?? []
        var frame = frames
        while frame <= top, !place.isSensitive {
            switch frame.pointee.shape {
            case .root: break
            case .array:
                if frame.pointee.index >= 0 { place.path.append(.index(frame.pointee.index)) }
            case .dictionary:
                if let key = key(of: frame) { place.path.append(.key(key)) }
            case .model:
                guard let fields = frame.pointee.fields else { break }
                (place.model, place.field) = (fields.model, nil)
                guard fields.fields.indices.contains(frame.pointee.index) else { break }
                place.enter(fields.fields[frame.pointee.index])
                place.path += fields.fields[frame.pointee.index].path.components
            }
            frame += 1
        }
        // The error may refer to a separate document, and contain its values.
        let known = JSONError(reading: error)
        return known.isLocated && !place.isSensitive ? known : JSONError(known, in: place)
    }

    /// The key of a dictionary's current member.
    private func key(of frame: UnsafeMutablePointer<Frame>) -> String? {
        guard frame.pointee.element >= 0 else { return nil }
        let open = UnsafePointer(buffer + frame.pointee.element)
        guard let (quote, _) = try? scanString(open, buffer + count) else { return nil }
        return try? String(json: UnsafeRawBufferPointer(start: open, count: quote + 1 - open))
    }
}

/// The bytes of sinks without any; never written to.
nonisolated(unsafe) private let noBytes = UnsafeMutablePointer(mutating: emptyBytes)
