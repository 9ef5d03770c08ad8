/// A Mustache template, compiled once: text, tags, sections and partials.
///
/// The syntax is Mustache's (https://mustache.github.io/mustache.5.html) without the parts that code never needs: no
/// HTML escaping, no other delimiters and no lambdas. A tag that is alone on its line removes the line, and a partial
/// is indented like its tag; within a line, it adds no line break.
package struct Template: Sendable {
    indirect enum Node: Sendable {
        case text(String)
        case value(name: String, line: Int)
        case section(name: String, rendersWhen: Presence, nodes: [Node], line: Int)
        case partial(name: String, indentation: String, standsAlone: Bool, line: Int)
    }

    enum Presence: Sendable {
        case present
        case absent
    }

    package let name: String
    let nodes: [Node]

    /// Compiles a template.
    package init(name: String, text: String) throws(TemplateError) {
        self.name = name
        var parser = TemplateParser(name: name, text: text)
        nodes = try parser.parse()
    }
}

/// A problem in a template, and its place.
package struct TemplateError: Error, Hashable, CustomStringConvertible {
    package let template: String
    package let line: Int
    package let message: String

    package var description: String { "\(template).mustache:\(line): error: \(message)" }
}
