// What every process must show after a step.

extension Simulation {
    func expectShown(_ models: [Item]?, _ question: ItemQuestion) throws {
        let wanted = expected.shown(question)
        guard models != wanted else { return }
        throw Wrong(description: "\(question) gives \(show(models)), and should give \(show(wanted))")
    }

    func check(from process: SimulatedProcess) async throws {
        for question in asked {
            let answer = try await process.cache.answer(to: question)
            let wanted = expected.shown(question)
            guard answer?.models == wanted else {
                throw Wrong(
                    description:
                        "process \(process.number) shows \(show(answer?.models)) for \(question), not \(show(wanted))")
            }
            let isFresh = expected.isFresh(question)
            guard answer == nil || (answer?.date != nil) == isFresh else {
                throw Wrong(
                    description: "in process \(process.number), \(question) is \(isFresh ? "not " : "")fresh")
            }
        }
        guard let table = try await process.pool?.read({ db in Set(try Item.all(db)) }) else { return }
        guard table == expected.table else {
            let surplus = table.subtracting(expected.table).sorted { $0.id < $1.id }
            let missing = expected.table.subtracting(table).sorted { $0.id < $1.id }
            throw Wrong(description: "the table has \(surplus) that should not be there, and lacks \(missing)")
        }
    }

    func show(_ items: [Item]?) -> String { items.map { "\($0)" } ?? "nothing" }
}
