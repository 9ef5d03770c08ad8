import ModelgenDiagnostics
import ModelgenParsing

/// The document is OpenAPI 3, or Swagger 2.0.
enum OpenAPIVersion {
    static func diagnose(_ root: Node) -> Diagnostic? {
        if Swagger.isVersion(of: root) { return nil }
        guard let version = root["openapi"] ?? root["swagger"] else {
            return missing(at: root.entries.first?.key.range ?? root.range)
        }
        let text = version.text ?? ""
        guard ["3.0", "3.1", "3.2"].contains(where: text.hasPrefix) else {
            return error("OpenAPI \(text) is not supported", "use a document of version 3", at: version.range)
        }
        return nil
    }

    /// A large file without either word can be rejected without parsing it.
    static func diagnose(largeFile file: SourceFile) -> Diagnostic? {
        guard file.bytes.count > 4_000_000, !file.contains(anyOf: ["openapi", "swagger"]) else { return nil }
        return missing(at: file.beginning)
    }

    private static func missing(at range: SourceRange) -> Diagnostic {
        error(
            "this is not an OpenAPI document: missing version `openapi`",
            "add `openapi: 3.1.0`, or import JSON samples with `modelgen import json`", at: range)
    }

    static func diagnose(emptyFile file: SourceFile) -> Diagnostic {
        error("the file is empty", "use an OpenAPI document", at: file.beginning)
    }

    private static func error(_ message: String, _ advice: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(rule: "openapi-version", message, suggestion: advice, at: range)
    }
}

extension SourceFile {
    fileprivate func contains(anyOf words: [String]) -> Bool {
        let words = words.map { Array($0.utf8) }
        return bytes.withUnsafeBufferPointer { bytes in
            bytes.indices.contains { start in
                words.contains { $0[0] == bytes[start] && bytes[start...].starts(with: $0) }
            }
        }
    }
}
