/// Workflow commands of GitHub Actions, which annotate the files of a change
/// (https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions).
///
///     ::error file=Models/post.model.yaml,line=4,col=7,endLine=4,endColumn=12,title=unknown-type::unknown type `Strng`
enum GitHubReport {
    static func text(_ entries: [ReportEntry]) -> String { entries.map { line($0) + "\n" }.joined() }

    private static func line(_ entry: ReportEntry) -> String {
        var properties: [String] = []
        if let place = entry.place {
            properties += ["file=\(escapedProperty(place.path))", "line=\(place.line)", "col=\(place.column)"]
            properties.append("endLine=\(place.endLine)")
            // GitHub shows columns only for a range within one line.
            if place.endLine == place.line, place.endColumn > place.column {
                properties.append("endColumn=\(place.endColumn)")
            }
        }
        properties.append("title=\(escapedProperty(entry.rule))")
        let waiver = entry.waiver.map { "; waived: \($0)" } ?? ""
        return "::\(command(entry)) \(properties.joined(separator: ","))::\(escaped(entry.message + waiver))"
    }

    private static func command(_ entry: ReportEntry) -> String {
        guard entry.waiver == nil else { return "notice" }
        return switch entry.level {
        case .error: "error"
        case .warning: "warning"
        case .note: "notice"
        }
    }

    /// As GitHub's own toolkit does it
    /// (https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts).
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "%": "%25"
            case "\r": "%0D"
            case "\n": "%0A"
            default: String(scalar)
            }
        }.joined()
    }

    private static func escapedProperty(_ text: String) -> String {
        escaped(text).unicodeScalars.map { scalar in
            switch scalar {
            case ":": "%3A"
            case ",": "%2C"
            default: String(scalar)
            }
        }.joined()
    }
}
