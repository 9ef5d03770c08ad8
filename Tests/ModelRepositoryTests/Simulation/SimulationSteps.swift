// What happens next in a simulation, and to whom.

extension Simulation {
    mutating func mix() {
        for _ in 0..<(2 + below(2)) { questions.append(anyQuestion()) }
        comparesETags = below(2) == 0
        func add(_ step: Step, _ weights: Int...) {
            steps += Array(repeating: step, count: weights[below(weights.count)])
        }
        add(.ask, 12, 18)
        add(.write, 0, 4, 12)
        add(.answer, 24)
        add(.deliver, 30)
        add(.lose, 0, 0, 4)
        add(.change, 3, 8, 16)
        add(.restart, 0, 2)
        add(.empty, 0, 0, 2)
        add(.jump, 0, 0, 2)
        add(.update, 0, 0, 1)
        add(.merge, 0, 0, 6)
    }

    /// Returns whether this affects a cache, so that something else could be shown now.
    mutating func step() async throws -> Bool {
        let step = steps[below(steps.count)]
        switch step {
        case .ask where flights.count < 6: try await ask(questions[below(questions.count)])
        case .write where flights.count < 6: try await write()
        case .answer: answer()
        case .merge where flights.count < 6:
            try await send(.changes([anyID(), anyID()]), nil, below(processes.count))
        case .ask, .write, .merge, .deliver: try await deliver()
        case .lose: try await lose()
        case .change: change()
        case .restart: try await restart(below(processes.count))
        case .empty: try await empty()
        case .jump: try await jump()
        case .update: try await update()
        }
        return step != .answer && step != .change
    }

    mutating func anyQuestion() -> ItemQuestion {
        let kind: Int64? = below(2) == 0 ? nil : Int64(below(2))
        switch below(10) {
        case ..<2: return .list(ItemsQuery())
        case ..<4: return .list(ItemsQuery(kind: kind))
        case ..<5: return .list(ItemsQuery(onlyEven: true))
        case ..<6: return .list(ItemsQuery(start: below(3), limit: 2))
        case ..<8: return .all(ItemsQuery(kind: kind))
        default: return .model(Int64(1 + below(5)))
        }
    }

    mutating func ask(_ question: ItemQuestion, by chosen: Int? = nil, isConditional: Bool = true) async throws {
        let process = chosen ?? below(processes.count)
        if !asked.contains(question) { asked.append(question) }
        try await send(.read(question), question, process, isConditional)
    }

    mutating func send(
        _ purpose: Flight.Purpose, _ question: ItemQuestion?, _ process: Int, _ isConditional: Bool = true
    ) async throws {
        let open = try await processes[process].cache.ask(question)
        clock += 1
        var flight = Flight(number: nextFlight, process: process, purpose: purpose, open: open, asked: clock)
        flight.isConditional = isConditional && comparesETags
        nextFlight += 1
        tell(
            "process \(process) puts #\(flight.number): \(purpose)"
                + (open.facts.validators == nil ? "" : ", conditionally"))
        flights.append(flight)
    }

    mutating func write() async throws {
        let process = below(processes.count)
        switch below(4) {
        case 0: try await send(.create(kind: Int64(below(2))), nil, process)
        case 1: try await send(.delete(anyID()), nil, process)
        default: try await send(.change(anyID()), nil, process)
        }
    }

    /// The key of an existing item, most of the time.
    mutating func anyID() -> Int64 {
        let known = server.items.keys.sorted()
        return known.isEmpty || below(6) == 0 ? Int64(1 + below(8)) : known[below(known.count)]
    }

    /// One of the requests; preferably one that is half done, so that paging finishes, and rarely one of the first
    /// process, whose connection is slow.
    mutating func pick(_ isWanted: (Flight) -> Bool) -> Int? {
        var found = flights.indices.filter { isWanted(flights[$0]) }
        func prefer(_ isPreferred: (Flight) -> Bool) {
            let preferred = found.filter { isPreferred(flights[$0]) }
            if !preferred.isEmpty, below(4) > 0 { found = preferred }
        }
        prefer { $0.process > 0 }
        prefer { !$0.pages.isEmpty }
        return found.isEmpty ? nil : found[below(found.count)]
    }

    /// A request or its response is lost, and the process notices.
    mutating func lose() async throws {
        guard let index = pick({ _ in true }) else { return }
        let flight = flights.remove(at: index)
        let isRead =
            switch flight.purpose {
            case .read, .changes: true
            case .create, .change, .delete: false
            }
        clock += 1
        if !isRead { expected.makeAllOld(clock) }
        tell("#\(flight.number) is lost, and process \(flight.process) notices")
        try await processes[flight.process].cache.close(flight.open, isRead ? .nothingDone : .outcomeUnknown)
    }

    /// Another client changes the server's objects.
    mutating func change() {
        let id = anyID()
        switch below(4) {
        case 0: tell("somebody creates \(server.create(kind: Int64(below(2))))")
        case 1:
            server.delete(id)
            tell("somebody deletes \(id)")
        default: tell("somebody changes \(server.change(id).map { "\($0)" } ?? "nothing")")
        }
    }

    /// A process ends, with everything that it waits for, and restarts.
    mutating func restart(_ index: Int) async throws {
        flights.removeAll { $0.process == index }
        tell("process \(index) ends and starts again")
        await processes[index].close()
        processes[index] = try SimulatedProcess(file, index, keeping, fault)
        try await processes[index].restarted()
    }

    /// A process removes everything, as at a logout. What is under way is not stored.
    mutating func empty() async throws {
        let process = below(processes.count)
        clock += 1
        tell("process \(process) removes everything")
        expected.removeAll(clock)
        try await processes[process].cache.removeAll()
    }

    /// The wall clock is set forward or back by hours. A database forgets what is under way.
    mutating func jump() async throws {
        let hours = below(2) == 0 ? 2 : -2
        tell("the clock is set by \(hours) hours")
        guard keeping == .database else { return }
        try await processes[0].pool?.write { db in
            _ = try db.run("UPDATE modelgen_cache_questions SET date = date - \(hours * 3600)")
        }
        for index in flights.indices { flights[index].isForgotten = true }
        try await ask(questions[below(questions.count)])
    }

    /// A release of the program in which the model has another form.
    mutating func update() async throws {
        clock += 1
        for index in processes.indices { try await restart(index) }
        tell("the program is updated")
        expected.update(clock)
        try await processes[0].update()
    }
}
