import ModelgenExporting
import ModelgenSchema
import SeededNumbers
import Testing

@Suite("The layout of diagrams")
struct DiagramLayoutTests {
    private struct Rectangle {
        var left: Double
        var top: Double
        var right: Double
        var bottom: Double

        func overlaps(_ other: Rectangle) -> Bool {
            left < other.right && other.left < right && top < other.bottom && other.top < bottom
        }

        func contains(_ point: DiagramLayout.Point) -> Bool {
            point.x > left + 1 && point.x < right - 1 && point.y > top + 1 && point.y < bottom - 1
        }
    }

    /// Models with references to each other, to themselves, in cycles, and with nested values.
    private func schema(seed: Int) -> Schema {
        var random = SeededNumbers(seed: UInt64(seed))
        func next(_ bound: Int) -> Int { random.below(bound) }
        let count = 1 + next(35)
        let models = (0..<count).map { number -> Model in
            var fields = [Field(name: "id", type: .scalar(.int64))]
            for field in 0..<next(9) {
                let other = SwiftName("Model\(next(count))")
                let name = SwiftName("f\(field)" + String(repeating: "x", count: next(30)))
                switch next(4) {
                case 0:
                    fields.append(
                        Field(
                            name: name, type: .optional(.scalar(.int64)),
                            reference: Reference(model: other, field: "id")))
                case 1 where next(3) == 0: fields.append(Field(name: name, type: .list(.model(other))))
                default: fields.append(Field(name: name, type: .scalar(.string)))
                }
            }
            return Model(
                name: SwiftName("Model\(number)"), file: "a", fields: fields,
                storage: .table(Table(name: SQLName("t\(number)"), database: "D", primaryKey: ["id"])))
        }
        return Schema(models: models)
    }

    private func points(of path: DiagramLayout.Path) -> [DiagramLayout.Point] {
        var points = [path.start]
        for segment in path.segments {
            let from = points.last ?? path.start
            for step in 1...24 {
                let t = Double(step) / 24
                switch segment {
                case .line(let to):
                    points.append(.init(x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t))
                case .curve(let first, let second, let to):
                    func mix(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
                        let u = 1 - t
                        return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d
                    }
                    points.append(
                        .init(x: mix(from.x, first.x, second.x, to.x), y: mix(from.y, first.y, second.y, to.y)))
                }
            }
        }
        return points
    }

    @Test("no boxes overlap, no line runs through a box, and every line ends at its row", arguments: 0..<60)
    func readable(seed: Int) {
        let diagram = schema(seed: seed).diagram
        let layout = diagram.layeredLayout
        let boxes = zip(diagram.boxes, layout.boxes).map { box, point in
            Rectangle(left: point.x, top: point.y, right: point.x + box.width, bottom: point.y + box.height)
        }
        for (index, box) in boxes.enumerated() {
            #expect(box.left >= 0 && box.top >= 0 && box.right <= layout.width && box.bottom <= layout.height)
            for other in boxes[(index + 1)...] { #expect(!box.overlaps(other)) }
        }
        #expect(layout.paths.count == diagram.edges.count)
        for (edge, path) in zip(diagram.edges, layout.paths) {
            for point in points(of: path) { #expect(!boxes.contains { $0.contains(point) }, "\(edge.label)") }
            let from = diagram.boxes[edge.from].port(edge.fromRow) + boxes[edge.from].top
            let to = diagram.boxes[edge.to].port(edge.toRow) + boxes[edge.to].top
            #expect(abs(path.start.y - from) < 0.01 && abs(path.end.y - to) < 0.01)
            #expect([boxes[edge.from].left, boxes[edge.from].right].contains { abs($0 - path.start.x) < 0.01 })
            #expect([boxes[edge.to].left, boxes[edge.to].right].contains { abs($0 - path.end.x) < 0.01 })
        }
    }

    @Test("the output of dot is read, line by line, in any order")
    func dot() throws {
        let diagram = Schema(models: [
            Model(
                name: "A", file: "a",
                fields: [Field(name: "b", type: .model("B")), Field(name: "c", type: .model("B"))]),
            Model(name: "B", file: "a"),
        ]).diagram
        #expect(diagram.dot([0, 1], [0, 1]).contains("n0:r1:e -> n1:t:w [color=\"#000001\"];"))
        let plain = """
            graph 1 5 2
            node n0 1 1 2 1 x solid plain black lightgrey
            node n1 4 1 2 1 x solid plain black lightgrey
            edge n0 n1 4 2 1 2.5 1 2.7 1 3 1 solid "#000001"
            edge n0 n1 4 2 1.5 2.5 1.5 2.7 1 3 1 solid "#000000"
            stop
            """
        let component = try #require(diagram.component([0, 1], [0, 1], plain: plain))
        #expect(component.paths.map(\.start.y) == [36, 72])
        #expect(component.points[1].x == 288 - (diagram.boxes[1].width / 2))
        #expect(diagram.component([0, 1], [0, 1], plain: "graph 1 1 1\n").map(\.width) == nil)
        #expect(
            diagram.component([0, 1], [0, 1], plain: plain.replacing("#000001", with: "#000009")).map(\.width) == nil)
    }
}
