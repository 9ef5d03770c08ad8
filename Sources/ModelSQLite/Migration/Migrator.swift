/// Brings a database to the newest version of its schema.
package struct Migrator {
    package let schema: DatabaseSchema
    package let course: (any MigrationCourse)?
    private let adopting: (any FileAdopting)?

    package init(
        _ schema: DatabaseSchema, _ course: (any MigrationCourse)? = nil, adopting: (any FileAdopting)? = nil
    ) {
        self.schema = schema
        self.course = course
        self.adopting = adopting
    }

    /// The contents of a file's header.
    package struct State: Equatable {
        package var version: Int
        package var applicationID: Int32
    }

    /// Whether the header says that the file belongs to this database.
    package func isOwn(_ state: State) -> Bool {
        state.version > 0 && (schema.ownership == .version || state.applicationID == schema.applicationID)
    }

    /// Migrates a file. An up-to-date one is recognized by its header alone.
    package func migrate(_ connection: Connection) throws {
        let current = try waiting(connection) {
            try connection.settle()
            if let adopting { try adopting.checkIsNew(state(connection), self) }
            return try isUpToDate(connection)
        }
        if !current {
            if connection.configuration.access == .readOnly {
                try verify(connection)
            } else {
                while try !advance(connection) {}
            }
        }
        try connection.enterJournal(connection.configuration.journal)
        connection.check.withLock { $0 = verify }
    }

    private func isUpToDate(_ connection: Connection) throws -> Bool {
        let state = try state(connection)
        guard state.version == schema.version, isOwn(state) else { return false }
        return try schema.mode.following?.isUpToDate(connection, schema) ?? true
    }

    /// What a file needs before it can be used.
    private enum Need {
        case nothing, creation, recreation, migration
        case adoption(any FileAdopting)
    }

    /// Determines from its header and tables what a file needs. Throws if this program must not use it.
    private func need(of connection: Connection, _ state: State) throws -> Need {
        let tables = try connection.integer(
            "SELECT count(*) FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
        if schema.mode.isNone {
            return tables == 0 && connection.configuration.access == .readWrite ? .creation : .nothing
        }
        try checkApplication(state)
        if tables == 0 { return .creation }
        if !isOwn(state) {
            if let adopting { return .adoption(adopting) }
            throw failure(
                .unversioned,
                "the file has tables but no version of \(schema.name); to adopt it, open it with `adopting:`")
        }
        if state.version > schema.version, schema.mode.following?.empties != true {
            switch try course?.foundNewer(version: state.version, known: schema.version) {
            case nil, .refuse: throw newer(state)
            case .open: return .nothing
            case .recreate: return .recreation
            }
        }
        if try isUpToDate(connection) { return .nothing }
        // The other modes empty a file or change its tables to match the models, whatever its version.
        if schema.mode.isVersioned { try checkAge(state.version) }
        return .migration
    }

    /// Throws if the file has to be migrated, or must not be used.
    func verify(_ connection: Connection) throws {
        if try isUpToDate(connection) { return }
        var state = try state(connection)
        switch try need(of: connection, state) {
        case .nothing: return
        case .creation, .migration: break
        case .recreation: throw newer(state)
        case .adoption(let adopting):
            state.version = try adopting.version(of: connection, self)
            if state.version == schema.version { return }
            try checkAge(state.version)
        }
        throw failure(
            .older(found: state.version, known: schema.version),
            "the tables of \(schema.name) (version \(state.version)) are not this program's (version \(schema.version)); "
                + "open it again for writing"
        )
    }

    package func state(_ connection: Connection) throws -> State {
        State(
            version: Int(try connection.integer("PRAGMA user_version")),
            applicationID: Int32(truncatingIfNeeded: try connection.integer("PRAGMA application_id"))
        )
    }

    /// Migrates to the next version, unless another process has done so. Returns true if nothing is left to do.
    private func advance(_ connection: Connection) throws -> Bool {
        let before = try waiting(connection) { try state(connection) }
        guard try lock(connection, at: before) else { return false }
        do {
            let isDone = try advanceWithin(connection, before)
            try connection.control("COMMIT")
            return isDone
        } catch {
            connection.rollBack()
            connection.recordStatements = []
            connection.statements = [:]
            throw error
        }
    }

    private func advanceWithin(_ connection: Connection, _ state: State) throws -> Bool {
        switch try need(of: connection, state) {
        case .nothing: break
        case .creation: try create(connection)
        case .recreation: try course?.recreate(connection, self)
        case .adoption(let adopting): try adopting.adopt(connection, self)
        case .migration:
            if let following = schema.mode.following {
                try following.migrate(connection, from: state.version, self)
            } else {
                try schema.adoptable?.rules.prepare(connection, at: state.version, self)
                guard try migrate(connection, from: state.version) == schema.version else { return false }
            }
            try schema.adoptable?.rules.check(connection, self)
        }
        return true
    }

    /// Rejects a file of another application, even if it has no tables yet.
    private func checkApplication(_ state: State) throws {
        guard schema.ownership == .applicationID, ![0, schema.applicationID].contains(state.applicationID) else {
            return
        }
        throw failure(
            .foreign(applicationID: state.applicationID),
            "the file has the application_id \(state.applicationID), which is not that of \(schema.name); "
                + "to share it with another program, add `applicationID: keep` to the database"
        )
    }

    /// Rejects a file whose version can no longer be migrated.
    private func checkAge(_ version: Int) throws {
        guard version < schema.oldest else { return }
        throw failure(
            .tooOld(found: version, oldest: schema.oldest),
            "\(schema.name) has version \(version), but this program only migrates files from version \(schema.oldest) on"
        )
    }

    private func newer(_ state: State) -> SQLiteError {
        failure(
            .newer(found: state.version, known: schema.version),
            "\(schema.name) has version \(state.version), but this program only knows versions up to \(schema.version)"
        )
    }

    package func failure(_ failure: MigrationFailure, _ message: String) -> SQLiteError {
        SQLiteError(.migration(failure), message: message)
    }
}

extension DatabasePool {
    package func migrate(_ migrator: Migrator) throws {
        try performAndWait(writers) { connection, _ in try migrator.migrate(connection) }
    }
}
