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
    /// Reads a REAL.
    public static func read(_ column: borrowing ColumnValue) throws -> CGFloat { CGFloat(try column.real()) }
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
