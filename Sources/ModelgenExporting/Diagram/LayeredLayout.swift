/// Lays out boxes in layers from left to right: a box is to the left of the boxes that refer to it.
///
/// A simple form of the method of Sugiyama, Tagawa and Toda (1981): layers by the longest path, placeholders for lines
/// that cross a layer, order by barycenters, heights by the ports of neighbors. Lines run in the channels between the
/// layers and through their placeholders, so none runs through a box.
package struct LayeredLayout {
    /// A box, or the placeholder of a crossing line.
    private struct Item {
        /// Nil for a placeholder.
        var box: Int?
        var height: Double
        var layer: Int
        var y = 0.0
    }

    /// A piece of a line, from an item of one layer to one of the next.
    private struct Piece {
        var left: Int
        var leftPort: Double
        var right: Int
        var rightPort: Double
    }

    private let diagram: Diagram
    private let boxes: [Int]
    private let edges: [Int]
    /// The positions of the boxes in `boxes`, which are also their indices in `items`.
    private let positions: [Int: Int]
    private var items: [Item] = []
    private var layers: [[Int]] = []
    private var pieces: [Piece] = []
    /// The pieces at each item, in order.
    private var piecesOfItem: [[Int]] = []
    /// The pieces of each edge from left to right; empty for a line from a box to itself.
    private var chains: [[Int]] = []
    /// Whether an edge's `from` is on the right, as it usually is.
    private var leadsLeft: [Bool] = []

    package init(_ diagram: Diagram, boxes: [Int], edges: [Int]) {
        self.diagram = diagram
        self.boxes = boxes
        self.edges = edges
        positions = Dictionary(uniqueKeysWithValues: boxes.enumerated().map { ($1, $0) })
        assignLayers()
        connect()
        for _ in 0..<12 { reorder() }
        place()
    }

    // MARK: Layers

    private mutating func assignLayers() {
        var targets: [[Int]] = Array(repeating: [], count: boxes.count)
        for index in edges {
            let edge = diagram.edges[index]
            guard let from = positions[edge.from], let to = positions[edge.to], from != to else { continue }
            // A value is to the right of what holds it, a key to the left of what refers to it.
            if edge.kind == .reference { targets[from].append(to) } else { targets[to].append(from) }
        }
        var layer = Array(repeating: -1, count: boxes.count)
        var isOpen = Array(repeating: false, count: boxes.count)
        func visit(_ box: Int) -> Int {
            if layer[box] >= 0 { return layer[box] }
            isOpen[box] = true
            var result = 0
            // An edge back to an open box closes a cycle, and may run the other way.
            for target in targets[box] where !isOpen[target] { result = max(result, visit(target) + 1) }
            isOpen[box] = false
            layer[box] = result
            return result
        }
        for box in boxes.indices { _ = visit(box) }
        tighten(&layer, targets)
        items = boxes.enumerated().map { position, box in
            Item(box: box, height: diagram.boxes[box].height, layer: layer[position])
        }
    }

    /// Moves boxes that nothing refers to closer to their neighbors, to shorten lines.
    private func tighten(_ layer: inout [Int], _ targets: [[Int]]) {
        var sources: [[Int]] = Array(repeating: [], count: boxes.count)
        for (box, list) in targets.enumerated() { for target in list { sources[target].append(box) } }
        for box in boxes.indices where targets[box].isEmpty && !sources[box].isEmpty {
            let nearest = sources[box].map { layer[$0] }.min() ?? 1
            if nearest > layer[box] + 1 { layer[box] = nearest - 1 }
        }
    }

    private mutating func connect() {
        for index in edges {
            let edge = diagram.edges[index]
            let fromPort = diagram.boxes[edge.from].port(edge.fromRow)
            let toPort = diagram.boxes[edge.to].port(edge.toRow)
            guard let from = positions[edge.from], let to = positions[edge.to], items[from].layer != items[to].layer
            else {
                chains.append([])
                leadsLeft.append(false)
                continue
            }
            let isLeft = items[to].layer < items[from].layer
            let (left, leftPort, right, rightPort) =
                isLeft ? (to, toPort, from, fromPort) : (from, fromPort, to, toPort)
            var chain: [Int] = []
            var (last, port) = (left, leftPort)
            for layer in (items[left].layer + 1)..<max(items[left].layer + 1, items[right].layer) {
                items.append(Item(box: nil, height: 10, layer: layer))
                chain.append(pieces.count)
                pieces.append(Piece(left: last, leftPort: port, right: items.count - 1, rightPort: 5))
                (last, port) = (items.count - 1, 5)
            }
            chain.append(pieces.count)
            pieces.append(Piece(left: last, leftPort: port, right: right, rightPort: rightPort))
            chains.append(chain)
            leadsLeft.append(isLeft)
        }
        layers = Array(repeating: [], count: (items.map(\.layer).max() ?? 0) + 1)
        for (index, item) in items.enumerated() { layers[item.layer].append(index) }
        piecesOfItem = Array(repeating: [], count: items.count)
        for (index, piece) in pieces.enumerated() {
            piecesOfItem[piece.left].append(index)
            piecesOfItem[piece.right].append(index)
        }
    }

    // MARK: Orders

    /// Sorts each layer by the mean position of its neighbors, once to the right and once back.
    private mutating func reorder() {
        for direction in [layers.indices.map { $0 }, layers.indices.reversed().map { $0 }] {
            for (step, layer) in direction.enumerated() where step > 0 {
                let neighbours = Dictionary(
                    uniqueKeysWithValues: layers[direction[step - 1]].enumerated().map { ($1, $0) })
                var means: [Int: Double] = [:]
                for (position, item) in layers[layer].enumerated() {
                    let places = piecesOfItem[item].map { pieces[$0] }.compactMap { piece -> Double? in
                        if piece.right == item, let place = neighbours[piece.left] {
                            return Double(place) + piece.leftPort / max(items[piece.left].height, 1)
                        }
                        if piece.left == item, let place = neighbours[piece.right] {
                            return Double(place) + piece.rightPort / max(items[piece.right].height, 1)
                        }
                        return nil
                    }
                    means[item] = places.isEmpty ? Double(position) : places.reduce(0, +) / Double(places.count)
                }
                let old = layers[layer]
                layers[layer] = old.indices.sorted { left, right in
                    let (first, second) = (means[old[left]] ?? 0, means[old[right]] ?? 0)
                    return first == second ? left < right : first < second
                }.map { old[$0] }
            }
        }
    }

    // MARK: Heights

    private mutating func place() {
        for layer in layers {
            var y = 0.0
            for item in layer {
                items[item].y = y
                y += items[item].height + DiagramMeasures.gap
            }
        }
        for round in 0..<16 {
            let order = round.isMultiple(of: 2) ? Array(layers.indices) : layers.indices.reversed()
            for layer in order { settle(layers[layer]) }
        }
        let top = items.map(\.y).min() ?? 0
        for index in items.indices { items[index].y = (items[index].y - top).rounded() }
    }

    /// Moves the items of a layer as near as possible to where their lines would be straight, keeping their order and
    /// without overlaps: isotonic regression by pooling adjacent violators (Ayer et al., 1955).
    private mutating func settle(_ layer: [Int]) {
        var offset = 0.0
        var pools: [(sum: Double, weight: Double, count: Int)] = []
        var offsets: [Double] = []
        for item in layer {
            var wishes: [Double] = []
            for piece in piecesOfItem[item].map({ pieces[$0] }) {
                if piece.right == item { wishes.append(items[piece.left].y + piece.leftPort - piece.rightPort) }
                if piece.left == item { wishes.append(items[piece.right].y + piece.rightPort - piece.leftPort) }
            }
            let wish = wishes.isEmpty ? items[item].y : wishes.reduce(0, +) / Double(wishes.count)
            // Above all, lines that cross a layer should be straight.
            let weight = items[item].box == nil ? 4.0 : Double(max(1, wishes.count))
            offsets.append(offset)
            pools.append(((wish - offset) * weight, weight, 1))
            offset += items[item].height + (items[item].box == nil ? 12 : DiagramMeasures.gap)
            while pools.count > 1, let last = pools.last {
                let before = pools[pools.count - 2]
                guard before.sum / before.weight > last.sum / last.weight else { break }
                pools.removeLast(2)
                pools.append((before.sum + last.sum, before.weight + last.weight, before.count + last.count))
            }
        }
        var position = 0
        for pool in pools {
            for _ in 0..<pool.count {
                items[layer[position]].y = pool.sum / pool.weight + offsets[position]
                position += 1
            }
        }
    }

    // MARK: The result

    package var layout: ComponentLayout {
        let widths = layers.map { layer in
            layer.compactMap { items[$0].box.map { diagram.boxes[$0].width } }.max() ?? 40
        }
        var lines = Array(repeating: 0, count: layers.count)
        for piece in pieces { lines[items[piece.left].layer] += 1 }
        var lefts: [Double] = []
        var x = 0.0
        for (layer, width) in widths.enumerated() {
            lefts.append(x)
            // Lines that cross a channel at an angle need room to stay distinguishable.
            x += width + DiagramMeasures.channel + min(120, Double(lines[layer]) * 4)
        }
        let loops = edges.contains { diagram.edges[$0].from == diagram.edges[$0].to }
        let height = items.map { $0.y + $0.height }.max() ?? 0
        return ComponentLayout(
            boxes: boxes, edges: edges,
            width: (lefts.last ?? 0) + (widths.last ?? 0) + (loops ? 40 : 0), height: height,
            points: boxes.indices.map { .init(x: lefts[items[$0].layer], y: items[$0].y) },
            paths: edges.indices.map { path(of: $0, lefts, widths) })
    }

    private func path(of position: Int, _ lefts: [Double], _ widths: [Double]) -> DiagramLayout.Path {
        let edge = diagram.edges[edges[position]]
        guard !chains[position].isEmpty else {
            let place = positions[edge.from] ?? 0
            return diagram.loop(edge, box: .init(x: lefts[items[place].layer], y: items[place].y))
        }
        // From left to right, reversed if the edge leads left.
        var points: [(from: DiagramLayout.Point, to: DiagramLayout.Point)] = []
        for index in chains[position] {
            let piece = pieces[index]
            let layer = items[piece.left].layer
            let right = lefts[layer] + widths[layer]
            points.append(
                (
                    .init(x: right, y: items[piece.left].y + piece.leftPort),
                    .init(x: lefts[layer + 1], y: items[piece.right].y + piece.rightPort)
                ))
        }
        let first = pieces[chains[position][0]].left
        // A box may be narrower than its layer.
        let start = DiagramLayout.Point(
            x: lefts[items[first].layer] + (items[first].box.map { diagram.boxes[$0].width } ?? 0), y: points[0].from.y)
        var ways: [DiagramLayout.Point] = [start]
        for piece in points { ways += [piece.from, piece.to] }
        if leadsLeft[position] { ways.reverse() }
        var segments: [DiagramLayout.Path.Segment] = []
        for index in 1..<ways.count {
            let (from, to) = (ways[index - 1], ways[index])
            if from == to { continue }
            if from.y == to.y {
                segments.append(.line(to))
            } else {
                // The marks at the ends need a straight piece.
                let stub = from.x < to.x ? DiagramMeasures.stub : -DiagramMeasures.stub
                let (first, last) = (from.x + stub, to.x - stub)
                let middle = (first + last) / 2
                segments.append(.line(.init(x: first, y: from.y)))
                segments.append(
                    .curve(.init(x: middle, y: from.y), .init(x: middle, y: to.y), .init(x: last, y: to.y)))
                segments.append(.line(to))
            }
        }
        return DiagramLayout.Path(
            start: ways[0], segments: segments, startSide: leadsLeft[position] ? .left : .right,
            endSide: leadsLeft[position] ? .right : .left)
    }
}
