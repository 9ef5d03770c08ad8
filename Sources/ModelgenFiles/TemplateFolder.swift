import Foundation
import ModelgenDiagnostics
import ModelgenRendering

/// The templates of a user's folder.
package enum TemplateFolder {
    /// The embedded templates, with those of a folder replacing them.
    package static func library(_ folder: String) throws -> TemplateLibrary {
        let files = try files(in: folder)
        guard !files.isEmpty else { throw CommandFailure.input("\(folder): no *\(suffix) files in this folder") }
        do {
            let problems = files.values.sorted { $0.path < $1.path }.compactMap(invalidText)
            guard problems.isEmpty else { throw RefusedInput(diagnostics: problems) }
            return try TemplateLibrary(overrides: files.mapValues { $0.text.withoutMark })
        } catch let errors as TemplateErrors {
            throw RefusedInput(
                diagnostics: errors.errors.compactMap { error in
                    files[error.template].map { file in
                        let line = file.lines.range(ofLine: error.line) ?? 0..<0
                        return Diagnostic(
                            rule: "invalid-template", error.message, at: file.range(line.lowerBound, line.upperBound))
                    }
                })
        }
    }

    /// The files, by the names of their templates.
    package static func files(in folder: String) throws -> [String: SourceFile] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw CommandFailure.input("\(folder): cannot be read as a folder of templates; \(error.reason)")
        }
        return try names.filter { $0.hasSuffix(suffix) && !$0.hasPrefix(".") }.sorted().reduce(into: [:]) {
            $0[String($1.dropLast(suffix.count))] = try SourceFile(reading: "\(folder)/\($1)")
        }
    }

    package static let suffix = ".mustache"

    private static func invalidText(_ file: SourceFile) -> Diagnostic? {
        // Decoding replaces what is not UTF-8, also a character that the end of the file cuts off.
        let text = file.text.utf8
        let valid = zip(text, file.bytes).prefix { $0 == $1 }.count
        guard valid < text.count else { return nil }
        let place = min(valid, file.bytes.count - 1)
        return Diagnostic(
            rule: "invalid-utf8", "invalid UTF-8", suggestion: "save the file as UTF-8",
            at: file.range(place, place + 1))
    }
}

extension String {
    /// The text without a byte order mark.
    fileprivate var withoutMark: String { hasPrefix("\u{FEFF}") ? String(dropFirst()) : self }
}
