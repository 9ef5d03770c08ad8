import ModelRepository

// Requests: what the server answers, and what a process makes of the answer.

extension Simulation {
    /// What a process waits for.
    struct Flight {
        enum Purpose {
            case read(ItemQuestion)
            /// What has become of some items.
            case changes([Int64])
            case create(kind: Int64)
            case change(Int64)
            case delete(Int64)
        }

        enum State {
            case sent
            case list([Item], isWhole: Bool, eTag: String)
            case unchanged(eTag: String)
            case model(Item)
            case gone(Int64)
            case changes([Item], gone: [Int64])
        }

        var number: Int
        var process: Int
        var purpose: Purpose
        var open: OpenQuestion
        var asked: Int
        var state = State.sent
        /// The pages of `all` that were received.
        var pages: [[Item]] = []
        var isConditional = true
        /// Whether the database no longer knows of it.
        var isForgotten = false
    }

    /// Whether an answer is returned and not stored.
    func isDropped(_ flight: Flight) -> Bool { flight.isForgotten || flight.asked <= expected.emptied }

    /// A cache does not store this answer: it returns what was received.
    mutating func drop(_ flight: Flight) async throws {
        tell("  which is not stored")
        let cache = processes[flight.process].cache
        switch (flight.purpose, flight.state) {
        case (_, .sent): break
        case (.read(let question), .list(let items, let isWhole, _)):
            let answer = try await cache.keep(
                .list(items, isWhole ? .whole : .page, AnswerFacts()), to: question, flight.open)
            try expect(answer?.models, items)
        case (.read(let question), .model(let item)):
            try expect(try await cache.keep(.model(item, AnswerFacts()), to: question, flight.open)?.models, [item])
        case (.read(let question), .gone(let id)):
            try expect(try await cache.keep(.gone(id), to: question, flight.open)?.models, nil)
        case (.read(let question), .unchanged):
            try expect(try await cache.keep(.unchanged(AnswerFacts()), to: question, flight.open)?.models, nil)
            sendAgain(flight)
        case (_, .changes(let items, let gone)):
            let reply = Reply.changes(items, gone: gone)
            try expect(try await cache.keep(reply, to: .operation(""), flight.open)?.models, nil)
        case (.create, .model(let item)):
            expected.makeAllOld(clock)
            try expect([try await cache.keep(.created(item, AnswerFacts()), flight.open)], [item])
        case (_, .model(let item)):
            expected.makeAllOld(clock)
            try expect([try await cache.keep(.changed(item, AnswerFacts()), flight.open)], [item])
        case (_, .gone(let id)):
            _ = try await cache.keep(.gone(id), flight.open)
            // Whether a later write is known depends on what else is under way.
            let isKept = try await cache.answer(to: .model(id)) != nil
            if isKept {
                expected.written(id, nil, asked: flight.asked, landed: clock)
            } else {
                expected.deleted(id, asked: flight.asked, landed: clock)
            }
            expected.makeAllOld(clock)
        case (_, .list), (_, .unchanged): break
        }
    }

    func expect<Value: Equatable>(_ actual: Value, _ wanted: Value) throws {
        if actual != wanted { throw Wrong(description: "returned \(actual), and should return \(wanted)") }
    }

    /// The same question is sent again, unconditionally.
    mutating func sendAgain(_ flight: Flight) {
        var flight = flight
        flight.state = .sent
        flight.isConditional = false
        flights.append(flight)
    }

    /// The server executes one of the requests.
    mutating func answer() {
        guard let index = pick({ if case .sent = $0.state { true } else { false } }) else { return }
        let flight = flights[index]
        let state: Flight.State
        switch flight.purpose {
        case .changes(let ids):
            state = .changes(
                Set(ids).sorted().compactMap { server.items[$0] }, gone: ids.filter { server.items[$0] == nil })
        case .create(let kind): state = .model(server.create(kind: kind))
        case .change(let id): state = server.change(id).map { .model($0) } ?? .gone(id)
        case .delete(let id):
            server.delete(id)
            state = .gone(id)
        case .read(.model(let id)):
            let tag = server.items[id].map { server.eTag(of: [$0]) }
            let isSame = tag != nil && flight.isConditional && flight.open.facts.validators?.eTag == tag
            state = isSame ? .unchanged(eTag: tag ?? "") : server.items[id].map { .model($0) } ?? .gone(id)
        case .read(.list(let query, _)):
            let items = server.list(query)
            let tag = server.eTag(of: items)
            let isSame = flight.isConditional && flight.open.facts.validators?.eTag == tag
            state = isSame ? .unchanged(eTag: tag) : .list(items, isWhole: !query.isPage, eTag: tag)
        case .read(.all(var query, _)):
            query.start = flight.pages.reduce(0) { $0 + $1.count }
            query.limit = 2
            state = .list(server.list(query), isWhole: false, eTag: "")
        case .read(.operation), .read(.path): return
        }
        flights[index].state = state
        tell("the server answers #\(flight.number): \(state)")
    }

