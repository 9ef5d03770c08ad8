import ModelgenDiagnostics
import ModelgenSchema

extension Resolver {
    func resolveEnumeration(_ declaration: Declaration) {
        let file = files[declaration.file]
        var enumeration = Enumeration(
            name: declaration.name,
            file: file.name,
            module: file.module,
            rawType: .string,
            cases: []
        )
        var caseNodes: [(key: Node, value: Node?)] = []
        if case .sequence(let names) = declaration.node.content {
            caseNodes = names.map { ($0, nil) }
        } else {
            let entries = Entries<EnumKey>(declaration.node, reading)
            enumeration.rawType = entries.word(.raw) ?? .string
            enumeration.documentation = entries.text(.doc)
            guard let cases = entries[.cases] else { return knowEnumeration(enumeration) }
            caseNodes = cases.elements.map { ($0, nil) } + cases.entries.map { ($0.key, $0.value) }
        }
        enumeration.cases = caseNodes.compactMap { enumCase($0.key, $0.value, raw: enumeration.rawType) }
        report(EmptyEnum.diagnose(enumeration, written: caseNodes.count, at: declaration.key))
        diagnostics += DuplicateRawValue.diagnose(enumeration, caseNodes)
        if case .mapping = declaration.node.content, let node = Entries<EnumKey>(declaration.node, reading)[.unknown],
            let text = node.text
        {
            enumeration.unknown = unknownCase(text, at: node, enumeration, caseNodes.map(\.key))
        }
        knowEnumeration(enumeration)
    }

    private func enumCase(_ key: Node, _ value: Node?, raw type: Enumeration.RawType) -> Enumeration.Case? {
        guard let name = key.text, !reading.isInvalid(key) else { return nil }
        report(InvalidIdentifier.diagnose(key, what: "a case") ?? ReservedMemberName.diagnose(case: key))
        if let value, reading.isInvalid(value) { return nil }
        var raw: Node? = value
        var documentation: String?
        if let value, case .mapping = value.content {
            let entries = Entries<CaseKey>(value, reading)
            raw = entries[.value]
            documentation = entries.text(.doc)
            if raw == nil { return nil }
        }
        return InvalidRawValue.literal(raw, key: key, type: type, report).map { literal in
            Enumeration.Case(name: SwiftName(name), rawValue: literal, documentation: documentation)
        }
    }

    /// What a value becomes that no case has.
    private func unknownCase(
        _ text: String, at node: Node, _ enumeration: Enumeration, _ keys: [Node]
    ) -> Enumeration.Unknown {
        switch text {
        case "fail": return .fail
        case "keep":
            report(UnknownCase.diagnose(keepIn: keys))
            return .keep
        default:
            report(UnknownCase.diagnose(node, cases: keys.compactMap(\.text), of: enumeration.name))
            let declared = enumeration.cases.first { $0.name.text == text }?.name
            return .fallback(declared ?? SwiftName(text))
        }
    }

    private func knowEnumeration(_ enumeration: Enumeration) { enumerations[enumeration.name.text] = enumeration }

    func resolveExternalType(_ declaration: Declaration) {
        let entries = Entries<ExternalTypeKey>(declaration.node, reading)
        if let node = entries[.import] { report(InvalidIdentifier.diagnose(module: node)) }
        guard let node = entries[.json], let json = type(node, file: declaration.file),
            let storage: StorageClass = entries.word(.sqlite)
        else { return }
        externalTypes[declaration.name.text] = ExternalType(
            name: declaration.name,
            file: declaration.module == nil ? files[declaration.file].name : "",
            json: json,
            storage: storage,
            keepsOrder: entries.flag(.keepsOrder) ?? false,
            module: entries.text(.import) ?? files[declaration.file].module
        )
    }

    func resolveTransformer(_ declaration: Declaration) {
        let entries = Entries<TransformerKey>(declaration.node, reading)
        if let node = entries[.import] { report(InvalidIdentifier.diagnose(module: node)) }
        guard let from = entries[.from], let to = entries[.to] else { return }
        let source = type(from, file: declaration.file)
        let value = type(to, file: declaration.file)
        report(OptionalTransformer.diagnose(from, source))
        report(OptionalTransformer.diagnose(to, value))
        guard let source = source?.unwrapped, let value = value?.unwrapped else { return }
        transformers[declaration.name.text] = TransformerDeclaration(
            name: declaration.name,
            file: files[declaration.file].name,
            source: source,
            value: value,
            keepsOrder: entries.flag(.keepsOrder) ?? false,
            isDeterministic: entries.flag(.deterministic) ?? true,
            module: entries.text(.import) ?? files[declaration.file].module
        )
    }

