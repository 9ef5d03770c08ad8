import ModelgenSchema

/// What has been released: each version of each database, and the JSON and Swift of the last release.
///
/// Its text has one fact per line, sorted, without positions. Each version ends with its hash, which includes the
/// version before, so that two branches that both release version N conflict in one place.
///
///     modelgen.lock 2
///     Blog 1 column posts.title⇥TEXT NOT NULL
///     Blog 1 stored posts.title⇥String
///     Blog 1 table posts⇥PRIMARY KEY (id)
///     Blog 1 hash 9c0e6f7a12b34d56
///     Blog applicationID keep
///     json read Post.title⇥title: String
///     swift property Post.title⇥String
package struct Lock: Equatable, Sendable {
    package struct Version: Equatable, Sendable {
        package var version: Int
        package var facts: [Fact]
    }

    package struct PinnedDatabase: Equatable, Sendable {
        package var name: SwiftName
        /// In ascending order.
        package var versions: [Version]
        /// How released programs recognize their files.
        package var ownership = FileOwnership.applicationID

        package func version(_ version: Int) -> Version? { versions.first { $0.version == version } }
    }

    /// The form of a lock from some version of modelgen.
    package enum Form: String, Hashable, Sendable, CaseIterable {
        /// With storage classes, but not how values are written in them.
        case withoutStoredForms = "modelgen.lock 1"
        case current = "modelgen.lock 2"
    }

    /// The form in which it was read. It is written in the current form.
    package private(set) var form = Form.current
    /// By name.
    package var databases: [PinnedDatabase]
    /// The JSON that the released models read and write.
    package var json: [Fact]
    /// The declarations that the released code has.
    package var swift: [Fact]

    package init(databases: [PinnedDatabase] = [], json: [Fact] = [], swift: [Fact] = []) {
        self.databases = databases
        self.json = json
        self.swift = swift
    }

    package func database(_ name: SwiftName) -> PinnedDatabase? { databases.first { $0.name == name } }

    /// The text of the file.
    package var text: String {
        var lines = [Form.current.rawValue]
        for database in databases.sorted(by: { $0.name < $1.name }) {
            var hash = ""
            for version in database.versions.sorted(by: { $0.version < $1.version }) {
                let body = version.facts.map(\.line).sorted()
                lines += body.map { "\(database.name) \(version.version) \($0)" }
                hash = Self.hash(of: body, after: hash)
                lines.append("\(database.name) \(version.version) hash \(hash)")
            }
            if database.ownership == .version { lines.append("\(database.name) \(Self.keptApplicationID)") }
        }
        lines += json.map(\.line).sorted().map { "json \($0)" }
        lines += swift.map(\.line).sorted().map { "swift \($0)" }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The line in the lock of a database with `applicationID: keep`.
    static let keptApplicationID = "applicationID keep"

    /// The hash of a version's lines and of the version before.
    static func hash(of lines: [String], after previous: String) -> String {
        stableHash(([previous] + lines).lazy.flatMap { ($0 + "\n").utf8 })
    }
}

/// A problem in the text of a lock.
package struct LockProblem: Error, Equatable, Sendable {
    /// The line, from 1.
    package var line: Int
    /// What is wrong; what to do.
    package var message: String
}

extension Lock {
    /// Reads the text of a lock.
    ///
    /// - Throws: The first problem: a merge conflict, an invalid line, or a version that was edited.
    package init(parsing text: String) throws(LockProblem) {
        self.init()
        // By scalars: for Swift, a carriage return and the following line feed are one character.
        let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            Substring(line.last == "\r" ? line.dropLast() : line)
        }
        if let problem = Self.conflict(in: lines) { throw problem }
        guard let form = lines.first.flatMap({ Form(rawValue: String($0)) }) else {
            throw LockProblem(
                line: 1,
                message: "this version of modelgen cannot read the lock; expected `\(Form.current.rawValue)`"
            )
        }
        self.form = form
        var open: (database: SwiftName, version: Version, lines: [String])?
        var hashes: [SwiftName: String] = [:]
        for (index, line) in lines.enumerated().dropFirst() where !line.isEmpty {
            let unreadable = LockProblem(
                line: index + 1,
                message: "invalid line `\(line)`; restore the lock from version control"
            )
            guard let space = line.unicodeScalars.firstIndex(of: " ") else { throw unreadable }
            let area = line[..<space]
            let rest = Substring(line.unicodeScalars[line.unicodeScalars.index(after: space)...])
            if area == "json" || area == "swift" {
                guard let fact = Fact(line: rest) else { throw unreadable }
                if area == "json" { json.append(fact) } else { swift.append(fact) }
                continue
            }
            let name = SwiftName(String(area))
            if rest == Self.keptApplicationID {
                guard let index = databases.firstIndex(where: { $0.name == name }) else { throw unreadable }
                databases[index].ownership = .version
                continue
            }
            guard let second = rest.unicodeScalars.firstIndex(of: " "), let number = Int(rest[..<second]) else {
                throw unreadable
            }
            let body = Substring(rest.unicodeScalars[rest.unicodeScalars.index(after: second)...])
            if open.map({ $0.database != name || $0.version.version != number }) ?? true {
                if let open { throw Self.unclosed(open.database, open.version.version, line: index + 1) }
                open = (name, Version(version: number, facts: []), [])
            }
            if body.hasPrefix("hash ") {
                guard let closed = open else { throw unreadable }
                let hash = Self.hash(of: closed.lines, after: hashes[name] ?? "")
                guard body.dropFirst(5) == hash else {
                    throw LockProblem(
                        line: index + 1,
                        message:
                            "version \(number) of `\(name)` does not match the hash of its facts: the lock was edited; "
                            + "restore it from version control and let `modelgen release` write it"
                    )
                }
                hashes[name] = hash
                try append(closed.version, to: name, line: index + 1)
                open = nil
            } else {
                guard let fact = Fact(line: body) else { throw unreadable }
                open?.version.facts.append(fact)
                open?.lines.append(String(body))
            }
        }
        if let open { throw Self.unclosed(open.database, open.version.version, line: lines.count) }
    }

    private mutating func append(_ version: Version, to name: SwiftName, line: Int) throws(LockProblem) {
        guard let index = databases.firstIndex(where: { $0.name == name }) else {
            databases.append(PinnedDatabase(name: name, versions: [version]))
            return
        }
        guard databases[index].versions.last.map({ $0.version < version.version }) ?? true else {
            throw LockProblem(
                line: line,
                message: "version \(version.version) of `\(name)` is in the lock twice, since two branches released "
                    + "it: " + Self.advice(version.version)
            )
        }
        databases[index].versions.append(version)
    }

    private static func unclosed(_ name: SwiftName, _ version: Int, line: Int) -> LockProblem {
        LockProblem(
            line: line,
            message: "version \(version) of `\(name)` does not end with its hash; restore the lock from version control"
        )
    }

    /// What a conflicting merge of two branches leaves behind.
    private static func conflict(in lines: [Substring]) -> LockProblem? {
        guard let start = lines.firstIndex(where: { $0.hasPrefix("<<<<<<<") || $0.hasPrefix(">>>>>>>") }) else {
            return nil
        }
        let subject = lines[(start + 1)...].lazy.compactMap { line -> (String, Int)? in
            let words = line.split(separator: " ", maxSplits: 2)
            guard words.count == 3, let number = Int(words[1]) else { return nil }
            return (String(words[0]), number)
        }.first
        guard let (name, version) = subject else {
            return LockProblem(
                line: start + 1,
                message: "a merge left a conflict; keep one side and run `modelgen release` again"
            )
        }
        return LockProblem(
            line: start + 1,
            message: "both branches released version \(version) of `\(name)`: " + advice(version)
        )
    }

    private static func advice(_ version: Int) -> String {
        "keep the lock of the branch that shipped first, write the other's steps and `since` under version \(version + 1), "
            + "and run `modelgen release`"
    }
}

extension Lock.Version {
    /// The version without the steps to it.
    var withoutSteps: Lock.Version { Lock.Version(version: version, facts: facts.filter { !$0.kind.isStep }) }
}

extension Lock {
    /// The lock without the versions that a database no longer has.
    func squashed(_ planned: PlannedDatabase) -> Lock {
        planned.database.oldest > 1 ? squashed(planned.name, before: planned.database.oldest) : self
    }

    /// The lock without the versions of a database before `oldest`.
    package func squashed(_ name: SwiftName, before oldest: Int) -> Lock {
        var lock = self
        for index in lock.databases.indices where lock.databases[index].name == name {
            let versions = lock.databases[index].versions
            // A version that changes nothing equals the one before.
            guard let last = versions.last(where: { $0.version <= oldest }) else { continue }
            lock.databases[index].versions =
                [Version(version: oldest, facts: last.withoutSteps.facts)] + versions.filter { $0.version > oldest }
        }
        return lock
    }
}
