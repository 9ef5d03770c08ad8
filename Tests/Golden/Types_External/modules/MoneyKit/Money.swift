/// An amount of money, in a module that knows nothing of models.
public struct Money: Hashable, Sendable {
    public var cents: Int64

    public init(cents: Int64) { self.cents = cents }
}

/// A part of a whole.
public struct Ratio: Hashable, Sendable {
    public var value: Double

    public init(_ value: Double) { self.value = value }
}
