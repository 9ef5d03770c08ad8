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
        /// The modules that its visible declarations name.
        var namedModules: [String]
        /// The frameworks of Apple's platforms with types that they name.
        var frameworks: [String]
        /// The problems of its models, each on its own.
        var findings: [Finding]
        /// The parameters of their clients with the same name.
        var parameterFindings: [Finding]
        /// The types that its models refer to but hide by others of the same name.
        var hidden: [HiddenType]

        /// Everything except its imports.
        var text: [String] { parts + contracts.map(\.type) }
    }
}
