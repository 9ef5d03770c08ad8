import Foundation
import ModelGeometry
import ModelSQLite

#if canImport(CoreGraphics)
    import CoreGraphics
#endif
#if canImport(UIKit)
    import UIKit
#endif

// Geometry is stored in its JSON form, and a single length as REAL.

extension CGFloat: SQLiteValue {
    /// Reads a REAL.
    public static func read(_ column: borrowing ColumnValue) throws -> CGFloat { CGFloat(try column.real()) }
    /// The value as a REAL.
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
