import ModelgenPlanning

/// The names of the libraries' types, available around every plan: `{{Row}}`.
struct LibraryTypes: TemplateContext {
    var spelling: TypeSpelling

    static let templateNames = TemplateNames<LibraryTypes>(
        TypeSpelling.templateTypes.map { name, library in
            .text(name) { $0.spelling.library(name, of: library) }
        })
}
