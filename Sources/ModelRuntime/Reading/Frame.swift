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
        /// An object whose keys are data, or that only leads to fields of the model around it.
        case dictionary
        /// An array.
        case array
    }

    enum State: UInt8 {
        /// Nothing was read after the opening bracket.
        case first
        /// A member or element was read.
        case middle
        /// The places of all values are known.
        case gathered
        /// The closing bracket was read.
        case closed
        /// This is not an array in brackets, but a single XML element, or an empty one, which stands for no element.
        case single
    }

    var shape: Shape
    var state: State
    /// Whether the model around this one is lenient.
    var wasLenient: Bool
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
    /// The current element of an array, or the next expected entry of a table.
    var index = 0
    /// The field that is current, or -1.
    var field = -1
    /// Which of the field's paths led to it.
    var rank = 0
    /// The depth of the model around this one.
    var outerModel = 0
    /// The field that is asked for next.
    var wanted = 0
    /// The field that was met and not asked for yet, or -1.
    var held = -1
    /// Whether the places of all values are known, from `firstGathered` on.
    var isGathered = false
    var firstGathered = 0
    /// What earlier objects of the model showed.
    var order: Unmanaged<JSONSource.LearnedOrder>?
    /// Behind the closing brace, if that is known.
    var after: UnsafePointer<UInt8>?
    /// How many problems the report had before the object.
    var reported = 0

    init(_ shape: Shape) {
        self.shape = shape
        state = .first
        wasLenient = false
    }
}
