import Foundation
import ModelgenDiagnostics
import ModelgenRendering

/// The templates of a user's folder.
package enum TemplateFolder {
    /// The embedded templates, with those of a folder replacing them.
    package static func library(_ folder: String) throws -> TemplateLibrary {
        let files = try files(in: folder)
        do {
            return try TemplateLibrary(overrides: files.mapValues(text))
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

    /// The text without a byte order mark.
    private static func text(_ file: SourceFile) throws -> String {
        let text = file.text
        guard let place = zip(text.utf8, file.bytes).enumerated().first(where: { $1.0 != $1.1 })?.offset else {
            return text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
        }
        throw RefusedInput(diagnostics: [
            Diagnostic(
                rule: "invalid-utf8", "invalid UTF-8", suggestion: "save the file as UTF-8",
                at: file.range(place, place + 1))
        ])
    }
}
