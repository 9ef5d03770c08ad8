import ModelgenCore
import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenPlanning
import ModelgenRendering
import Testing

extension Pipeline {
    /// A pipeline without options.
    static func plain() throws -> Pipeline { Pipeline(options: GenerationOptions(), templates: try TemplateLibrary()) }

    /// The lock of a first release, which has no errors.
    func lock(_ files: [SourceFile]) throws -> SourceFile {
        let released = release(files, lock: nil)
        try #require(released.diagnostics.errors.map(\.message) == [])
        return SourceFile(path: "modelgen.lock", text: try #require(released.lock))
    }

    /// The errors of a run.
    func errors(_ files: [SourceFile], lock: SourceFile? = nil, for purpose: Purpose) -> [Diagnostic] {
        analyse(files, lock: lock, for: purpose).diagnostics.errors
    }

    /// The only database of a file, which has no errors.
    func database(_ text: String) throws -> PlannedDatabase {
        let result = analyse([SourceFile(path: "m.model.yaml", text: text)], for: .generating)
        try #require(result.diagnostics.errors.map(\.message) == [])
        return try #require(result.models?.databases.first)
    }
}
