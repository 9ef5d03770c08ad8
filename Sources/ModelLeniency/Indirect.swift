import Foundation

/// An optional value that a struct stores elsewhere, because the struct would otherwise contain itself.
///
///     struct City {
///         var name: String
///         var capital: City? {
///             get { _capital.value }
///             set { _capital.value = newValue }
///         }
///
///         private var _capital: Indirect<City>
///     }
public struct Indirect<Value> {
    private var box: Box<Value>?

    /// Stores a value; nil takes no memory.
    public init(_ value: Value?) { box = value.map(Box.init) }

    /// The value. Changing it leaves copies of the struct as they are.
    public var value: Value? {
        get { box?.value }
        set { box = newValue.map(Box.init) }
    }
}

extension Indirect: Equatable where Value: Equatable {
    /// Compares the values.
    public static func == (left: Self, right: Self) -> Bool { left.value == right.value }
}

extension Indirect: Hashable where Value: Hashable {
    /// Hashes the value.
    public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

// Nothing changes the value in a box before its last reference is gone.
extension Indirect: @unchecked Sendable where Value: Sendable {}

extension Indirect: CustomStringConvertible {
    /// The description of the value, or `nil`.
    public var description: String { "\(value as Any)" }
}

extension Indirect: CustomReflectable {
    /// The mirror of the value, so that a description of the struct looks as if it were stored inline.
    public var customMirror: Mirror { Mirror(reflecting: value as Any) }
}

/// An ``Indirect`` of any type.
package protocol AnyIndirect {
    /// The value, an optional.
    var content: Any { get }
    /// Sets the value, an optional, of the one that is stored at `place`.
    static func store(_ content: Any, at place: UnsafeMutableRawPointer)
}

extension Indirect: AnyIndirect {
    package var content: Any { value as Any }

    package static func store(_ content: Any, at place: UnsafeMutableRawPointer) {
        guard let value = content as? Value? else { return }
        place.assumingMemoryBound(to: Indirect.self).pointee.value = value
    }
}

private final class Box<Value> {
    private(set) var value: Value?

    init(_ value: Value) { self.value = value }

    /// Destroys the value. Each level of a chain takes some of the thread's stack, so those below the first hundred
    /// are destroyed one after the other.
    deinit {
        let level = Destruction.level
        guard level < 100 else { return Destruction.postpone(&value) }
        Destruction.level = level + 1
        value = nil
        if level == 0 { Destruction.finish() }
        Destruction.level = level
    }
}

/// The destruction of boxes on the current thread.
private enum Destruction {
    private static let levelKey = makeKey()
    private static let postponedKey = makeKey()

    /// The number of boxes that are being destroyed, each in the value of another one.
    static var level: Int {
        get { Int(bitPattern: pthread_getspecific(levelKey)) }
        set { pthread_setspecific(levelKey, UnsafeRawPointer(bitPattern: newValue)) }
    }

    static func postpone<Value>(_ value: inout Value?) {
        let next = pthread_getspecific(postponedKey).map { Unmanaged<Postponed>.fromOpaque($0) }
        let postponed = PostponedValue<Value>(next)
        swap(&postponed.value, &value)
        pthread_setspecific(postponedKey, Unmanaged<Postponed>.passRetained(postponed).toOpaque())
    }

    static func finish() {
        while let first = pthread_getspecific(postponedKey).map({ Unmanaged<Postponed>.fromOpaque($0) }) {
            pthread_setspecific(postponedKey, first.takeUnretainedValue().next?.toOpaque())
            first.release()
        }
    }

    private static func makeKey() -> pthread_key_t {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }
}

private class Postponed {
    let next: Unmanaged<Postponed>?

    init(_ next: Unmanaged<Postponed>?) { self.next = next }
}

private final class PostponedValue<Value>: Postponed {
    var value: Value?
}
