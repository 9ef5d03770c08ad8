import Foundation
import ModelFiles
import ModelRepository
import ModelRepositorySQLite
import ModelSQLite

/// Repositories in several processes on one database, and a server; a seed decides what happens when.
///
/// Each process has a pool on the same file. Requests are sent, answered, delivered and lost in any order, other
/// clients change the server's objects, processes end and restart. After every step that affects a cache, each question
/// is asked, and the result must follow the rules.
///
/// Each run has a few questions and its own mixture of steps, some kinds frequent and others absent: this gives long
/// chains of events that a fixed mixture would hardly ever give ("Swarm Testing", Groce and others, 2012).
struct Simulation {
    private let fault: Fault?
    private let folder = FileManager.default.temporaryDirectory.appending(path: "simulation-\(UUID().uuidString)")
    private let file: URL
    private var random: SeededGenerator
    private var server = SimulatedServer()
    private let keeping: Keeping
    private var expected: Expectation
    private var processes: [SimulatedProcess] = []
    private var flights: [Flight] = []
    private var clock = 0
    private var questions: [ItemQuestion] = []
    private var steps: [Step] = []
    /// Whether the server responds with 304.
    private var comparesETags = true
    private var asked: [ItemQuestion] = []
    private var trace: [String] = []
    private var nextFlight = 1

    private enum Step {
        case ask, write, answer, deliver, lose, change, restart
    }

    /// What a process waits for.
    struct Flight {
        enum Purpose {
            case read(ItemQuestion)
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
    }

    struct Wrong: Error, CustomStringConvertible {
        var description: String
    }

    init(seed: UInt64, keeping: Keeping = .database, fault: Fault? = nil) {
        self.keeping = keeping
        expected = Expectation(keeping)
        random = SeededGenerator(seed: seed)
        self.fault = fault
        file = folder.appending(path: "\(fault.map { "\($0)" } ?? "none")-\(seed).sqlite")
    }

    /// Runs this many steps. Returns what was wrong, with everything that happened before; nil if nothing was.
    mutating func run(steps: Int = 70) async throws -> String? {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        do {
            for index in 0..<(2 + below(2)) { processes.append(try SimulatedProcess(file, index, keeping, fault)) }
            try await processes[0].begin()
            mix()
            for kind in 0..<Int64(2 + below(4)) { _ = server.create(kind: kind % 2) }
            for step in 0..<steps {
                guard try await self.step() else { continue }
                try await check(from: processes[step % processes.count])
            }
        } catch {
            await close()
            return (trace.suffix(60) + ["WRONG: \(error)"]).joined(separator: "\n")
        }
        await close()
        return nil
    }

    private func close() async {
        for process in processes { await process.close() }
    }

    private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

    private mutating func tell(_ text: String) { trace.append("\(trace.count + 1). \(text)") }
}

// MARK: - Steps

extension Simulation {
    private mutating func mix() {
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
    }

    /// Returns whether this affects a cache, so that something else could be shown now.
    private mutating func step() async throws -> Bool {
        let step = steps[below(steps.count)]
        switch step {
        case .ask where flights.count < 6: try await ask(questions[below(questions.count)])
        case .write where flights.count < 6: try await write()
        case .answer: answer()
        case .ask, .write, .deliver: try await deliver()
        case .lose: try await lose()
        case .change: change()
        case .restart: try await restart()
        }
        return step != .answer && step != .change
    }

