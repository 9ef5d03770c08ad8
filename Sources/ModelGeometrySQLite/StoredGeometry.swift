import Foundation
import ModelGeometry
import ModelSQLite

#if canImport(CoreGraphics)
    import CoreGraphics
#endif
#if canImport(UIKit)
    import UIKit
#endif

// Geometry is stored in the form that it has in JSON; a single length as REAL.

extension CGFloat: SQLiteValue {
    /// REAL.
    public static var storage: StorageClass { .real }
    /// Reads a REAL.
    public static func read(_ row: borrowing Row, _ index: Int) throws -> CGFloat { CGFloat(try row.real(index)) }
    /// The REAL.
    public func databaseValue() throws -> DatabaseValue { try Double(self).databaseValue() }
}

extension CGPoint: SQLiteJSONValue {}
extension CGSize: SQLiteJSONValue {}
extension CGRect: SQLiteJSONValue {}
extension CGVector: SQLiteJSONValue {}
extension CGAffineTransform: SQLiteJSONValue {}
extension UIEdgeInsets: SQLiteJSONValue {}
extension UIOffset: SQLiteJSONValue {}
extension NSRange: SQLiteJSONValue {}
