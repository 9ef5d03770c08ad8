/// An object or array that the reader is inside.
///
/// Frames are in a stack of the reader. They record where the reader is, so that an error can state its path, at no
/// cost before there is an error.
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
        /// The positions of all values are known.
        case gathered
        /// The closing bracket was read.
        case closed
        /// Not an array in brackets, but a single XML element, or an empty one, which means an empty array.
        case single
    }

    var shape: Shape
    var state = State.first
    /// The keys, of a model or path.
    var table: KeyTable.Pointer?
    /// The model.
    unowned(unsafe) var fields: JSONFields?
    /// The opening quote of the current member's key.
    var key: Bytes?
    /// Where the current member's value starts.
    var value: Bytes?
    /// Behind the opening brace of a model, or where an array opens.
    var start: Bytes?
    /// The current element of an array, or the next expected entry of a table.
    var index = 0
    /// The current field, or -1.
    var field = -1
    /// Which of the field's paths was found.
    var rank = 0
    /// The depth of the enclosing model.
    var outerModel = 0
    /// The next field to be requested.
    var wanted = 0
    /// The field that was found but not requested yet, or -1.
    var held = -1
    /// Whether a field was considered absent since a later one was found.
    var hasAbsent = false
    /// Where the positions of all values are, once they are known.
    var gathered: LearnedOrder.Pointer?
    /// What was learned about models at this depth.
    var orders: LearnedOrder.Pointer?
    /// The number of problems in the report before the object.
    var reported = 0
}
