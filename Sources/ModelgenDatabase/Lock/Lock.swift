import ModelgenSchema

/// What has been released: each version of each database, and the JSON and Swift declarations of the last release.
///
/// Its text contains one sorted fact per line, without positions. Each version ends with its hash, which includes the
/// previous version, so that if two branches both release version N, they conflict in one place.
///
///     modelgen.lock 2
///     target App
///     Blog 1 column posts.title⇥TEXT NOT NULL
///     Blog 1 stored posts.title⇥String
///     Blog 1 table posts⇥PRIMARY KEY (id)
///     Blog 1 hash 9c0e6f7a12b34d56
///     Blog applicationID keep
///     Cache 1 column pages.text⇥TEXT NOT NULL
///     Cache 1 table pages⇥PRIMARY KEY (id)
///     Cache 1 hash 1f0c9ab2740de885
///     Cache migration auto
///     json read Post.title⇥title: String
///     swift property Post.title⇥String
package struct Lock: Equatable, Sendable {
    package struct Version: Equatable, Sendable {
        package var version: Int
        package var facts: [Fact]

        /// What its columns contain.
        package var forms: [Fact] { facts.filter { $0.kind.isForm } }
    }

    package struct PinnedDatabase: Equatable, Sendable {
        package var name: SwiftName
        /// In ascending order. Without versioned migrations, the last one is that of the last release, preceded only by
        /// versions that were pinned earlier.
        package var versions: [Version]
        /// How files are migrated to the last release.
        package var mode = MigrationMode.versioned
        /// How released programs recognize their files.
        package var ownership = FileOwnership.applicationID

        package func version(_ version: Int) -> Version? { versions.first { $0.version == version } }
    }

    /// The form of a lock, which depends on the version of modelgen.
    package enum Form: String, Hashable, Sendable, CaseIterable {
        /// With storage classes, but without how values are written in them.
        case withoutStoredForms = "modelgen.lock 1"
        case current = "modelgen.lock 2"
    }

    /// The form in which it was read. It is always written in the current form.
    package internal(set) var form = Form.current
    /// The target to whose models it belongs, if the locks of other targets are looked for at the same place.
    package var target: String?
    /// By name.
    package var databases: [PinnedDatabase] = []
    /// The JSON that the released models read and write.
    package var json: [Fact] = []
    /// The declarations that the released code has.
    package var swift: [Fact] = []

    package init() {}

    package func database(_ name: SwiftName) -> PinnedDatabase? { databases.first { $0.name == name } }

    /// The text of the file.
    package var text: String {
        var lines = [Form.current.rawValue] + (target.map { ["target \($0)"] } ?? [])
        for database in databases.sorted(by: { $0.name < $1.name }) {
            var hash = ""
            for version in database.versions.sorted(by: { $0.version < $1.version }) {
                let body = version.facts.map(\.line).sorted()
                lines += body.map { "\(database.name) \(version.version) \($0)" }
                hash = Self.hash(of: body, after: hash)
                lines.append("\(database.name) \(version.version) hash \(hash)")
            }
            if database.ownership == .version { lines.append("\(database.name) \(Self.keptApplicationID)") }
            if database.mode != .versioned { lines.append("\(database.name) migration \(database.mode.rawValue)") }
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
    /// The line, counted from 1.
    package var line: Int
    /// What is wrong, and what to do.
    package var message: String
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
            // A version that changes nothing equals the previous one.
            guard let last = versions.last(where: { $0.version <= oldest }) else { continue }
            lock.databases[index].versions =
                [Version(version: oldest, facts: last.withoutSteps.facts)] + versions.filter { $0.version > oldest }
        }
        return lock
    }
}
