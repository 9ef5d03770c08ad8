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

/// Has the name of a type in Foundation.
public struct Unit: Hashable, Sendable {
    public var symbol: String

    public init(_ symbol: String) { self.symbol = symbol }
}

/// Has the name of a type in a library that generated code imports.
public struct Row: Hashable, Sendable {
    public var number: Int

    public init(_ number: Int) { self.number = number }
}

/// Has the name of a type in Foundation, too.
public struct Formatter: Sendable {
    public init() {}
}
