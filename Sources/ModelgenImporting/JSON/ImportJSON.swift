import ModelgenDiagnostics
import ModelgenParsing
import ModelgenSchema

/// A sample and its model.
package struct SampleFile: Sendable {
    package var file: SourceFile
    /// Given by the user, or taken from the file name.
    package var model: ModelName

    package enum ModelName: Sendable {
        case given(String)
        /// The name of the file without its extension. `posts-1` and `posts-2` are samples of one model.
        case file(String)
    }

    package init(file: SourceFile, model: ModelName) {
        self.file = file
        self.model = model
    }
}

/// Imported models, as the text of a file.
package struct ImportedText: Sendable {
    /// `post` for `post.model.yaml`.
    package var name: String
    package var text: String

    package init(name: String, text: String) {
        self.name = name
        self.text = text
    }
}

/// Infers models from samples of JSON.
///
/// - Parameters:
///   - samples: Documents that hold an object or a list of objects; those of one model are combined.
///   - options: The naming strategies of the run that will read the result.
/// - Returns: The text of one file; nil if the samples cannot be read or contain nothing.
package func importJSON(_ samples: [SampleFile], options: ParsingOptions) -> (ImportedText?, [Diagnostic]) {
    var diagnostics: [Diagnostic] = []
    var roots: [(name: SwiftName, shape: ObjectShape, files: [String])] = []
    var empty: [Diagnostic] = []
    let documents = samples.map { sample -> Node? in
        if sample.file.isBlank {
            empty.append(
                Diagnostic(
                    rule: "json-syntax", "the file is empty", suggestion: "write a JSON document",
                    at: sample.file.range(0, 0)))
            return nil
        }
        let (document, problems) = readSample(sample.file)
        diagnostics += problems
        return document
    }
    // If one file is a list of posts, an object in another file of that name is a post.
    let lists = zip(samples, documents).filter { if case .sequence = $1?.content { true } else { false } }.map {
        $0.0.subject
    }
    for (sample, document) in zip(samples, documents) {
        guard let document else { continue }
        let objects = document.objects
        guard !objects.isEmpty else {
            empty.append(
                Diagnostic(
                    rule: "no-object-in-sample", "no object with a key, so no model can be inferred",
                    suggestion: "use a document that is an object, or a list of objects", at: document.range))
            continue
        }
        let name = sample.modelName(lists.contains(sample.subject) ? .singular : .asIs)
        let index = roots.firstIndex { $0.name == name } ?? roots.endIndex
        if index == roots.endIndex { roots.append((name, ObjectShape(key: ""), [])) }
        let part = sample.file.path.lastStep
        if !roots[index].files.contains(part) { roots[index].files.append(part) }
        for object in objects { roots[index].shape.note(object) }
    }
    // If other samples have contents, an empty one is reported and skipped.
    diagnostics += empty.map { roots.isEmpty ? $0 : $0.asWarning }
    guard !diagnostics.containsErrors, let first = roots.first else { return (nil, diagnostics) }

    let text = ModelWriting(ModelNaming(roots.map { ($0.name, $0.shape) }), options)
    let origins = roots.map { origin($0.files, $0.shape.instances) }
    let imported = ImportedText(
        name: first.name.text.fileName,
        text: printedYAML(text.entries, above: ["Inferred from " + origins.joined(separator: "; ") + "."]))
    return (imported, (diagnostics + text.warnings).sorted())
}

/// `posts.json (100 objects)`
private func origin(_ files: [String], _ count: Int) -> String {
    files.joined(separator: ", ") + (count == 1 ? " (1 object)" : " (\(count) objects)")
}

extension SourceFile {
    fileprivate var isBlank: Bool {
        bytes.drop { $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }.allSatisfy { $0 <= 0x20 }
    }
}

extension Diagnostic {
    fileprivate var asWarning: Diagnostic {
        var diagnostic = self
        diagnostic.severity = .warning
        return diagnostic
    }
}

extension Node {
    /// The objects of a document: the document itself or the elements of its list, if at least one of them has a key.
    fileprivate var objects: [[Entry]] {
        let objects = objectsOfList ?? []
        return objects.allSatisfy(\.isEmpty) ? [] : objects
    }

    /// Empty objects are included, since they make the others' fields optional. Nil if the list holds something else.
    private var objectsOfList: [[Entry]]? {
        switch content {
        case .mapping(let members): return [members]
        case .sequence(let elements):
            let objects = elements.compactMap(\.objectsOfList)
            return objects.count == elements.count ? objects.flatMap { $0 } : nil
        case .scalar: return isNull ? [] : nil
        }
    }
}

extension SampleFile {
    /// The name of the file without a number at its end.
    fileprivate var subject: String {
        switch model {
        case .given(let text): return text
        case .file(let stem):
            var words = SwiftNaming.words(of: stem)
            while words.count > 1, let last = words.last, last.allSatisfy(\.isNumber) { words.removeLast() }
            return words.joined(separator: "_")
        }
    }

    /// - Parameter number: Singular, if files of this name hold lists.
    fileprivate func modelName(_ number: SwiftNaming.GrammaticalNumber) -> SwiftName {
        switch model {
        case .given(let text): SwiftNaming.type(text)
        case .file: SwiftNaming.type(subject, number)
        }
    }
}

extension String {
    /// `post` for `Post`, `blog-post` for `BlogPost`.
    package var fileName: String {
        let words = SwiftNaming.words(of: self).map { $0.lowercased() }
        var name = words.isEmpty ? "model" : words.joined(separator: "-")
        // On most disks, a file name has at most 255 bytes, and what is generated from it has a longer suffix.
        while name.utf8.count > 200 { name.removeLast() }
        return name
    }

    /// This file name, with a number if another file has the same name, or one that differs only in case: on many
    /// disks, that is the same file. The name is taken from then on.
    package func claimed(besides taken: inout Set<String>) -> String {
        var name = self
        var number = 2
        while !taken.insert(name.lowercased()).inserted {
            name = "\(self)-\(number)"
            number += 1
        }
        return name
    }
}
