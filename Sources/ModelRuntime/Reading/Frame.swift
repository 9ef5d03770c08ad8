/// An object or array that the reader is inside of.
///
/// Frames live in a stack of the reader. They say where the reader is, so that an error can tell its path while nothing
/// is paid for it before.
struct Frame {
    enum Shape: UInt8 {
        /// The document.
        case root
        /// An object of a model.
        case model
        /// An object that only leads to fields of the model around it.
        case pathObject
        /// An array that only leads to fields of the model around it.
        case pathArray
        /// An object whose keys are data.
        case dictionary
        /// An array.
        case array
    }

    enum State: UInt8 {
        /// Nothing was read after the opening bracket.
        case first
        /// A member or element was read.
        case middle
        /// An element was read of an array that leads to fields.
        case element
        /// A member was read that something else is still to be read from.
        case pending
        /// The members that were put off are being read.
        case replaying
        /// The closing bracket was read.
        case closed
        /// What stands here is no array in brackets, but one element of XML, or none if that is empty.
        case single
    }

    var shape: Shape
    var state: State
    /// Whether the model around this one is lenient.
    var wasLenient: Bool
    /// Whether the reader keeps bits of entries beyond the 64th for this frame.
    var hasWideSeen = false
    /// The keys, of a model or path.
    var table: UnsafePointer<KeyTable>?
    /// The model.
    var fields: Unmanaged<JSONFields>?
    /// The opening quote of the current member's key.
    var key: UnsafePointer<UInt8>?
    /// Where the current member's value starts.
    var value: UnsafePointer<UInt8>?
    /// Behind the opening brace of a model, or where an array opens.
    var start: UnsafePointer<UInt8>?
    /// The current element of an array, or the next expected entry of a table, or the entry that is pending.
    var index: Int
    /// The entry that is still to be read from, in the state `pending`.
    var pending: Int
    /// The field that was yielded last, or -1.
    var field: Int
    /// Bits of the table's entries that were met, for duplicate keys.
    var seen: UInt64
    /// The depth of the model around this one.
    var outerModel = 0
    /// The field that is asked for next.
    var wanted = 0
    /// The field that was met and not asked for yet, or -1.
    var held = -1
    var order = JSONSource.Order.declared
    /// Where the places of the values begin.
    var firstGathered = 0
    /// Behind the closing brace, where that is known.
    var after: UnsafePointer<UInt8>?
    /// How many problems the report had before the object.
    var reported = 0

    init(_ shape: Shape) {
        self.shape = shape
        state = .first
        wasLenient = false
        index = 0
        pending = -1
        field = -1
        seen = 0
    }
}
