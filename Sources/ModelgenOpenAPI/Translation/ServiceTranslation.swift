import ModelgenImporting
import ModelgenParsing
import ModelgenSchema

/// The servers and credentials of a document.
struct ServiceTranslation {
    private(set) var name: SwiftName
    private(set) var entries: [YAMLEntry] = []
    private(set) var comments: [String] = []
    private(set) var warnings: [(message: String, place: Node)] = []
    private var schemes: [(name: String, key: SwiftName, value: YAMLEntry)] = []
    private let global: Node?
    /// The default scheme of requests.
    private var usual: String?

    init(_ documents: inout DocumentSet) {
        let root = documents.root
        name = Self.name(of: root["info"]?["title"]?.text ?? "API")
        global = root["security"]
        addServer(documents.servers)
        for entry in root["components"]?["securitySchemes"]?.entries ?? [] {
            guard let scheme = documents.resolve(entry.value) else { continue }
            add(scheme, entry)
        }
        if let first = sendable(DocumentSet.alternatives(of: global)).first,
            let index = schemes.firstIndex(where: { $0.name == first })
        {
            schemes.insert(schemes.remove(at: index), at: 0)
        }
        usual = schemes.first?.name
        if schemes.count == 1, let only = schemes.first {
            let entry = only.value
            entries.append(
                YAMLEntry("auth", entry.value == .plain("true") ? .plain(entry.key) : .map([entry])))
        } else if schemes.count > 1 {
            entries.append(
                YAMLEntry("auth", .list(schemes.map { .map([YAMLEntry("name", .text($0.key.text)), $0.value]) })))
        }
    }

    /// `GitHubAPI` for "GitHub v3 REST API".
    private static func name(of title: String) -> SwiftName {
        let noise = ["api", "rest", "openapi", "swagger", "the", "specification", "documentation"]
        func tells(_ word: String) -> Bool {
            let lower = word.lowercased()
            return !noise.contains(lower) && !(lower.first == "v" && Int(lower.dropFirst()) != nil) && Int(lower) == nil
        }
        let words = SwiftNaming.words(of: title).filter(tells)
        // A brand keeps its capitals: GitHub.
        let kept = title.split { !$0.isLetter && !$0.isNumber }.map(String.init).filter(tells)
        if title.hasSuffix("API"), NameCheck.isIdentifier(title), title.first?.isLowercase == false {
            return SwiftName(title)
        }
        let text = (kept.isEmpty ? words : kept).prefix(4).map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        let name = SwiftNaming.type(text.isEmpty ? "Service" : text).text + "API"
        return SwiftName(NameCheck.isIdentifier(name) ? name : "ServiceAPI")
    }

    // MARK: Servers

    private mutating func addServer(_ servers: Node?) {
        guard let server = servers?.elements.first, let url = DocumentSet.url(of: servers) else { return }
        if NameCheck.isBaseURL(url) {
            entries.append(YAMLEntry("baseURL", .text(url)))
        } else if url.hasPrefix("/"), NameCheck.isBasePath(String(url.dropFirst())) {
            entries.append(YAMLEntry("basePath", .text(String(url.dropFirst()))))
        } else if !url.isEmpty {
            warnings.append(("`\(url)` cannot be the base URL of a client; the program has to set one", server))
        }
        let others = (servers?.elements.dropFirst() ?? []).compactMap { $0["url"]?.text }
        if !others.isEmpty { comments.append("Other servers: " + others.joined(separator: ", ")) }
        if let variables = server["variables"]?.entries, !variables.isEmpty {
            comments.append("The server's variables have their defaults: \(server["url"]?.text ?? "")")
        }
    }

    // MARK: Credentials

    private mutating func add(_ scheme: Node, _ entry: Node.Entry) {
        let value: YAMLEntry
        let header = scheme["name"]?.text ?? "Authorization"
        switch (scheme["type"]?.text, scheme["scheme"]?.text?.lowercased(), scheme["in"]?.text) {
        case ("http", "basic", _): value = YAMLEntry("basic", .plain("true"))
        case ("http", "bearer", _), ("oauth2", _, _), ("openIdConnect", _, _):
            value = YAMLEntry("bearer", .plain("true"))
        case ("apiKey", _, "header") where NameCheck.isHeader(header): value = YAMLEntry("header", .text(header))
        case ("apiKey", _, "query") where scheme["name"]?.text != "":
            value = YAMLEntry("query", .text(scheme["name"]?.text ?? "key"))
        default:
            warnings.append(("the credential `\(entry.name)` cannot be sent by a client; it is left out", entry.key))
            return
        }
        let taken = Set(schemes.map(\.key.text) + ["none"])
        schemes.append((entry.name, SwiftNaming.free(SwiftNaming.property(entry.name), taken), value))
    }

    /// The first of several alternatives that a client can send completely, or else what it can send of the first one.
    private func sendable(_ alternatives: [[String]]) -> [String] {
        let known = alternatives.map { names in names.filter { name in schemes.contains { $0.name == name } } }
        return zip(alternatives, known).first { !$0.isEmpty && $0.count == $1.count }?.1 ?? known.first ?? []
    }

    /// The credentials that an operation names; nil for the default.
    func credentials(of operation: Node) -> [String]? {
        guard let usual else { return nil }
        let names = sendable(DocumentSet.alternatives(of: operation["security"] ?? global))
        if names == [usual] { return nil }
        return names.compactMap { name in schemes.first { $0.name == name }?.key.text }
    }

    /// Whether a parameter is the place of a credential with which the client sends an operation. The credential would
    /// replace any value that the caller passes.
    func isCredential(_ parameter: DocumentedOperation.Parameter, of operation: Node) -> Bool {
        let names = sendable(DocumentSet.alternatives(of: operation["security"] ?? global))
        return schemes.contains { scheme in
            guard names.contains(scheme.name), case .text(let name) = scheme.value.value else { return false }
            return parameter.identity == DocumentedOperation.identity(of: name, in: scheme.value.key)
        }
    }
}
