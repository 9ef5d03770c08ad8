extension Diagram {
    /// Some boxes for `dot`: their sizes, and a port for each row. Names do not affect the layout, so it gets numbers.
    package func dot(_ members: [Int], _ lines: [Int]) -> String {
        var text = """
            digraph {
            graph [rankdir=LR, nodesep=0.4, ranksep=1.1, splines=spline];
            node [shape=plain];
            edge [dir=none];

            """
        for box in members {
            var cells = cell(nil, boxes[box].width, DiagramMeasures.titleHeight + 3)
            for row in boxes[box].rows.indices { cells += cell(row, boxes[box].width, DiagramMeasures.rowHeight) }
            if !boxes[box].rows.isEmpty { cells += cell(-1, boxes[box].width, 3) }
            text +=
                "n\(box) [label=<<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"0\">\(cells)</TABLE>>];\n"
        }
        for (position, index) in lines.enumerated() where edges[index].from != edges[index].to {
            let edge = edges[index]
            // Boxes that others refer to, or that hold a value, go on the left.
            let (left, leftRow, right, rightRow) =
                edge.kind == .reference
                ? (edge.to, edge.toRow, edge.from, edge.fromRow) : (edge.from, edge.fromRow, edge.to, edge.toRow)
            text +=
                "n\(left):\(port(leftRow)):e -> n\(right):\(port(rightRow)):w [color=\"\(Self.colour(position))\"];\n"
        }
        return text + "}\n"
    }

    /// A color that identifies a line: dot sorts lines its own way, but prints their colors.
    private static func colour(_ position: Int) -> String { "#" + String(position, radix: 16).zeroPadded(to: 6) }

    private func port(_ row: Int?) -> String { row.map { "r\($0)" } ?? "t" }

    private func cell(_ row: Int?, _ width: Double, _ height: Double) -> String {
        let name = row.map { $0 < 0 ? "x" : "r\($0)" } ?? "t"
        return
            "<TR><TD PORT=\"\(name)\" FIXEDSIZE=\"TRUE\" WIDTH=\"\(Int(width))\" HEIGHT=\"\(Int(height))\"></TD></TR>"
    }

    /// Reads the output of `dot -Tplain` (https://graphviz.org/docs/outputs/plain/): inches, from the lower left
    /// corner. Nil if something is missing.
    package func component(_ members: [Int], _ lines: [Int], plain: String) -> ComponentLayout? {
        let scale = 72.0
        var height = 0.0
        var width = 0.0
        var places: [Int: DiagramLayout.Point] = [:]
        var paths: [Int: DiagramLayout.Path] = [:]
        for line in plain.split(separator: "\n") {
            let words = line.split(separator: " ")
            let numbers = words.map { Double($0) ?? 0 }
            switch words.first {
            case "graph" where words.count > 3:
                width = numbers[2] * scale
                height = numbers[3] * scale
            case "node" where words.count > 3:
                guard let box = Int(words[1].dropFirst()), boxes.indices.contains(box) else { return nil }
                places[box] = .init(
                    x: (numbers[2] * scale - boxes[box].width / 2).rounded(),
                    y: (height - numbers[3] * scale - boxes[box].height / 2).rounded())
            case "edge" where words.count > 3:
                let count = Int(numbers[3])
                let colour = words.last.flatMap { Int($0.filter(\.isHexDigit), radix: 16) }
                guard let colour, lines.indices.contains(colour), count >= 4, words.count >= 4 + 2 * count,
                    (count - 1).isMultiple(of: 3)
                else {
                    return nil
                }
                let points = (0..<count).map { index in
                    DiagramLayout.Point(x: numbers[4 + 2 * index] * scale, y: height - numbers[5 + 2 * index] * scale)
                }
                paths[colour] = path(points, of: edges[lines[colour]])
            default: continue
            }
        }
        // dot routes a line from a box to itself through its neighbors.
        for (position, index) in lines.enumerated() where edges[index].from == edges[index].to {
            paths[position] = places[edges[index].from].map { loop(edges[index], box: $0) }
        }
        guard places.count == members.count, paths.count == lines.count else { return nil }
        return ComponentLayout(
            boxes: members, edges: lines, width: width, height: height, points: members.compactMap { places[$0] },
            paths: lines.indices.compactMap { paths[$0] })
    }

    private func path(_ points: [DiagramLayout.Point], of edge: Edge) -> DiagramLayout.Path {
        // dot was given the left end first.
        let ways = edge.kind == .reference ? points.reversed() : points
        var segments: [DiagramLayout.Path.Segment] = []
        for index in stride(from: 1, to: ways.count - 2, by: 3) {
            segments.append(.curve(ways[index], ways[index + 1], ways[index + 2]))
        }
        let startSide: DiagramLayout.Side = edge.kind == .reference ? .left : .right
        let endSide: DiagramLayout.Side = edge.kind == .reference ? .right : .left
        return DiagramLayout.Path(start: ways[0], segments: segments, startSide: startSide, endSide: endSide)
    }

    /// A line from a box to itself, around its right side.
    func loop(_ edge: Edge, box: DiagramLayout.Point) -> DiagramLayout.Path {
        let x = box.x + boxes[edge.from].width
        let start = DiagramLayout.Point(x: x, y: box.y + boxes[edge.from].port(edge.fromRow))
        let end = DiagramLayout.Point(x: x, y: box.y + boxes[edge.to].port(edge.toRow))
        let stub = x + DiagramMeasures.stub
        return DiagramLayout.Path(
            start: start,
            segments: [
                .line(.init(x: stub, y: start.y)),
                .curve(.init(x: stub + 24, y: start.y), .init(x: stub + 24, y: end.y), .init(x: stub, y: end.y)),
                .line(end),
            ],
            startSide: .right, endSide: .right)
    }
}
