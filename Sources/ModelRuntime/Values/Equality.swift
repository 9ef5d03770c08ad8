// What the `==` of generated structs calls for each property.
//
// It says the same as the property's own `==`. But that of optionals the compiler always puts in place, in debug builds
// too, which is ten times the code of a call; and finding out which `==` is meant takes it longer than any call.

/// Whether two values are equal.
@inlinable
public func areEqual<Value: Equatable>(_ left: Value, _ right: Value) -> Bool {
    left == right
}

/// Whether two values are equal, or both nil.
@inlinable
public func areEqual<Value: Equatable>(_ left: Value?, _ right: Value?) -> Bool {
    left == right
}
