/// A model with fields that the server or the database assigns, which its draft does not have.
///
///     let draft = Post.Draft(userId: 7, title: "Hello")
///     let post = Post(draft, id: 12)
///     let again = Post.Draft(post)
///
/// Generated code conforms to it.
public protocol DraftableModel: JSONModel, Equatable {
    /// The model without the assigned fields.
    associatedtype Draft
    /// The assigned field; ``Unassigned`` if there are several, or if it is not named `id`.
    associatedtype Assigned: AssignedValue

    /// Creates the model from a draft and the assigned field.
    init(_ draft: Draft, id: Assigned)
}

/// A model without the fields that the server or the database assigns.
///
/// Generated code conforms to it. A draft is read, written and compared by its model's code, with placeholders for the
/// assigned fields, which only this module creates and which are never visible.
public protocol ModelDraft: JSONModel, Equatable {
    /// The model that a draft becomes.
    associatedtype DraftedModel: DraftableModel where DraftedModel.Draft == Self

    /// Creates a draft from a model, without the assigned fields.
    init(_ model: DraftedModel)
}

extension ModelDraft {
    /// The fields of the model. Assigned fields are neither read nor written.
    public static var jsonFields: JSONFields { DraftedModel.jsonFields.ofDraft }

    /// Reads the fields of the model.
    public init(fields source: inout JSONSource) throws {
        self = .of(try DraftedModel(fields: &source))
    }

    /// Reads the fields of the model.
    public init(fields source: inout CodableSource) throws {
        self = .of(try DraftedModel(fields: &source))
    }

    /// Writes the fields of the model.
    public func write(fields sink: inout JSONSink) throws {
        try model.write(fields: &sink)
    }

    /// Writes the fields of the model.
    public func write(fields sink: inout CodableSink) throws {
        try model.write(fields: &sink)
    }

    /// Whether all properties are equal.
    public static func == (left: Self, right: Self) -> Bool {
        left.model == right.model
    }

    /// The model, with placeholders for the assigned fields.
    @inlinable package var unassigned: DraftedModel {
        DraftedModel(self, id: DraftedModel.Assigned(placeholder: Unassigned()))
    }

    // Private, so that what uses it is compiled once, here, and not specialized for each draft in a release build of
    // the user's program.

    private var model: DraftedModel { unassigned }

    private static func of(_ model: DraftedModel) -> Self { Self(model) }
}
