import Foundation
import ModelRuntime

#if canImport(CoreGraphics)
    import CoreGraphics
#endif
#if canImport(UIKit)
    import UIKit
#endif

// The JSON form of geometry is that of Foundation's Codable: arrays of numbers, `[x, y]` and
// `[[x, y], [width, height]]`.

extension JSONError {
    fileprivate static func array(insteadOf expected: String) -> JSONError {
        JSONError(.invalidValue, expected: expected, found: "an array")
    }
}

extension [Double] {
    fileprivate func require(_ count: Int) throws {
        guard self.count == count else { throw JSONError.array(insteadOf: "\(count) numbers") }
    }
}

extension CGFloat: JSONRepresentable {
    /// Creates a value from a number.
    public init(jsonForm number: Double) { self = CGFloat(number) }

    /// The value as a number.
    public var jsonForm: Double { Double(self) }
}

extension CGPoint: JSONRepresentable {
    /// Creates a point from `[x, y]`.
    public init(jsonForm numbers: [Double]) throws {
        try numbers.require(2)
        self.init(x: numbers[0], y: numbers[1])
    }

    /// `[x, y]`
    public var jsonForm: [Double] { [x, y] }
}

extension CGSize: JSONRepresentable {
    /// Creates a size from `[width, height]`.
    public init(jsonForm numbers: [Double]) throws {
        try numbers.require(2)
        self.init(width: numbers[0], height: numbers[1])
    }

    /// `[width, height]`
    public var jsonForm: [Double] { [width, height] }
}

extension CGVector: JSONRepresentable {
    /// Creates a vector from `[dx, dy]`.
    public init(jsonForm numbers: [Double]) throws {
        try numbers.require(2)
        self.init(dx: numbers[0], dy: numbers[1])
    }

    /// `[dx, dy]`
    public var jsonForm: [Double] { [dx, dy] }
}

extension CGAffineTransform: JSONRepresentable {
    /// Creates a transform from `[a, b, c, d, tx, ty]`.
    public init(jsonForm numbers: [Double]) throws {
        try numbers.require(6)
        self.init(a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5])
    }

    /// `[a, b, c, d, tx, ty]`
    public var jsonForm: [Double] { [a, b, c, d, tx, ty] }
}

extension UIEdgeInsets: JSONRepresentable {
    /// Creates insets from `[top, left, bottom, right]`.
    public init(jsonForm numbers: [Double]) throws {
        try numbers.require(4)
        self.init(top: numbers[0], left: numbers[1], bottom: numbers[2], right: numbers[3])
    }

    /// `[top, left, bottom, right]`
    public var jsonForm: [Double] { [top, left, bottom, right] }
}

extension UIOffset: JSONRepresentable {
    /// Creates an offset from `[horizontal, vertical]`.
    public init(jsonForm numbers: [Double]) throws {
        try numbers.require(2)
        self.init(horizontal: numbers[0], vertical: numbers[1])
    }

    /// `[horizontal, vertical]`
    public var jsonForm: [Double] { [horizontal, vertical] }
}

extension CGRect: JSONRepresentable {
    /// Creates a rectangle from `[[x, y], [width, height]]`.
    public init(jsonForm parts: [[Double]]) throws {
        guard parts.map(\.count) == [2, 2] else { throw JSONError.array(insteadOf: "two pairs of numbers") }
        self.init(x: parts[0][0], y: parts[0][1], width: parts[1][0], height: parts[1][1])
    }

    /// `[[x, y], [width, height]]`
    public var jsonForm: [[Double]] { [origin.jsonForm, size.jsonForm] }
}

extension NSRange: JSONRepresentable {
    /// Creates a range from `[location, length]`.
    public init(jsonForm numbers: [Int]) throws {
        guard numbers.count == 2 else { throw JSONError.array(insteadOf: "two integers") }
        self.init(location: numbers[0], length: numbers[1])
    }

    /// `[location, length]`
    public var jsonForm: [Int] { [location, length] }
}

#if !canImport(CoreGraphics)
    /// A two-dimensional vector, as in CoreGraphics on Apple's platforms.
    public struct CGVector: Hashable, Sendable, Codable {
        /// The horizontal component.
        public var dx: CGFloat
        /// The vertical component.
        public var dy: CGFloat

        /// The vector whose components are zero.
        public static let zero = CGVector()

        /// Creates a vector from its components.
        public init(dx: CGFloat = 0, dy: CGFloat = 0) {
            self.dx = dx
            self.dy = dy
        }
    }

    /// An affine transform, as in CoreGraphics on Apple's platforms.
    public struct CGAffineTransform: Hashable, Sendable, Codable {
        /// The components of the matrix and the translation.
        public var a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat

        /// The transform that changes nothing.
        public static let identity = CGAffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

        /// Creates a transform whose components are all zero, as on Apple's platforms.
        public init() {
            self.init(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0)
        }

        /// Creates a transform from the components of its matrix and its translation.
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
        /// The distances from the edges.
        public var top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat

        /// The insets that are all zero.
        public static let zero = UIEdgeInsets()

        /// Creates insets.
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
        public var horizontal: CGFloat, vertical: CGFloat

        /// The offset whose distances are zero.
        public static let zero = UIOffset()

        /// Creates an offset.
        public init(horizontal: CGFloat = 0, vertical: CGFloat = 0) {
            self.horizontal = horizontal
            self.vertical = vertical
        }
    }
#endif
