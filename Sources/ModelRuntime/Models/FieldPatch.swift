/// A field of a patch: it leaves what is there, clears it, or replaces it.
///
///     var patch = Post.Patch()
///     patch.title = .value("New")
///     patch.avatarURL = .null
///     post.apply(patch)
///
/// Null clears an optional property. It counts as missing, and leaves what is there, where a property cannot be nil.
public enum FieldPatch<Value> {
    /// What is there stays; the field is absent from JSON.
    case untouched
    /// What is there is cleared.
    case null
    /// What is there is replaced.
    case value(Value)
}

extension FieldPatch: Sendable where Value: Sendable {}
extension FieldPatch: Equatable where Value: Equatable {}
extension FieldPatch: Hashable where Value: Hashable {}
