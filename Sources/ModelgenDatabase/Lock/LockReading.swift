import ModelgenSchema

extension Lock {
    /// Parses the text of a lock.
    ///
    /// - Throws: The first problem: a merge conflict, an invalid line, or a version that was edited.
    package init(parsing text: String) throws(LockProblem) {
        // Splits scalars, because a carriage return followed by a line feed is a single Character.
        let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            Substring(line.last == "\r" ? line.dropLast() : line)
        }
        if let problem = LockProblem(conflictIn: lines) { throw problem }
        guard let form = lines.first.flatMap({ Form(rawValue: String($0)) }) else {
            let isLock = lines.first?.starts(with: "modelgen.lock ") == true
            throw LockProblem(
                line: 1,
                message: "this version of modelgen cannot read the lock, which "
                    + (isLock
                        ? "another version wrote; use that version"
                        : "must begin with `\(Form.current.rawValue)`; restore it from version control")
            )
        }
        var reader = LockReader()
        for (index, line) in lines.enumerated().dropFirst() where !line.isEmpty {
            try reader.read(line, number: index + 1)
        }
        self = try reader.finish(line: lines.count)
        self.form = form
    }
}

extension Lock {
    /// The number of a version, in the form that a schema allows.
    fileprivate static func version(_ digits: Substring) -> Int? {
        Int32(digits).flatMap { $0 > 0 ? Int($0) : nil }
    }
}

/// Parses the lines of a lock, except for the first one.
private struct LockReader {
    /// A version whose hash has not been read yet.
    struct OpenVersion {
        var database: SwiftName
        var version: Lock.Version
        /// The lines that the hash covers.
        var lines: [String] = []
    }

    private var lock = Lock()
    private var open: OpenVersion?
    /// The hash of the last version of each database.
    private var hashes: [SwiftName: String] = [:]
    /// The facts of versions, by their lines. Most of them also occur in the previous version.
    private var known: [ExactText: Fact] = [:]
    /// The facts about JSON and Swift that were read, by the same fact without a value. No hash covers these.
    private var seen: [Fact: Fact] = [:]

    mutating func read(_ line: Substring, number: Int) throws(LockProblem) {
        var unreadable: LockProblem {
            LockProblem(line: number, message: "invalid line `\(line)`; restore the lock from version control")
        }
        guard let (area, rest) = line.dividedAtSpace else { throw unreadable }
        if area == "json" || area == "swift" {
            guard let fact = Fact(line: rest) else { throw unreadable }
            // A call may have parameters with the same name in two places.
            let earlier = seen.updateValue(fact, forKey: Fact(fact.kind, fact.subject))
            guard fact.kind == .parameter || earlier == nil || earlier == fact else {
                throw LockProblem(
                    line: number,
                    message:
                        "`\(fact.kind.rawValue) \(fact.subject)` is in the lock twice, since a merge kept both sides; "
                        + "restore one side from version control and run `modelgen release` again")
            }
            if area == "json" { lock.json.append(fact) } else { lock.swift.append(fact) }
            return
        }
        // The lines of a database with this name have more parts.
        if area == "target", rest.dividedAtSpace == nil {
            lock.target = String(rest)
            return
        }
        let name = SwiftName(String(area))
        if rest == Lock.keptApplicationID {
            guard let index = lock.databases.firstIndex(where: { $0.name == name }) else { throw unreadable }
            lock.databases[index].ownership = .version
            return
        }
        guard let (digits, body) = rest.dividedAtSpace else { throw unreadable }
        if digits == "migration" {
            guard let index = lock.databases.firstIndex(where: { $0.name == name }),
                let mode = MigrationMode(rawValue: String(body))
            else { throw unreadable }
            lock.databases[index].mode = mode
            return
        }
        guard let version = Lock.version(digits) else { throw unreadable }
        var current = try opened(name, version, line: number)
        if body.hasPrefix("hash ") {
            try close(current, hash: body.dropFirst(5), line: number)
            open = nil
        } else {
            let text = String(body)
            guard let fact = known[ExactText(text)] ?? Fact(line: body)?.requoted else { throw unreadable }
            known[ExactText(text)] = fact
            current.version.facts.append(fact)
            current.lines.append(text)
            open = current
        }
    }