    func resolveDatabase(_ declaration: Declaration) {
        let entries = Entries<DatabaseKey>(declaration.node, reading)
        report(ReservedDatabaseName.diagnose(declaration.key))
        var database = Database(name: declaration.name, file: files[declaration.file].name)
        database.version = entries.integer(.version) ?? 1
        if let node = entries[.version], database.version > Int(Int32.max) {
            report(InvalidVersion.diagnose(tooHigh: node))
            database.version = 1
        }
        database.oldest = entries.integer(.oldest) ?? 1
        if database.oldest > database.version, let node = entries[.oldest] {
            report(VersionTooLow.diagnose(database.oldest, at: node.range, database, declaration.key))
            database.oldest = database.version
        }
        database.migration = entries.word(.migration) ?? .versioned
        if let node = entries[.sqlite], let text = node.text {
            if let version = InvalidVersion.sqliteVersion(text) {
                database.oldestSQLite = version
            } else {
                report(InvalidVersion.diagnose(sqlite: node))
                database.oldestSQLite = .unknown
            }
        } else if entries.isBroken(.sqlite) {
            database.oldestSQLite = .unknown
        }
        database.adopt = (entries[.adopt]?.elements ?? []).compactMap { $0.text.flatMap { Int($0) } }
        if entries.text(.applicationID) != nil { database.ownership = .version }
        // The steps are resolved with the models, since some are in them.
        databases[declaration.name.text] = database
    }

    func resolveAPI(_ declaration: Declaration) {
        let entries = Entries<APIKey>(declaration.node, reading)
        var api = API(name: declaration.name, file: files[declaration.file].name)
        if let node = entries[.baseURL] {
            api.baseURL = node.text
            report(InvalidURL.diagnose(node))
        }
        if let node = entries[.basePath] {
            api.basePath = node.text
            report(UnsafePath.diagnose(node) ?? PathParameter.diagnose(node, allowed: [], of: .api))
        }
        api.format = entries.word(.format) ?? .json
        api.headers = headers(entries[.headers])
        api.parameters = (entries[.parameters]?.entries ?? []).compactMap(globalParameter)
        api.redirects = entries.word(.redirects) ?? .keepingMethod
        for entry in entries[.methods]?.entries ?? [] where !reading.isInvalid(entry.value) {
            guard let operation = OperationKind(rawValue: entry.name) else {
                report(UnknownOperation.diagnose(entry.key))
                continue
            }
            if let method = entry.value.text.flatMap({ HTTPMethod(rawValue: $0) }) {
                api.methods.append(OperationMethod(operation: operation, method: method))
            }
        }
        if let node = entries[.envelope] {
            let keys = Entries<EnvelopeKey>(node, reading)
            api.envelope = Envelope(
                object: path(keys[.object]), list: path(keys[.list]), meta: path(keys[.meta]), body: path(keys[.body]))
            if !keys.isIncomplete { report(IncompleteEnvelope.diagnose(node)) }
        }
        if let node = entries[.failure] {
            let keys = Entries<FailureKey>(node, reading)
            if !keys.isIncomplete { report(IncompleteFailure.diagnose(node)) }
            api.failure = BusinessFailure(
                code: path(keys[.code]),
                success: keys.text(.success),
                message: path(keys[.message])
            )
        }
        if let node = entries[.pagination] { api.pagination = pagination(node) }
        if let node = entries[.auth] { api.credentials = credentials(node) }
        let written = entries[.auth].map { $0.elements.isEmpty ? $0.entries.prefix(1).map(\.value) : $0.elements } ?? []
        if entries.isBroken(.auth) || api.credentials.count < written.count { apisWithBrokenAuth.insert(api.name) }
        if let header = entries[.idempotency].flatMap({ Entries<IdempotencyKey>($0, reading)[.header] }) {
            report(InvalidHeader.diagnose(name: header))
            api.idempotencyHeader = header.text
        }
        api.attempts = entries.integer(.retry)
        api.hasRepositories = entries.flag(.repository) ?? false
        apis[declaration.name.text] = api
    }

