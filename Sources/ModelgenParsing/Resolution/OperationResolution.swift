import ModelgenDiagnostics
import ModelgenSchema

extension Resolver {
    /// The operations of a client, with their options.
    func operations(_ keys: Entries<RestKey>, _ subject: ModelSubject) -> [ModelgenSchema.Operation] {
        var operations: [ModelgenSchema.Operation] = []
        var isComplete = !keys.isBroken(.operations)
        func add(_ key: Node, _ options: Node?) {
            guard let kind = OperationKind(rawValue: key.text ?? "") else {
                if options.map(reading.isInvalid) != true { report(UnknownOperation.diagnose(key)) }
                isComplete = false
                return
            }
            if operations.contains(where: { $0.kind == kind }) {
                report(OperationTwice.diagnose(key))
                return
            }
            place(.operation(model: subject.model.name, kind), key, options)
            let request = options.map { self.request($0, of: kind, subject) }
            operations.append(ModelgenSchema.Operation(kind: kind, request: request ?? RequestOptions()))
        }
        if let node = keys[.operations] {
            for element in node.elements {
                if reading.isInvalid(element) {
                    isComplete = false
                } else if element.text != nil {
                    add(element, nil)
                }
                for entry in element.entries { add(entry.key, entry.value) }
            }
            for entry in node.entries { add(entry.key, entry.value) }
        } else if !keys.has(.operations) {
            operations = [.list, .get, .create, .update, .delete].map { ModelgenSchema.Operation(kind: $0) }
            if let node = subject.entries.key(.rest) {
                for operation in operations { place(.operation(model: subject.model.name, operation.kind), node, nil) }
            }
        }
        for key in [RestKey.list, .get, .create, .update, .patch, .delete, .save] {
            guard let options = keys[key], let node = keys.key(key), let kind = OperationKind(rawValue: key.rawValue)
            else { continue }
            guard let index = operations.firstIndex(where: { $0.kind == kind }) else {
                if isComplete { report(OperationNotListed.diagnose(node)) }
                continue
            }
            let element = ElementID.Element.operation(model: subject.model.name, kind)
            if positions.places[element]?.node != nil {
                report(OperationTwice.diagnose(node))
                continue
            }
            place(element, node, options)
            operations[index].request = request(options, of: kind, subject)
        }
        return operations
    }

    func checkBodies(_ client: Client, _ subject: ModelSubject, _ api: API) {
        for operation in client.operations where operation.request.body != nil {
            let element = ElementID(.operation(model: subject.model.name, operation.kind), key: "body")
            guard let place = positions[element] else { continue }
            report(
                BodyOfOperation.diagnose(operation.kind, among: client.operations, at: place)
                    ?? TransferConflict.diagnose(body: place, api.method(of: operation))
            )
        }
    }

    /// Reports methods that cannot send what an operation always sends, or return its result.
    func checkMethods(_ client: Client, _ subject: ModelSubject, _ api: API) {
        let name = subject.model.name
        var reported: Set<SourceRange> = []
        func check(_ element: ElementID.Element, _ method: HTTPMethod, sends: Bool = false, returns: Bool) {
            guard let place = positions[ElementID(element, key: "method")],
                let diagnostic = (sends ? TransferConflict.diagnose(body: place, method) : nil)
                    ?? (returns ? TransferConflict.diagnose(result: place, method) : nil)
            else { return }
            // The operations that `save` consists of have one place.
            if reported.insert(place).inserted { report(diagnostic) }
        }
        for operation in client.operations where operation.kind != .save {
            let (kind, request) = (operation.kind, operation.request)
            check(
                .operation(model: name, kind), api.method(of: operation),
                sends: request.body == nil && [.create, .update, .patch].contains(kind),
                returns: request.responses.isEmpty ? kind != .delete : request.result != nil)
        }
        for nested in client.nested {
            check(.nested(model: name, nested.name), nested.request.method ?? .get, returns: nested.result != nil)
        }
        for action in client.actions {
            check(
                .action(model: name, action.name), action.method,
                returns: action.result != nil || action.transfer == .download)
        }
    }

    /// Reports statuses without a body that mean success, if the result is read from a body. An `update` or a `patch`
    /// returns what was sent.
    func checkStatuses(_ client: Client, _ subject: ModelSubject) {
        let name = subject.model.name
        func check(_ element: ElementID.Element, _ request: RequestOptions, reads isRead: Bool) {
            guard isRead, let status = request.expected.first(where: ResponseStatus.withoutBody.contains),
                let place = positions[ElementID(element, key: "expect")]
            else { return }
            report(ResponseStatus.diagnose(expected: status, at: place))
        }
        for operation in client.operations where [.list, .get, .create, .delete].contains(operation.kind) {
            let request = operation.request
            check(
                .operation(model: name, operation.kind), request,
                reads: request.responses.isEmpty ? operation.kind != .delete : request.result?.isOptional == false)
        }
        for nested in client.nested {
            check(.nested(model: name, nested.name), nested.request, reads: nested.result?.isOptional == false)
        }
        for action in client.actions {
            check(.action(model: name, action.name), action.request, reads: action.result?.isOptional == false)
        }
    }

    /// Adds the operations that `save` consists of, unless they are listed; they get its options.
    func addWhatSaves(
        to operations: inout [ModelgenSchema.Operation],
        _ subject: ModelSubject,
        _ api: API
    ) {
        guard let index = operations.firstIndex(where: { $0.kind == .save }) else { return }
        let parts: [OperationKind] = subject.model.hasDraft ? [.create, .update] : [.update]
        let listed = parts.filter { kind in operations.contains { $0.kind == kind } }
        var options = operations[index].request
        let element = ElementID.Element.operation(model: subject.model.name, .save)
        if let kind = listed.first, options != RequestOptions(), let name = positions[element] {
            report(SaveOptions.diagnose(name, kind))
        }
        options.method = options.method ?? api.methods.first { $0.operation == .save }?.method
        operations[index].request = RequestOptions()
        for kind in parts where !listed.contains(kind) {
            positions.places[.operation(model: subject.model.name, kind)] = positions.places[element]
            operations.append(ModelgenSchema.Operation(kind: kind, request: options))
        }
    }

    private func request(_ options: Node, of kind: OperationKind, _ subject: ModelSubject) -> RequestOptions {
        let keys = Entries<RequestKey>(options, reading)
        var request = request(options, subject, kind == .list ? .list : .operation)
        let isReceived = request.responses.isEmpty ? kind != .delete : request.result != nil
        let isSent = request.body != nil || [.create, .update, .patch, .save].contains(kind)
        diagnostics += RootOfNothing.diagnose(
            keys.key(.root), isReceived: isReceived, body: keys.key(.bodyRoot), isSent: isSent)
        request.isComplete = keys.flag(.complete) ?? false
        diagnostics += OptionOfList.diagnose(keys, kind)
        if let node = keys[.pagination] {
            request.pagination = node.text == "none" ? .whole : pagination(node).map { .paged($0) }
        }
        if !keys.isBroken(.query) { request.keysParameter = keys.text(.keys).map { SwiftName($0) } }
        if kind == .list {
            let constants = Set(request.query.filter { $0.constant != nil }.map(\.name.text))
            for entry in keys[.query]?.entries ?? [] where !constants.contains(entry.name) {
                report(ReservedMemberName.diagnose(parameter: entry.key, hiding: ReservedMemberName.listQuery))
            }
        }
        if let node = keys[.path] {
            report(PathParameter.diagnose(node, of: kind, subject.model, declared: request.query, pathField))
        }
        return request
    }
}