    /// A response reaches its process.
    mutating func deliver() async throws {
        guard let index = pick({ if case .sent = $0.state { false } else { true } }) else { return }
        var flight = flights[index]
        let cache = processes[flight.process].cache
        if case .read(.all(let query, _)) = flight.purpose, case .list(let items, _, _) = flight.state {
            flight.pages.append(items)
            guard items.count < 2 else {
                flight.state = .sent
                flights[index] = flight
                tell("a page of #\(flight.number) reaches process \(flight.process), which asks for the next")
                return
            }
            flights.remove(at: index)
            try await land(allPages: flight, query)
            return
        }
        flights.remove(at: index)
        clock += 1
        tell("the answer to #\(flight.number) reaches process \(flight.process)")
        if isDropped(flight) { return try await drop(flight) }
        switch (flight.purpose, flight.state) {
        case (_, .sent): break
        case (.read(let question), .list(let items, let isWhole, let tag)):
            let facts = AnswerFacts(validators: Validators(eTag: tag, lastModified: nil))
            expected.list(items, isWhole: isWhole, to: question, asked: flight.asked)
            let answer = try await cache.keep(
                .list(items, isWhole ? .whole : .page, facts), to: question, flight.open)
            try expectShown(answer?.models, question)
        case (.read(let question), .unchanged(let tag)):
            guard let answer = try await cache.keep(.unchanged(AnswerFacts()), to: question, flight.open) else {
                tell("  which is not kept whole any more")
                return sendAgain(flight)
            }
            expected.unchanged(server.representations[tag] ?? [], question, asked: flight.asked)
            try expectShown(answer.models, question)
        case (.read(let question), .model(let item)):
            expected.model(item.id, item, asked: flight.asked)
            let facts = AnswerFacts(validators: Validators(eTag: server.eTag(of: [item]), lastModified: nil))
            _ = try await cache.keep(.model(item, facts), to: question, flight.open)
        case (.read(let question), .gone(let id)):
            expected.model(id, nil, asked: flight.asked)
            _ = try await cache.keep(.gone(id), to: question, flight.open)
        case (_, .changes(let items, let gone)):
            let isStored = expected.changes(items, gone: gone, asked: flight.asked)
            let reply = Reply.changes(items, gone: gone)
            try expect(try await cache.keep(reply, to: .operation(""), flight.open)?.models, isStored ? items : nil)
        case (.create, .model(let item)):
            expected.makeListsOld(clock)
            expected.written(item.id, item, asked: flight.asked, landed: clock)
            try expect(try await cache.keep(.created(item, AnswerFacts()), flight.open), expected.rows[item.id]?.item)
        case (_, .model(let item)):
            expected.written(item.id, item, asked: flight.asked, landed: clock)
            try expect(
                try await cache.keep(.changed(item, AnswerFacts()), flight.open), expected.rows[item.id]?.item)
        case (_, .gone(let id)):
            expected.written(id, nil, asked: flight.asked, landed: clock)
            _ = try await cache.keep(.gone(id), flight.open)
        case (_, .list), (_, .unchanged): break
        }
    }

    /// All pages were received. What they contained before but not now is requested one by one.
    mutating func land(allPages flight: Flight, _ query: ItemsQuery) async throws {
        let question = ItemQuestion.all(query)
        let isWhole = flight.pages.count == 1
        let came = flight.pages.flatMap { $0 }
        let reply = Reply<Item>.list(came, isWhole ? .whole : .page, AnswerFacts()).eachOnce
        guard case .list(let items, _, _) = reply else { return }
        clock += 1
        if isDropped(flight) {
            let answer = try await processes[flight.process].cache.keep(reply, to: question, flight.open)
            return try expect(answer?.models, items)
        }
        tell("the last page of #\(flight.number) reaches process \(flight.process): \(items)")
        let before = expected.shown(question) ?? []
        expected.list(items, isWhole: isWhole, to: question, asked: flight.asked)
        let answer = try await processes[flight.process].cache.keep(reply, to: question, flight.open)
        try expectShown(answer?.models, question)
        let missing = before.map(\.id).filter { id in !items.contains { $0.id == id } }
        if below(2) == 0, !missing.isEmpty { return try await ask(.list(ItemsQuery(ids: missing)), by: flight.process) }
        for id in missing.prefix(2) { try await ask(.model(id), by: flight.process) }
    }
}