    func pagination(_ node: Node) -> Pagination? {
        guard case .mapping(let written) = node.content else { return .link }
        report(ExactlyOneKey.diagnose(node, of: PaginationKey.allCases, reading))
        guard written.count == 1 else { return nil }
        let entries = Entries<PaginationKey>(node, reading)
        if let offset = entries[.offset].map({ Entries<OffsetKey>($0, reading) }) {
            report(ReservedMemberName.diagnose(page: offset[.start]))
            report(ReservedMemberName.diagnose(page: offset[.limit], besides: offset[.start]))
            if let start = offset.text(.start), let limit = offset.text(.limit) {
                return .offset(start: start, limit: limit, end: end(offset.text(.end), offset[.total]))
            }
        } else if let page = entries[.page].map({ Entries<PageKey>($0, reading) }) {
            report(ReservedMemberName.diagnose(page: page[.number]))
            report(ReservedMemberName.diagnose(page: page[.size], besides: page[.number]))
            report(PageSize.diagnose(page))
            if let number = page.text(.number) {
                return .page(number: number, size: page.text(.size), end: end(page.text(.end), page[.total]))
            }
        } else if let cursor = entries[.cursor].map({ Entries<CursorKey>($0, reading) }) {
            if let node = entries[.cursor] {
                report(ExactlyOneKey.diagnose(node, of: [CursorKey.next, .last], reading))
                report(CursorParameter.diagnose(node, cursor))
            }
            if let key = path(cursor[.last]), let parameter = cursor.text(.parameter) {
                report(ReservedMemberName.diagnose(page: cursor[.parameter]))
                return .last(parameter: parameter, key: key, more: path(cursor[.more]))
            }
            guard let next = path(cursor[.next]) else { return nil }
            if cursor.flag(.url) == true { return .url(next: next) }
            report(ReservedMemberName.diagnose(page: cursor[.parameter]))
            if let parameter = cursor.text(.parameter) { return .cursor(parameter: parameter, next: next) }
        }
        return nil
    }

    private func end(_ word: String?, _ total: Node?) -> PageEnd {
        if let total = path(total) { return .total(total) }
        return word == "short" ? .short : .empty
    }

    private func globalParameter(_ entry: Node.Entry) -> GlobalParameter? {
        var value: Node? = entry.value
        var place: GlobalParameter.Place?
        if case .mapping = entry.value.content {
            let keys = Entries<GlobalParameterKey>(entry.value, reading)
            value = keys[.value]
            place = keys.word(.in)
        }
        guard let value, !reading.isInvalid(value) else { return nil }
        var literal = plainValue(value)
        if case .string(let text) = literal, value.isPlain, LiteralReader.isNumber(text) {
            if let diagnostic = ParameterForm.diagnose(number: value) {
                report(diagnostic)
                return nil
            }
            literal = .number(text)
        }
        return GlobalParameter(key: entry.name, value: literal, place: place ?? .body)
    }

    /// A string, a whole number or a Boolean, as YAML distinguishes them. Other numbers stay as they are written, which
    /// is what the text of a request needs.
    func plainValue(_ node: Node) -> Literal {
        guard node.isPlain, let text = node.text else { return .string(node.text ?? "") }
        if text == "true" || text == "false" { return .boolean(text == "true") }
        if let number = Int64(text), String(number) == text { return .integer(text) }
        return .string(text)
    }

    private func credentials(_ node: Node) -> [Credential] {
        switch node.content {
        case .mapping: return scheme(node).map { [Credential(scheme: $0)] } ?? []
        case .sequence:
            if node.elements.isEmpty { report(EmptyList.diagnose(node, what: "a list of credentials")) }
            var names: Set<String> = []
            return node.elements.compactMap { element in
                if reading.isInvalid(element) { return nil }
                let entries = Entries<AuthenticationKey>(element, reading)
                if let name = entries[.name] {
                    if let diagnostic = InvalidIdentifier.diagnose(name, what: "a credential") {
                        report(diagnostic)
                        return nil
                    }
                    report(CredentialName.diagnose(name, among: &names))
                } else {
                    if !entries.isBroken(.name) { report(CredentialName.diagnose(missingIn: element)) }
                    return nil
                }
                return scheme(element).map { Credential(name: entries.text(.name).map { SwiftName($0) }, scheme: $0) }
            }
        default:
            switch node.text {
            case "bearer": return [Credential(scheme: .bearer)]
            case "basic": return [Credential(scheme: .basic)]
            default: return []
            }
        }
    }

    private func scheme(_ node: Node) -> Authentication? {
        report(ExactlyOneKey.diagnose(node, of: AuthenticationKey.places, reading))
        let entries = Entries<AuthenticationKey>(node, reading)
        if let header = entries[.header], let name = header.text {
            report(InvalidHeader.diagnose(name: header))
            return .header(name)
        }
        if entries.has(.bearer) { return .bearer }
        return entries.has(.basic) ? .basic : entries.text(.query).map { .query($0) }
    }

    func headers(_ node: Node?) -> [HeaderField] {
        var names: Set<String> = []
        return (node?.entries ?? []).compactMap { entry in
            report(InvalidHeader.diagnose(entry.key, among: &names))
            guard let value = entry.value.text else { return nil }
            report(InvalidHeader.diagnose(name: entry.key) ?? InvalidHeader.diagnose(value: entry.value))
            return HeaderField(name: entry.name, value: value)
        }
    }

    /// The JSON path written in a node; nil if there is none, or if it is invalid and reported.
    func path(_ node: Node?) -> JSONPath? {
        guard let node, let text = node.text else { return nil }
        switch parseKeyPath(text) {
        case .success(let path): return path
        case .failure(let problem):
            report(InvalidKeyPath.diagnose(problem, in: node))
            return nil
        }
    }
}
