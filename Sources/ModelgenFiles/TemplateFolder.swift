import Foundation
import ModelgenRendering

/// The templates of a user's folder, by name.
package enum TemplateFolder {
    /// The embedded templates, with those of a folder replacing them.
    package static func library(_ folder: String?) throws -> TemplateLibrary {
        do {
            return try TemplateLibrary(overrides: folder.map(texts) ?? [:])
        } catch let errors as TemplateErrors {
            // Each line says "error" and where, since editors parse that form.
            let place = folder.map { $0 + "/" } ?? ""
            for error in errors.errors { StandardError.write("\(place)\(error)\n") }
            throw CommandFailure.shown
        }
    }

    package static func texts(in folder: String) throws -> [String: String] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        } catch {
            throw CommandFailure.input(
                "\(folder): cannot be read as a folder of templates; \(error.reason)")
        }
        var texts: [String: String] = [:]
        for name in names where name.hasSuffix(".mustache") {
            do {
                texts[String(name.dropLast(9))] = try String(
                    contentsOf: URL(filePath: folder).appending(path: name), encoding: .utf8)
            } catch {
                throw CommandFailure.input("\(folder)/\(name): cannot be read as UTF-8; \(error.reason)")
            }
        }
        return texts
    }
}
