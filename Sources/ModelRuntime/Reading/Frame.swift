/// An object or array that a reader or a writer is inside.
///
/// Frames form a stack. They record where the reader or writer is, so that an error can state its path; this costs
/// nothing until there is an error.
struct Frame {
    enum Shape: UInt8 {
        /// The document.
        case root
        /// An object of a model.
        case model
        /// An object whose keys are data, or that only contains fields of the model around it.
        case dictionary
        /// An array.
        case array
    }

    enum State: UInt8 {
        /// Nothing was read after the opening bracket.
        case first
        /// A member or element was read.
        case middle
        /// The positions of all values are known, as always when writing.
        case gathered
        /// The closing bracket was read.
        case closed
        /// Not an array in brackets, but in XML: a single element, or an empty one, which means an empty array.
        case single
    }

    var shape: Shape
    var state = State.first
    /// The model.
    unowned(unsafe) var fields: JSONFields?
    /// The current element of an array, or the next expected entry of a table.
    var index = 0
    /// The current field, or -1.
    var field = -1
    /// Which of the field's paths was found, as an index.
    var rank = 0
    /// The next field that will be requested or written.
    var wanted = 0

    // What only a reader needs:

    /// The keys of a model or of a path.
    var table: Table?
    /// The opening quote of the current member's key.
    var key: Bytes?
    /// Where the current member's value begins.
    var value: Bytes?
    /// Just past the opening brace of a model, or where an array begins.
    var start: Bytes?
    /// The depth of the enclosing model.
    var outerModel = 0
    /// The field that was found but not requested yet, or -1.
    var held = -1
    /// Whether a field was taken for absent because a later one was found.
    var hasAbsent = false
    /// The positions of all values, once they are known.
    var gathered: Order?
    /// What has been learned about the models at this depth.
    var orders: Order?
    /// The number of problems in the report before the object.
    var reported = 0

    // What only a writer needs:

    /// Whether members are written immediately.
    var isPlain = false
    /// The byte before the next member or element: the opening bracket, or a comma.
    var lead: UInt8 = 0
    /// The keys of a model.
    var keys: UnsafePointer<OutputKey>?
    /// Where the object of a model begins, the current element of an array, including its comma, or the current key of
    /// a dictionary.
    var begin = 0
}

/// `,"key":` of a field. The first byte is replaced by the opening bracket for an object's first member.
struct OutputKey {
    var text: Bytes
    /// 0 for a field that is not written.
    var count: Int
}

/// A reader or a writer.
protocol Nested: ~Copyable {
    /// The frame of the document, followed by those of all objects and arrays around the current value.
    var frames: UnsafeMutablePointer<Frame> { get set }
    /// The innermost frame.
    var top: UnsafeMutablePointer<Frame> { get set }
    /// The end of the memory for frames.
    var framesEnd: UnsafeMutablePointer<Frame> { get set }
    /// The position of the outermost value.
    var origin: JSONSource.Place { get }
    /// The key of a frame's current member, if it is known.
    func key(of frame: Frame) -> String?
}

extension Nested where Self: ~Copyable {
    /// Allocates the stack of a document.
    static func newFrames(_ count: Int = 8) -> UnsafeMutablePointer<Frame> {
        let frames = UnsafeMutablePointer<Frame>.allocate(capacity: count)
        frames.initialize(repeating: Frame(shape: .root), count: count)
        return frames
    }

    @inline(never)
    mutating func growFrames() throws {
        let count = top - frames + 1
        guard count <= JSONSource.maximumDepth else {
            throw JSONError(.tooDeep, expected: "at most \(JSONSource.maximumDepth) levels")
        }
        let capacity = min(count * 4, JSONSource.maximumDepth + 1)
        let larger = Self.newFrames(capacity)
        larger.update(from: frames, count: count)
        frames.deallocate()
        (frames, top, framesEnd) = (larger, larger + (count - 1), larger + capacity)
    }

    /// The path of the current position, built from the frames. It ends at a sensitive field, because the keys inside
    /// it may be data.
    var position: JSONSource.Place {
        var place = origin
        var model: JSONFields?
        var next = frames
        while next <= top, !place.isSensitive {
            let frame = next.pointee
            next += 1
            switch frame.shape {
            case .root: break
            case .array:
                if frame.index >= 0 { place.path.append(.index(frame.index)) }
            case .dictionary, .model:
                if frame.shape == .model {
                    model = frame.fields
                    (place.model, place.field) = (model?.model, nil)
                }
                if frame.state == .gathered, frame.field >= 0, let model {
                    place.path += model.fields[frame.field].paths[frame.rank].components
                } else if let key = key(of: frame) {
                    place.path.append(.key(key))
                }
            }
            if let model, frame.field >= 0, frame.state != .closed { place.enter(model.fields[frame.field]) }
        }
        return place
    }
}
