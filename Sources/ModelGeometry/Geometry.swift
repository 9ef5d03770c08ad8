import Foundation
import ModelRuntime

#if canImport(CoreGraphics)
    import CoreGraphics
#endif
#if canImport(UIKit)
    import UIKit
#endif

// Geometry has the form that Foundation's Codable gives it: arrays of numbers, `[x, y]` and `[[x, y], [width, height]]`.

/// A value that consists of numbers, in JSON an array of them.
public protocol JSONNumbers: JSONRepresentable where JSONForm == [Double] {
    /// The numbers, in the order of the array.
    static var jsonNumbers: [WritableKeyPath<Self, CGFloat>] { get }

    /// A value whose numbers are then set.
    init()
}

extension JSONNumbers {
    /// Sets the numbers.
    public init(jsonForm numbers: [Double]) throws {
        let properties = Self.jsonNumbers
        guard numbers.count == properties.count else { throw JSONError(notAnArrayOf: "\(properties.count) numbers") }
        self.init()
        for (property, number) in zip(properties, numbers) { self[keyPath: property] = CGFloat(number) }
    }

    /// The numbers.
    public var jsonForm: [Double] { Self.jsonNumbers.map { Double(self[keyPath: $0]) } }
}

extension JSONError {
    fileprivate init(notAnArrayOf parts: String) {
        self.init(.invalidValue, expected: parts, found: "an array")
    }
}

extension CGFloat: JSONRepresentable {
    /// The number.
    public init(jsonForm number: Double) { self = CGFloat(number) }

    /// The number.
    public var jsonForm: Double { Double(self) }
}

extension CGPoint: JSONNumbers {
    /// `[x, y]`
    public static var jsonNumbers: [WritableKeyPath<CGPoint, CGFloat>] { [\.x, \.y] }
}

extension CGSize: JSONNumbers {
    /// `[width, height]`
    public static var jsonNumbers: [WritableKeyPath<CGSize, CGFloat>] { [\.width, \.height] }
}

extension CGVector: JSONNumbers {
    /// `[dx, dy]`
    public static var jsonNumbers: [WritableKeyPath<CGVector, CGFloat>] { [\.dx, \.dy] }
}

extension CGAffineTransform: JSONNumbers {
    /// `[a, b, c, d, tx, ty]`
    public static var jsonNumbers: [WritableKeyPath<CGAffineTransform, CGFloat>] { [\.a, \.b, \.c, \.d, \.tx, \.ty] }
}

extension UIEdgeInsets: JSONNumbers {
    /// `[top, left, bottom, right]`
    public static var jsonNumbers: [WritableKeyPath<UIEdgeInsets, CGFloat>] { [\.top, \.left, \.bottom, \.right] }
}

extension UIOffset: JSONNumbers {
    /// `[horizontal, vertical]`
    public static var jsonNumbers: [WritableKeyPath<UIOffset, CGFloat>] { [\.horizontal, \.vertical] }
}

extension CGRect: JSONRepresentable {
    /// The rectangle of `[[x, y], [width, height]]`.
    public init(jsonForm parts: [[Double]]) throws {
        guard parts.map(\.count) == [2, 2] else { throw JSONError(notAnArrayOf: "two pairs of numbers") }
        self.init(x: parts[0][0], y: parts[0][1], width: parts[1][0], height: parts[1][1])
    }

    /// `[[x, y], [width, height]]`
    public var jsonForm: [[Double]] { [origin.jsonForm, size.jsonForm] }
}

extension NSRange: JSONRepresentable {
    /// The range of `[location, length]`.
    public init(jsonForm numbers: [Int]) throws {
        guard numbers.count == 2 else { throw JSONError(notAnArrayOf: "two integers") }
        self.init(location: numbers[0], length: numbers[1])
    }

    /// `[location, length]`
    public var jsonForm: [Int] { [location, length] }
}

#if !canImport(CoreGraphics)
    /// A two-dimensional vector, as in CoreGraphics on Apple's platforms.
    public struct CGVector: Hashable, Sendable, Codable {
        /// The horizontal part.
        public var dx: CGFloat = 0
        /// The vertical part.
        public var dy: CGFloat = 0

        /// The vector of length zero.
        public init() {}

        /// A vector of these parts.
        public init(dx: CGFloat = 0, dy: CGFloat = 0) {
            self.dx = dx
            self.dy = dy
        }
    }

    /// An affine transform, as in CoreGraphics on Apple's platforms.
    public struct CGAffineTransform: Hashable, Sendable, Codable {
        /// The matrix and the translation.
        public var a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat

        /// The identity transform.
        public init() {
            self.init(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)
        }

        /// A transform with this matrix and translation.
        public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {
            self.a = a
            self.b = b
            self.c = c
            self.d = d
            self.tx = tx
            self.ty = ty
        }
    }
#endif

#if !canImport(UIKit)
    /// Distances from the edges of a rectangle, as in UIKit.
    public struct UIEdgeInsets: Hashable, Sendable, Codable {
        /// The distances.
        public var top: CGFloat = 0, left: CGFloat = 0, bottom: CGFloat = 0, right: CGFloat = 0

        /// No distances.
        public init() {}

        /// Insets of these distances.
        public init(top: CGFloat = 0, left: CGFloat = 0, bottom: CGFloat = 0, right: CGFloat = 0) {
            self.top = top
            self.left = left
            self.bottom = bottom
            self.right = right
        }
    }

    /// A two-dimensional offset, as in UIKit.
    public struct UIOffset: Hashable, Sendable, Codable {
        /// The distances.
        public var horizontal: CGFloat = 0, vertical: CGFloat = 0

        /// No offset.
        public init() {}

        /// An offset of these distances.
        public init(horizontal: CGFloat = 0, vertical: CGFloat = 0) {
            self.horizontal = horizontal
            self.vertical = vertical
        }
    }
#endif
