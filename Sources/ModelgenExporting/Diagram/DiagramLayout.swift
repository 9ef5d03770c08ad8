/// A diagram with coordinates, from which a picture is drawn.
package struct DiagramLayout: Sendable {
    package struct Point: Equatable, Sendable {
        package var x: Double
        package var y: Double

        package init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }

    /// The course of a line. Between boxes it begins at the `from` end.
    package struct Path: Sendable {
        package var start: Point
        package var segments: [Segment]

        package enum Segment: Sendable {
            case line(Point)
            case curve(Point, Point, Point)
        }

        /// The side on which the line leaves the box.
        package var startSide: Side
        package var endSide: Side

        package var end: Point {
            switch segments.last {
            case .line(let point)?, .curve(_, _, let point)?: point
            case nil: start
            }
        }
    }

    package enum Side: Sendable {
        case left, right
    }

    package var width: Double
    package var height: Double
    /// The upper left corner of each box.
    package var boxes: [Point]
    /// One path for each edge.
    package var paths: [Path]
}

/// The layout of a group of connected boxes, with its own coordinates.
package struct ComponentLayout: Sendable {
    /// The indices of the diagram's boxes and edges.
    package var boxes: [Int]
    package var edges: [Int]
    package var width: Double
    package var height: Double
    package var points: [DiagramLayout.Point]
    package var paths: [DiagramLayout.Path]
}

extension Diagram {
    /// The groups of connected boxes, and the lines within each.
    package var components: [(boxes: [Int], edges: [Int])] {
        var parents = Array(boxes.indices)
        func root(_ box: Int) -> Int {
            var box = box
            while parents[box] != box { box = parents[box] }
            return box
        }
        for edge in edges {
            let (left, right) = (root(edge.from), root(edge.to))
            if left != right { parents[max(left, right)] = min(left, right) }
        }
        var groups: [(boxes: [Int], edges: [Int])] = []
        var numbers: [Int: Int] = [:]
        for box in boxes.indices {
            let group = root(box)
            let number = numbers[group] ?? groups.count
            if number == groups.count { groups.append(([], [])) }
            numbers[group] = number
            groups[number].boxes.append(box)
        }
        for (index, edge) in edges.enumerated() {
            if let number = numbers[root(edge.from)] { groups[number].edges.append(index) }
        }
        return groups
    }

    /// Arranges the groups next to and below each other, the largest first, in a shape that fits a screen.
    package func arranged(_ components: [ComponentLayout]) -> DiagramLayout {
        let gap = DiagramMeasures.gap * 1.5
        let area = components.reduce(0) { $0 + ($1.width + gap) * ($1.height + gap) }
        let widest = components.map(\.width).max() ?? 0
        let limit = max(widest, (area * 1.6).squareRoot())
        let order = components.indices.sorted { left, right in
            let (first, second) = (components[left], components[right])
            return first.height == second.height ? left < right : first.height > second.height
        }
        var layout = DiagramLayout(
            width: 0, height: 0, boxes: Array(repeating: .init(x: 0, y: 0), count: boxes.count),
            paths: Array(
                repeating: .init(start: .init(x: 0, y: 0), segments: [], startSide: .left, endSide: .right),
                count: edges.count))
        var (x, y, rowHeight) = (0.0, 0.0, 0.0)
        for index in order {
            let component = components[index]
            if x > 0, x + component.width > limit {
                (x, y, rowHeight) = (0, y + rowHeight + gap, 0)
            }
            let origin = DiagramLayout.Point(x: x + DiagramMeasures.margin, y: y + DiagramMeasures.margin)
            for (box, point) in zip(component.boxes, component.points) { layout.boxes[box] = point + origin }
            for (edge, path) in zip(component.edges, component.paths) { layout.paths[edge] = path.moved(by: origin) }
            x += component.width + gap
            rowHeight = max(rowHeight, component.height)
            layout.width = max(layout.width, x - gap)
            layout.height = y + rowHeight
        }
        layout.width += 2 * DiagramMeasures.margin
        layout.height += 2 * DiagramMeasures.margin
        return layout
    }

    /// The built-in layout: layers from left to right.
    package var layeredLayout: DiagramLayout {
        arranged(components.map { LayeredLayout(self, boxes: $0.boxes, edges: $0.edges).layout })
    }
}

extension DiagramLayout.Point {
    package static func + (left: Self, right: Self) -> Self { .init(x: left.x + right.x, y: left.y + right.y) }
}

extension DiagramLayout.Path {
    func moved(by offset: DiagramLayout.Point) -> Self {
        var path = self
        path.start = start + offset
        path.segments = segments.map { segment in
            switch segment {
            case .line(let point): .line(point + offset)
            case .curve(let first, let second, let end): .curve(first + offset, second + offset, end + offset)
            }
        }
        return path
    }
}
