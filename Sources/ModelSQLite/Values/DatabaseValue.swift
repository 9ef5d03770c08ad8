import Foundation

/// One value as SQLite stores it: one of its five storage classes.
///
/// Source: <https://www.sqlite.org/datatype3.html>, section 2.
public enum DatabaseValue: Hashable, Sendable {
    /// NULL.
    case null
    /// INTEGER, 64 bits with a sign.
    case integer(Int64)
    /// REAL, a double.
    case real(Double)
    /// TEXT in UTF-8.
    case text(String)
    /// BLOB, bytes as they are.
    case blob(Data)

    /// The class of this value.
    public var storage: StorageClass {
        switch self {
        case .null: .null
        case .integer: .integer
        case .real: .real
        case .text: .text
        case .blob: .blob
        }
    }
}

/// The five storage classes of SQLite.
public enum StorageClass: String, Hashable, Sendable {
    case null = "NULL"
    case integer = "INTEGER"
    case real = "REAL"
    case text = "TEXT"
    case blob = "BLOB"
}