    /// Returns what was read, if the last version is complete.
    func finish(line: Int) throws(LockProblem) -> Lock {
        if let open { throw LockProblem(unclosed: open, line: line) }
        return lock
    }

    /// The version that is being read, or a new one.
    private mutating func opened(_ name: SwiftName, _ version: Int, line: Int) throws(LockProblem) -> OpenVersion {
        guard let current = open.take() else {
            return OpenVersion(database: name, version: Lock.Version(version: version, facts: []))
        }
        guard current.database == name, current.version.version == version else {
            throw LockProblem(unclosed: current, line: line)
        }
        return current
    }

    private mutating func close(_ closed: OpenVersion, hash: Substring, line: Int) throws(LockProblem) {
        let name = closed.database
        let version = closed.version.version
        let sorted = Lock.Version(version: version, facts: closed.version.facts.sorted())
        let expected = Lock.hash(of: closed.lines, after: hashes[name] ?? "")
        guard hash == expected else {
            throw LockProblem(
                line: line,
                message:
                    "version \(version) of `\(name)` does not match the hash of its facts: the lock was edited; "
                    + "restore it from version control and let `modelgen release` write it"
            )
        }
        hashes[name] = expected
        guard let index = lock.databases.firstIndex(where: { $0.name == name }) else {
            lock.databases.append(Lock.PinnedDatabase(name: name, versions: [sorted]))
            return
        }
        guard lock.databases[index].versions.last.map({ $0.version < version }) ?? true else {
            throw LockProblem(
                line: line,
                message: "version \(version) of `\(name)` is in the lock twice, since two branches released "
                    + "it: " + LockProblem.advice(version)
            )
        }
        lock.databases[index].versions.append(sorted)
    }
}

extension LockProblem {
    fileprivate init(unclosed open: LockReader.OpenVersion, line: Int) {
        self.init(
            line: line,
            message:
                "version \(open.version.version) of `\(open.database)` does not end with its hash; restore the lock "
                + "from version control"
        )
    }

    /// Recognizes what a conflicting merge of two branches leaves behind.
    fileprivate init?(conflictIn lines: [Substring]) {
        guard let start = lines.firstIndex(where: { $0.hasPrefix("<<<<<<<") || $0.hasPrefix(">>>>>>>") }) else {
            return nil
        }
        // What follows the conflict is the same on both sides.
        let conflict = lines[start...].prefix { !$0.hasPrefix(">>>>>>>") }.dropFirst()
        let subject = conflict.lazy.compactMap { line -> (String, Int)? in
            let words = line.split(separator: " ", maxSplits: 2)
            guard words.count == 3, let number = Lock.version(words[1]) else { return nil }
            return (String(words[0]), number)
        }.first
        guard let (name, version) = subject else {
            self.init(
                line: start + 1,
                message: "a merge left a conflict; keep one side and run `modelgen release` again"
            )
            return
        }
        let advice =
            Self.isAboutForms(lines[start...])
            ? "keep the lock of either branch and run `modelgen release`" : Self.advice(version)
        self.init(line: start + 1, message: "both branches released version \(version) of `\(name)`: " + advice)
    }

    /// Whether the sides of all conflicts differ only in what columns contain. A release adds what the merged schema
    /// reads.
    private static func isAboutForms(_ lines: ArraySlice<Substring>) -> Bool {
        var isInConflict = false
        return lines.allSatisfy { line in
            if line.hasPrefix("<<<<<<<") { isInConflict = true }
            if line.hasPrefix(">>>>>>>") { isInConflict = false }
            let words = line.split(separator: " ", maxSplits: 3)
            guard isInConflict, words.count == 4, Lock.version(words[1]) != nil else { return true }
            return words[2] == "hash" || Fact.Kind(rawValue: String(words[2]))?.isForm == true
        }
    }

    fileprivate static func advice(_ version: Int) -> String {
        "keep the lock of the branch that shipped first, write the other's steps and `since` under version \(version + 1), "
            + "and run `modelgen release`"
    }
}

extension Substring {
    /// The parts before and after the first space.
    fileprivate var dividedAtSpace: (Substring, Substring)? {
        guard let space = unicodeScalars.firstIndex(of: " ") else { return nil }
        return (self[..<space], Substring(unicodeScalars[unicodeScalars.index(after: space)...]))
    }
}
