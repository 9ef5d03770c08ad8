import ModelgenPlanning

/// A file to be written.
package struct GeneratedFile: Hashable, Sendable {
    /// A name in the output folder, never a path.
    package var name: String
    package var text: String
    /// The modules that it imports.
    package var imports: [String] = []
}

extension TemplateLibrary {
    /// The text of each part of a file, except for those whose template is empty.
    package func print(_ parts: [FilePlan.Part], _ types: TypeSpelling) -> [String] {
        parts.compactMap { part in
            let (template, context) = part.template
            let text = String(decoding: text(template, for: context, types: types).laidOut, as: UTF8.self)
            return text.contains { !$0.isWhitespace } ? text : nil
        }
    }

    /// The text of each file, in the order of the plans. The plans release their parts as they are rendered: keeping
    /// both of ten thousand models at once would take a fifth more memory.
    package func render(_ plans: inout [FilePlan]) -> [GeneratedFile] {
        var files: [GeneratedFile] = []
        for start in stride(from: 0, to: plans.count, by: 64) {
            let some = start..<min(start + 64, plans.count)
            files += Array(plans[some]).concurrentMap(render)
            for index in some { plans[index].parts = [] }
        }
        return files
    }

    private func render(_ plan: FilePlan) -> GeneratedFile {
        let file = PrintedFile(header: plan.header, imports: plan.imports, contracts: plan.contracts, parts: plan.parts)
        return GeneratedFile(
            name: plan.name, text: String(decoding: text(.file, for: file, types: plan.types), as: UTF8.self),
            imports: plan.imports.map(\.module))
    }
}

/// A file whose parts are rendered.
struct PrintedFile: TemplateContext {
    var header: [String]
    var imports: [ImportPlan]
    var contracts: [ContractPlan]
    var parts: [String]

    static let templateNames: TemplateNames<PrintedFile> = [
        .lines("header") { $0.header.map { $0.isEmpty ? "//" : "// " + $0 } },
        .list("imports", \.imports),
        .flag("hasPackageImports") { $0.imports.contains(where: \.isPackages) },
        .list("contracts", \.contracts),
        .lines("parts", \.parts),
    ]
}

extension ImportPlan: TemplateContext {
    package static let templateNames: TemplateNames<ImportPlan> = [
        .text("access", \.access),
        .text("module", \.module),
        .flag("isPackages", \.isPackages),
        .flag("isPlatforms", \.isPlatforms),
    ]
}

extension ContractPlan: TemplateContext {
    package static let templateNames: TemplateNames<ContractPlan> = [
        .text("name", \.name),
        .text("type", \.type),
    ]
}

extension [UInt8] {
    /// The code of a part as a person would lay it out.
    var laidOut: [UInt8] { withoutBlankEnds.withShortBodies.wrapped }

    /// The code without empty lines at its end, and without trailing blanks in lines that are otherwise empty. In a
    /// literal, these blanks are part of the value.
    fileprivate var withoutBlankEnds: [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(count)
        for (line, kind) in CodeLines(self) {
            let isBlank = line.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            if kind == .literal || !isBlank { output += line }
            output.append(UInt8(ascii: "\n"))
        }
        while let last = output.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: " ") { output.removeLast() }
        return output
    }
}
