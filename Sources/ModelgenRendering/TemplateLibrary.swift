import ModelgenDatabase
import ModelgenPlanning
import Templates

/// The templates of a run: those embedded in the tool, some of them replaced by the user's.
package struct TemplateLibrary: Sendable {
    /// The user's templates by name.
    package let overrides: [String: String]
    private let compiled: CompiledTemplates?

    /// The embedded templates, replacing those that are overridden.
    ///
    /// - Parameter overrides: The text of templates by name, `structure` for `structure.mustache`.
    /// - Throws: ``TemplateErrors`` with every problem in them: an unclosed tag, an unknown name, a template
    ///   that is never used.
    package init(overrides: [String: String] = [:]) throws {
        self.overrides = overrides
        compiled = overrides.isEmpty ? nil : CompiledTemplates(overrides)
        if let problems = compiled?.problems, !problems.isEmpty { throw TemplateErrors(errors: problems) }
    }

    /// Whether both the templates for JSON and those for rows support models whose JSON and rows are read by the same
    /// code. A user's template that replaces one of them may not.
    package var supportsSharedFields: Bool {
        [("json", "sharedColumn"), ("record", "isSharedWithJSON")].allSatisfy { name, flag in
            overrides[name]?.contains(flag) ?? true
        }
    }

    /// The text of a part, in UTF-8.
    func text(_ part: TemplatePart, for context: any TemplateContext, types: TypeSpelling) -> [UInt8] {
        (compiled ?? .embedded).text(part, for: [LibraryTypes(spelling: types), context])
    }

    /// The embedded templates by name, as `modelgen templates export` writes them.
    package static var embedded: [(name: String, text: String)] { EmbeddedTemplates.all }
}

/// Templates whose names are resolved.
struct CompiledTemplates: Sendable {
    /// The tool's own templates. They are compiled only when a run generates something.
    static let embedded = CompiledTemplates([:])

    private let program: TemplateProgram
    private var entries: [TemplatePart: TemplateProgram.Entry] = [:]
    /// The problems in the templates.
    let problems: [TemplateError]

    init(_ overrides: [String: String]) {
        var templates: [String: Template] = [:]
        var problems: [TemplateError] = []
        let embedded = EmbeddedTemplates.all
        for (name, text) in embedded {
            do throws(TemplateError) {
                templates[name] = try Template(name: name, text: overrides[name] ?? text)
            } catch {
                problems.append(error)
                // So that templates that include it can still be checked, and it is not reported as unknown.
                templates[name] = try? Template(name: name, text: text)
            }
        }
        for name in overrides.keys.sorted() where !embedded.contains(where: { $0.name == name }) {
            let known = embedded.map(\.name).joined(separator: ", ")
            problems.append(
                TemplateError(
                    template: name, line: 1, message: "no part uses a template of this name; there are \(known)"))
        }
        var compiler = TemplateCompiler(
            templates: templates, builtIn: Set(embedded.map(\.name)).subtracting(overrides.keys))
        for part in TemplatePart.allCases {
            guard let template = templates[part.rawValue] else { continue }
            entries[part] = compiler.compile(template, for: [LibraryTypes.self, part.context])
        }
        program = compiler.program
        self.problems = (problems + compiler.problems).uniqued()
    }

    func text(_ part: TemplatePart, for contexts: [any TemplateContext]) -> [UInt8] {
        entries[part].map { program.text($0, for: contexts) } ?? []
    }
}

/// All problems in the templates of a run.
package struct TemplateErrors: Error, CustomStringConvertible {
    package let errors: [TemplateError]

    package var description: String { errors.map(\.description).joined(separator: "\n") }
}

extension [TemplateError] {
    /// A partial that two templates include is checked twice, but its problems are reported once, with the names
    /// available in the first template.
    fileprivate func uniqued() -> [TemplateError] {
        var seen: Set<TemplateError> = []
        return filter { problem in
            let what = String(problem.message.prefix { $0 != ";" })
            return seen.insert(TemplateError(template: problem.template, line: problem.line, message: what)).inserted
        }
    }
}
