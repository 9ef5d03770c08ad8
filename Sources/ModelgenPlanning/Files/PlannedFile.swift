import ModelgenDatabase
import ModelgenSchema

extension SchemaPlanning {
    /// A file whose parts are planned and printed before the imports of the other files are known.
    struct PlannedFile: Sendable {
        var file: SchemaFile
        /// The text of each part.
        var parts: [String]
        var contracts: [ContractPlan]
        var modules: [String]
        /// The modules of the types in its visible declarations.
        var namedModules: [String]
        /// The frameworks of Apple's platforms with types in its visible declarations.
        var frameworks: [String]
        /// The problems of its models, each considered separately.
        var findings: [Finding]
        /// The problems of its models' clients.
        var clientFindings: [Finding]
        /// The types that its models refer to but hide with others of the same name.
        var hidden: [HiddenType]

        /// Everything except its imports.
        var text: [String] { parts + contracts.map(\.type) }
    }
}
