import Foundation

/// The type of a field that the server or the database assigns.
public protocol AssignedValue: Sendable {
    /// Creates a placeholder for a value that has not been assigned yet.
    init(placeholder: Unassigned)
}

/// The argument of a placeholder's initializer. Only this module can create one.
public struct Unassigned: AssignedValue {
    @usableFromInline init() {}

    /// The same value.
    @inlinable public init(placeholder: Unassigned) { self = placeholder }
}

extension AssignedValue where Self: FixedWidthInteger {
    /// 0
    @inlinable public init(placeholder _: Unassigned) { self = 0 }
}

extension String: AssignedValue {
    /// An empty string.
    @inlinable public init(placeholder _: Unassigned) { self = "" }
}

extension UUID: AssignedValue {
    /// A UUID of zeros.
    public init(placeholder _: Unassigned) { self.init(literal: "00000000-0000-0000-0000-000000000000") }
}