    private mutating func anyQuestion() -> ItemQuestion {
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

    private mutating func ask(_ question: ItemQuestion, by chosen: Int? = nil, isConditional: Bool = true) async throws
    {
        let process = chosen ?? below(processes.count)
        if !asked.contains(question) { asked.append(question) }
        try await send(.read(question), question, process, isConditional)
    }

    private mutating func send(
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

    private mutating func write() async throws {
        let process = below(processes.count)
        switch below(4) {
        case 0: try await send(.create(kind: Int64(below(2))), nil, process)
        case 1: try await send(.delete(anyID()), nil, process)
        default: try await send(.change(anyID()), nil, process)
        }
    }

    /// The key of an existing item, most of the time.
    private mutating func anyID() -> Int64 {
        let known = server.items.keys.sorted()
        return known.isEmpty || below(6) == 0 ? Int64(1 + below(8)) : known[below(known.count)]
    }

    /// One of the requests; preferably one that is half done, so that paging finishes, and rarely one of the first
    /// process, whose connection is slow.
    private mutating func pick(_ isWanted: (Flight) -> Bool) -> Int? {
        var found = flights.indices.filter { isWanted(flights[$0]) }
        func prefer(_ isPreferred: (Flight) -> Bool) {
            let preferred = found.filter { isPreferred(flights[$0]) }
            if !preferred.isEmpty, below(4) > 0 { found = preferred }
        }
        prefer { $0.process > 0 }
        prefer { !$0.pages.isEmpty }
        return found.isEmpty ? nil : found[below(found.count)]
    }

    /// The server executes one of the requests.
    private mutating func answer() {
        guard let index = pick({ if case .sent = $0.state { true } else { false } }) else { return }
        let flight = flights[index]
        let state: Flight.State
        switch flight.purpose {
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
        case .read(.path): return
        }
        flights[index].state = state
        tell("the server answers #\(flight.number): \(state)")
    }

    /// A response reaches its process.
    private mutating func deliver() async throws {
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
                return try await ask(question, by: flight.process, isConditional: false)
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
        case (.create, .model(let item)):
            expected.written(item.id, item, asked: flight.asked, landed: clock)
            _ = try await cache.keep(.created(item), flight.open)
        case (_, .model(let item)):
            expected.written(item.id, item, asked: flight.asked, landed: clock)
            _ = try await cache.keep(.changed(item, AnswerFacts()), flight.open)
        case (_, .gone(let id)):
            expected.written(id, nil, asked: flight.asked, landed: clock)
            _ = try await cache.keep(.gone(id), flight.open)
        case (_, .list), (_, .unchanged): break
        }
    }

    /// All pages were received. What they contained before but not now is requested one by one.
    private mutating func land(allPages flight: Flight, _ query: ItemsQuery) async throws {
        let question = ItemQuestion.all(query)
        let isWhole = flight.pages.count == 1
        let came = flight.pages.flatMap { $0 }
        let reply = Reply<Item>.list(came, isWhole ? .whole : .page, AnswerFacts()).eachOnce
        guard case .list(let items, _, _) = reply else { return }
        clock += 1
        tell("the last page of #\(flight.number) reaches process \(flight.process): \(items)")
        let before = expected.shown(question) ?? []
        expected.list(items, isWhole: isWhole, to: question, asked: flight.asked)
        let answer = try await processes[flight.process].cache.keep(reply, to: question, flight.open)
        try expectShown(answer?.models, question)
        let missing = before.map(\.id).filter { id in !items.contains { $0.id == id } }
        if below(2) == 0, !missing.isEmpty { return try await ask(.list(ItemsQuery(ids: missing)), by: flight.process) }
        for id in missing.prefix(2) { try await ask(.model(id), by: flight.process) }
    }

    /// A request or its response is lost, and the process notices.
    private mutating func lose() async throws {
        guard let index = pick({ _ in true }) else { return }
        let flight = flights.remove(at: index)
        let isRead = if case .read = flight.purpose { true } else { false }
        tell("#\(flight.number) is lost, and process \(flight.process) notices")
        try await processes[flight.process].cache.close(flight.open, isRead ? .nothingDone : .outcomeUnknown)
    }

    /// Another client changes the server's objects.
    private mutating func change() {
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
    private mutating func restart() async throws {
        let index = below(processes.count)
        flights.removeAll { $0.process == index }
        tell("process \(index) ends and starts again")
        await processes[index].close()
        processes[index] = try SimulatedProcess(file, index, keeping, fault)
        try await processes[index].restarted()
    }
}

// MARK: - What is shown

extension Simulation {
    private func expectShown(_ models: [Item]?, _ question: ItemQuestion) throws {
        let wanted = expected.shown(question)
        guard models != wanted else { return }
        throw Wrong(description: "\(question) gives \(show(models)), and should give \(show(wanted))")
    }

    private func check(from process: SimulatedProcess) async throws {
        for question in asked {
            let shown = try await process.cache.answer(to: question)?.models
            let wanted = expected.shown(question)
            guard shown == wanted else {
                throw Wrong(
                    description: "process \(process.number) shows \(show(shown)) for \(question), not \(show(wanted))")
            }
        }
        guard let table = try await process.pool?.read({ db in Set(try Item.all(db)) }) else { return }
        guard table == expected.table else {
            let surplus = table.subtracting(expected.table).sorted { $0.id < $1.id }
            let missing = expected.table.subtracting(table).sorted { $0.id < $1.id }
            throw Wrong(description: "the table has \(surplus) that should not be there, and lacks \(missing)")
        }
    }

    private func show(_ items: [Item]?) -> String { items.map { "\($0)" } ?? "nothing" }
}

/// A process: a cache in a folder, or on a pool.
struct SimulatedProcess {
    let number: Int
    let pool: DatabasePool?
    let cache: any ModelCache<Item, ItemsQuery>
    private let fault: Fault?

    init(_ file: URL, _ number: Int, _ keeping: Keeping, _ fault: Fault?) throws {
        self.number = number
        self.fault = fault
        guard keeping == .database else {
            pool = nil
            cache = StorageCache<Item, ItemsQuery>(ModelStorage(directory: file))
            return
        }
        var configuration = DatabaseConfiguration()
        configuration.readers = 1
        let pool = try DatabasePool(.file(file), configuration)
        self.pool = pool
        let real = DatabaseCache<Item, ItemsQuery>(pool, completeLists: ItemsQuery.complete)
        cache = fault?.planted(in: real, pool) ?? real
    }

    /// Creates the table, and plants the fault.
    func begin() async throws {
        try await pool?.write { db in
            try db.run("CREATE TABLE items (id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, version INTEGER NOT NULL)")
        }
        try await cache.close(cache.ask(nil), .nothingDone)
        if let trigger = fault?.trigger {
            try await pool?.write { db in _ = try db.run(SQL(trusted: "CREATE TRIGGER fault " + trigger)) }
        }
    }

    func restarted() async throws {
        guard fault == .landingsLostAtRestart else { return }
        try await pool?.write { db in _ = try db.run("DELETE FROM modelgen_cache_landings") }
    }

    func close() async { await pool?.close() }
}
