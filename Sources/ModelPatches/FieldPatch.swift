/// A field of a patch, which leaves a value unchanged, clears it, or replaces it.
///
///     var patch = Post.Patch()
///     patch.title = .value("New")
///     patch.avatarURL = .null
///     post.apply(patch)
///
/// Null clears an optional property. If a property cannot be nil, applying null leaves it unchanged, but null is sent,
/// because the server may have a default. For a property whose values include null, such as a `JSON`, `null` in a
/// document is read as that value.
public enum FieldPatch<Value> {
    /// The value is unchanged; the field is absent from JSON.
    case untouched
    /// The value is cleared.
    case null
    /// The value is replaced.
    case value(Value)
}

extension FieldPatch: Sendable where Value: Sendable {}
extension FieldPatch: Equatable where Value: Equatable {}
extension FieldPatch: Hashable where Value: Hashable {}
