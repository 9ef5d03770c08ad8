import ModelgenDiagnostics
import ModelgenParsing

extension DocumentSet {
    /// Finds schemas that are composed of themselves, and chains that are too long to follow.
    mutating func findCircles() {
        /// Nil while it is open, then its number of levels of `allOf`.
        var heights: [ObjectIdentifier: Int?] = [:]
        for start in composed where heights[ObjectIdentifier(start)] == nil {
            var stack = [(node: start, next: 0, height: 0)]
            heights[ObjectIdentifier(start)] = .some(nil)
            while let top = stack.last {
                let parts = top.node["allOf"]?.elements ?? []
                guard top.next < parts.count else {
                    heights[ObjectIdentifier(top.node)] = top.height
                    stack.removeLast()
                    if !stack.isEmpty {
                        stack[stack.count - 1].height = max(stack[stack.count - 1].height, top.height + 1)
                    }
                    // Those above it are even deeper, and need no separate error.
                    if top.height == Self.deepest {
                        refuse(
                            "`allOf` is nested deeper than \(Self.deepest) levels", "merge the parts in the document",
                            at: top.node)
                    }
                    continue
                }
                stack[stack.count - 1].next += 1
                guard let part = resolve(parts[top.next]) else { continue }
                switch heights[ObjectIdentifier(part)] {
                case .some(let height?): stack[stack.count - 1].height = max(top.height, height + 1)
                case .some(nil):
                    refuse(
                        "this `allOf` contains itself", "remove the part that refers to the whole", at: parts[top.next])
                case nil:
                    heights[ObjectIdentifier(part)] = .some(nil)
                    stack.append((part, 0, 0))
                }
            }
        }
    }
}
