import BenchmarkReport
import Foundation

/// A public OpenAPI document in the user's folder.
struct ServiceDocument {
    /// `openapi.github`
    let id: String
    let file: URL

    /// Those of GitHub and Stripe that exist.
    static func all(in folder: URL) -> [ServiceDocument] {
        [
            ("openapi.github", ["github.json", "api.github.com.json"]),
            ("openapi.stripe", ["stripe.yaml", "stripe-old.yaml"]),
        ].compactMap { id, names in
            names.map { folder.appendingPathComponent($0) }.first { FileManager.default.fileExists(atPath: $0.path) }
                .map { ServiceDocument(id: id, file: $0) }
        }
    }

    /// Imports it into a new folder.
    func `import`(into models: URL) throws {
        try run(modelgen.path, "import", "openapi", file.path, "--output", models.path)
    }
}

/// The types of generated files with synthesized conformances: the same properties and cases, and nothing else.
struct PlainTypes {
    private var lines: [String] = ["import Foundation", "import ModelRuntime", ""]
    private var isInside = false

    /// The remaining text of a file.
    static func text(of generated: String) -> String {
        var types = PlainTypes()
        var declaration: Substring = ""
        for line in generated.split(separator: "\n", omittingEmptySubsequences: false) {
            if declaration.isEmpty {
                declaration = line
            } else {
                // Ends the last line of a wrapped list as if it were not wrapped.
                declaration += (line.hasPrefix("    )") ? "" : " ") + line.drop { $0 == " " }
            }
            if isWrapped(declaration) { continue }
            types.read(declaration)
            declaration = ""
        }
        return types.lines.joined(separator: "\n")
    }

    /// Whether a declaration, a case or a property continues on the next line.
    private static func isWrapped(_ line: Substring) -> Bool {
        if line.hasPrefix("nonisolated ") { return !line.hasSuffix("{") && !line.hasSuffix("}") }
        guard line.hasPrefix("    case ") || line.hasPrefix("    var "), !line.contains("\"") else { return false }
        return line.count { "([".contains($0) } > line.count { ")]".contains($0) }
    }

    private mutating func read(_ line: Substring) {
        if line == "}" {
            if isInside { lines.append("}") }
            isInside = false
        } else if !line.hasPrefix(" "), let head = Self.head(of: line) {
            lines.append(head)
            isInside = true
        } else if isInside, !line.hasPrefix("     "), Self.isMember(line) {
            lines.append(String(line))
        }
    }

    private static func isMember(_ line: Substring) -> Bool {
        if line.hasPrefix("    case ") { return !line.hasPrefix("    case unknown(") }
        return line.hasPrefix("    var ") && !line.hasSuffix("{")
    }

    /// `struct Post: Hashable, Sendable, Codable {`
    private static func head(of line: Substring) -> String? {
        var words = line.split(separator: " ")[...]
        // The service itself is not a type in its documents.
        let isService = ["RESTAPI", "AuthenticatedAPI", "MultiCredentialAPI"].contains { line.hasSuffix(": \($0) {") }
        guard words.first == "nonisolated", !isService else { return nil }
        words.removeFirst()
        let indirection = words.first == "indirect" ? "indirect " : ""
        if words.first == "indirect" { words.removeFirst() }
        guard let kind = words.first, ["struct", "enum"].contains(kind), let name = words.dropFirst().first else {
            return nil
        }
        let isRaw = line.contains("RawRepresentable") || line.contains(": String,") || line.contains(": Int,")
        let raw = isRaw ? (line.contains("Int,") ? "Int, " : "String, ") : ""
        return "\(indirection)\(kind) \(name) \(raw)Hashable, Sendable, Codable {"
    }
}
