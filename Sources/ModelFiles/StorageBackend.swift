import Foundation

/// The backend of a ``ModelStorage``: files, user defaults, or a custom one such as a keychain.
public protocol StorageBackend: Sendable {
    /// Returns the bytes of an entry, or nil if there is none.
    func read(_ entry: StorageEntry) throws(StorageError) -> Data?
    /// Replaces the bytes of an entry. A reader must find either the old bytes or the new ones, never a mixture.
    func write(_ data: Data, to entry: StorageEntry) throws(StorageError)
    /// Removes an entry, if there is one.
    func remove(_ entry: StorageEntry) throws(StorageError)
    /// Returns the keys of a kind, in any order.
    func keys(of kind: String) throws(StorageError) -> [String]
    /// Runs a closure while no other storage uses the same location, and rethrows its errors. It may be called again
    /// inside the closure.
    func exclusively<Result>(_ body: () throws -> Result) throws -> Result
}

extension StorageBackend {
    /// Runs a closure while excluding other storages of this process. This is sufficient for a backend that only one
    /// process uses.
    public func exclusively<Result>(_ body: () throws -> Result) throws -> Result {
        try StorageLock.process.withLock(body)
    }
}

/// A lock that the thread that holds it may acquire again.
enum StorageLock {
    static let process = NSRecursiveLock()
    /// The directories that the thread with the lock has locked for this process.
    nonisolated(unsafe) static var places: Set<String> = []
}

/// The key of a stored value.
public struct StorageEntry: Hashable, Sendable, CustomStringConvertible {
    /// The name of the value's type without its module: `Post`, `Post.Draft`, `Array<Post>`.
    public let kind: String
    /// The key. Strings that are equal in Swift are the same key, even if their scalars differ.
    public let key: String

    /// Creates an entry from a kind and a key.
    public init(kind: String, key: String) {
        self.kind = kind
        self.key = key.precomposedStringWithCanonicalMapping
    }

    /// `Post 12`
    public var description: String { "\(kind) \(key)" }
}

/// Why a value could not be stored or read.
///
/// The description contains neither the value nor its key, which may be a sensitive field of the model. ``entry``
/// contains the key.
public struct StorageError: Error, Sendable, CustomStringConvertible, LocalizedError {
    /// What went wrong.
    public enum Kind: Sendable {
        /// The value cannot be represented in JSON; usually a ``JSONError``.
        case encoding(any Error)
        /// The stored data is not, or no longer, valid JSON for the type. Usually a ``JSONError`` with the position.
        case decoding(any Error)
        /// The key is longer than this number of UTF-8 bytes.
        case keyTooLong(limit: Int)
        /// The user defaults suite does not exist.
        case noSuite(String)
        /// The bytes cannot be read or written, for example because of missing permission or space.
        case place(any Error)
    }

    /// What went wrong.
    public let kind: Kind
    /// The affected entry, if there is a single one.
    public let entry: StorageEntry?

    /// Creates an error.
    public init(_ kind: Kind, _ entry: StorageEntry?) {
        self.kind = kind
        self.entry = entry
    }

    /// What went wrong, and for which type of value.
    public var description: String {
        let subject = entry.map { "\($0.kind): " } ?? ""
        return switch kind {
        case .encoding(let error): subject + "it cannot be written: \(error)"
        case .decoding(let error): subject + "the stored value cannot be read: \(error)"
        case .keyTooLong(let limit): subject + "the key is longer than \(limit) bytes"
        case .noSuite(let name): "no user defaults suite `\(name)`"
        // The path is not shown, because its last part is the key.
        case .place(let error as CocoaError): subject + "\(CocoaError(error.code))"
        case .place(let error): subject + "\(error)"
        }
    }

    /// What went wrong, and for which type of value.
    public var errorDescription: String? { description }
}

/// The name under which a type's values are stored. It contains no modules, so that values are still found if the type
/// moves to another module.
func kindName(of type: Any.Type) -> String {
    let full = String(reflecting: type)
    // The full name of a type inside a function contains an address.
    guard !full.contains("(") else { return String(describing: type) }
    var name = ""
    var path = ""
    func finish() {
        let parts = path.split(separator: ".")
        name += parts.count > 1 ? parts.dropFirst().joined(separator: ".") : path
        path = ""
    }
    for character in full {
        if character.isLetter || character.isNumber || character == "_" || character == "." {
            path.append(character)
        } else {
            finish()
            name.append(character)
        }
    }
    finish()
    return name
}
