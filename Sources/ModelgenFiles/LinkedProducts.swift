import ModelgenPlanning
import ModelgenRendering

extension [GeneratedFile] {
    /// Throws if the files import a library of this package that the target does not depend on. The compiler would only
    /// report a missing module, in a line that the user did not write.
    package func requireProducts(among linked: Set<String>) throws {
        var missing: [String: String] = [:]
        for file in self {
            for module in file.imports where module.hasPrefix("Model") && !linked.contains(module) {
                guard TypeSpelling.Library(rawValue: module) != nil else { continue }
                missing[module] = missing[module] ?? file.name.replacing(".swift", with: ".yaml")
            }
        }
        guard !missing.isEmpty else { return }
        let products = missing.sorted { $0.key < $1.key }.map { module, file in
            "    .product(name: \"\(module)\", package: \"modelgen\"),  // \(file)"
        }
        throw CommandFailure.input(
            "the target is missing dependencies that its models need; add to its dependencies in Package.swift:\n"
                + products.joined(separator: "\n"))
    }
}
