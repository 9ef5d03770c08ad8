import Foundation

/// A Swift file with the branches of its `#if`.
struct BranchedFile {
    /// One branch, by the line of its `#if`, `#elseif` or `#else`.
    struct Branch: Hashable, Comparable, CustomStringConvertible {
        var file: String
        var line: Int

        var description: String { "\(file):\(line)" }

        static func < (left: Branch, right: Branch) -> Bool { (left.file, left.line) < (right.file, right.line) }
    }

    let path: String
    /// The modules that it imports.
    let imports: Set<String>
    private let lines: [Substring]

    /// - Parameter path: seen from the package's folder.
    init(_ path: String, in package: URL) throws {
        self.path = path
        lines = try String(contentsOf: package.appending(path: path), encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
        imports = Set(lines.compactMap(Self.importedModule))
    }

    /// `Foundation` for `@preconcurrency import Foundation`.
    private static func importedModule(_ line: Substring) -> String? {
        guard line.hasPrefix("import ") || line.contains(" import ") else { return nil }
        let words = line.split(separator: " ")
        guard let place = words.firstIndex(of: "import"), place + 1 < words.count else { return nil }
        let isImport = words[..<place].allSatisfy {
            $0.hasPrefix("@") || ["public", "package", "internal"].contains($0)
        }
        return isImport ? String(words[place + 1]) : nil
    }

    var branches: Set<Branch> {
        var branches: Set<Branch> = []
        for (index, line) in lines.enumerated() {
            switch Directive(line) {
            case .begin, .elseIf, .otherwise: branches.insert(Branch(file: path, line: index + 1))
            case .end, nil: break
            }
        }
        return branches
    }

    /// The facts that its conditions use.
    func facts() throws -> Set<String> {
        try lines.reduce(into: []) { facts, line in
            if case .begin(let text)? = Directive(line) { facts.formUnion(try Condition(text).facts) }
            if case .elseIf(let text)? = Directive(line) { facts.formUnion(try Condition(text).facts) }
        }
    }

    /// Its text with every condition decided, keeping its lines, and the branches that are then compiled.
    func decided(_ facts: Set<String>, importing extra: String?) throws -> (text: String, active: Set<Branch>) {
        var active: Set<Branch> = []
        /// For each `#if` around a line: whether it is in an active place, and whether a branch was taken already.
        var stack: [(isReached: Bool, isTaken: Bool, isActive: Bool)] = []
        var text = ""
        for (index, line) in lines.enumerated() {
            let isReached = stack.last?.isActive ?? true
            var written = String(line)
            func note() { active.insert(Branch(file: path, line: index + 1)) }
            switch Directive(line) {
            case .begin(let condition):
                let holds = try Condition(condition).holds(facts)
                stack.append((isReached, holds, isReached && holds))
                if isReached && holds { note() }
                written = holds ? "#if true" : "#if false"
            case .elseIf(let condition):
                let level = stack.removeLast()
                let holds = try !level.isTaken && Condition(condition).holds(facts)
                stack.append((level.isReached, level.isTaken || holds, level.isReached && holds))
                if level.isReached && holds { note() }
                written = holds ? "#elseif true" : "#elseif false"
            case .otherwise:
                let level = stack.removeLast()
                stack.append((level.isReached, true, level.isReached && !level.isTaken))
                if level.isReached && !level.isTaken { note() }
            case .end: stack.removeLast()
            case nil:
                if let extra, isReached, line.drop(while: { $0 == " " }) == "import Foundation" {
                    written += "; import \(extra)"
                }
            }
            text += written + "\n"
        }
        return (text, active)
    }

    private enum Directive {
        case begin(String)
        case elseIf(String)
        case otherwise
        case end

        init?(_ line: Substring) {
            guard let start = line.utf8.firstIndex(where: { $0 != UInt8(ascii: " ") }),
                line.utf8[start] == UInt8(ascii: "#")
            else { return nil }
            let line = line[start...]
            if line.hasPrefix("#if ") {
                self = .begin(String(line.dropFirst(4)))
            } else if line.hasPrefix("#elseif ") {
                self = .elseIf(String(line.dropFirst(8)))
            } else if line.hasPrefix("#else") {
                self = .otherwise
            } else if line.hasPrefix("#endif") {
                self = .end
            } else {
                return nil
            }
        }
    }
}
