import Foundation

#if canImport(CoreGraphics)
    import CoreGraphics
#endif
#if canImport(UIKit)
    import UIKit
#endif

// Geometry has the form that Foundation's Codable gives it: arrays of numbers, `[x, y]` and `[[x, y], [width, height]]`.

extension JSONSource {
    /// Reads an array of exactly `count` numbers.
    mutating func readNumbers(_ count: Int) throws -> [Double] {
        let begin = cursor
        let numbers = try [Double](reading: &self)
        guard numbers.count == count else {
            throw failure(.invalidValue, at: begin, expected: "\(count) numbers")
        }
        return numbers
    }
}

extension CGFloat: JSONValue {
    /// Reads a number.
    public init(reading source: inout JSONSource) throws {
        self = CGFloat(try source.readDouble())
    }

    /// Writes a number.
    public func write(to sink: inout JSONSink) throws {
        try sink.writeDouble(Double(self))
    }
}

extension CGPoint: JSONValue {
    /// Reads `[x, y]`.
    public init(reading source: inout JSONSource) throws {
        let numbers = try source.readNumbers(2)
        self.init(x: numbers[0], y: numbers[1])
    }

    /// Writes `[x, y]`.
    public func write(to sink: inout JSONSink) throws {
        try [Double(x), Double(y)].write(to: &sink)
    }
}

extension CGSize: JSONValue {
    /// Reads `[width, height]`.
    public init(reading source: inout JSONSource) throws {
        let numbers = try source.readNumbers(2)
        self.init(width: numbers[0], height: numbers[1])
    }

    /// Writes `[width, height]`.
    public func write(to sink: inout JSONSink) throws {
        try [Double(width), Double(height)].write(to: &sink)
    }
}

extension CGRect: JSONValue {
    /// Reads `[[x, y], [width, height]]`.
    public init(reading source: inout JSONSource) throws {
        let begin = source.cursor
        let parts = try [[Double]](reading: &source)
        guard parts.count == 2, parts.allSatisfy({ $0.count == 2 }) else {
            throw source.failure(.invalidValue, at: begin, expected: "two pairs of numbers")
        }
        self.init(x: parts[0][0], y: parts[0][1], width: parts[1][0], height: parts[1][1])
    }

    /// Writes `[[x, y], [width, height]]`.
    public func write(to sink: inout JSONSink) throws {
        try [[Double(origin.x), Double(origin.y)], [Double(size.width), Double(size.height)]].write(to: &sink)
    }
}

extension NSRange: JSONValue {
    /// Reads `[location, length]`.
    public init(reading source: inout JSONSource) throws {
        let begin = source.cursor
        let numbers = try [Int](reading: &source)
        guard numbers.count == 2 else {
            throw source.failure(.invalidValue, at: begin, expected: "two integers")
        }
        self.init(location: numbers[0], length: numbers[1])
    }

    /// Writes `[location, length]`.
    public func write(to sink: inout JSONSink) throws {
        try [location, length].write(to: &sink)
    }
}

#if !canImport(CoreGraphics)
    /// A two-dimensional vector, as in CoreGraphics on Apple's platforms.
    public struct CGVector: Hashable, Sendable, Codable {
        /// The horizontal part.
        public var dx: CGFloat
        /// The vertical part.
        public var dy: CGFloat

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
        public var top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat

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
        public var horizontal: CGFloat, vertical: CGFloat

        /// An offset of these distances.
        public init(horizontal: CGFloat = 0, vertical: CGFloat = 0) {
            self.horizontal = horizontal
            self.vertical = vertical
        }
    }
#endif

extension CGVector: JSONValue {
    /// Reads `[dx, dy]`.
    public init(reading source: inout JSONSource) throws {
        let numbers = try source.readNumbers(2)
        self.init(dx: CGFloat(numbers[0]), dy: CGFloat(numbers[1]))
    }

    /// Writes `[dx, dy]`.
    public func write(to sink: inout JSONSink) throws {
        try [Double(dx), Double(dy)].write(to: &sink)
    }
}

extension CGAffineTransform: JSONValue {
    /// Reads `[a, b, c, d, tx, ty]`.
    public init(reading source: inout JSONSource) throws {
        let n = try source.readNumbers(6).map { CGFloat($0) }
        self.init(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5])
    }

    /// Writes `[a, b, c, d, tx, ty]`.
    public func write(to sink: inout JSONSink) throws {
        try [Double(a), Double(b), Double(c), Double(d), Double(tx), Double(ty)].write(to: &sink)
    }
}

extension UIEdgeInsets: JSONValue {
    /// Reads `[top, left, bottom, right]`.
    public init(reading source: inout JSONSource) throws {
        let n = try source.readNumbers(4).map { CGFloat($0) }
        self.init(top: n[0], left: n[1], bottom: n[2], right: n[3])
    }

    /// Writes `[top, left, bottom, right]`.
    public func write(to sink: inout JSONSink) throws {
        try [Double(top), Double(left), Double(bottom), Double(right)].write(to: &sink)
    }
}

extension UIOffset: JSONValue {
    /// Reads `[horizontal, vertical]`.
    public init(reading source: inout JSONSource) throws {
        let numbers = try source.readNumbers(2)
        self.init(horizontal: CGFloat(numbers[0]), vertical: CGFloat(numbers[1]))
    }

    /// Writes `[horizontal, vertical]`.
    public func write(to sink: inout JSONSink) throws {
        try [Double(horizontal), Double(vertical)].write(to: &sink)
    }
}
