import ModelgenDatabase
import ModelgenSchema

extension ClientPlanning {
    /// The results and failures of an operation whose responses are declared by status.
    func add(_ responses: [StatusResponse], to plan: inout EndpointPlan) {
        let successes = responses.filter(\.isSuccess)
        let failures = responses.filter { !$0.isSuccess }.sorted { $0.status.rank < $1.status.rank }
        let base = SwiftName(plan.name.filter { $0 != "`" }).text.capitalizedFirst
        for index in plan.request.indices {
            plan.request[index].accepted = successes.compactMap { response in
                if case .code(let code) = response.status, code >= 300 { String(code) } else { nil }
            }
        }
        let types = Set(successes.map(\.type))
        if types.count > 1 {
            let name = "\(base)Result"
            let cases = successes.sorted { $0.status.rank < $1.status.rank }.map { self.plan($0, of: name) }
            plan.outcomes.append(
                OutcomePlan(kind: .success, access: access, name: name, operation: plan.name, cases: cases))
            plan.result = name
            for index in plan.request.indices {
                plan.request[index].successes = cases.map {
                    var success = $0
                    success.root = $0.type == nil ? nil : plan.request[index].root
                    return success
                }
            }
        } else if let only = successes.first {
            let result = self.result(only.type)
            plan.result = result.type
            for index in plan.request.indices { plan.request[index].shape = result.shape }
        }
        guard !failures.isEmpty else { return }
        let name = "\(base)Failure"
        let cases = failures.map { self.plan($0, of: name) }
        plan.outcomes.append(
            OutcomePlan(kind: .failure, access: access, name: name, operation: plan.name, cases: cases))
        for index in plan.request.indices { plan.request[index].failures = cases }
    }

    /// The type of a received value, and its shape.
    func result(_ type: FieldType?) -> (type: String, shape: String) {
        switch type {
        case nil: (types.library("Void", of: .swift), "nothing")
        case .list(let element)?: (types.type(.list(element)), "list")
        case let type?: (types.type(type), "object")
        }
    }

    /// Whether an operation returns the type that the runtime's protocol requires.
    func returnsUsual(_ operation: Operation) -> Bool {
        let successes = operation.request.responses.filter(\.isSuccess)
        guard !successes.isEmpty else { return true }
        let usual: FieldType? =
            switch operation.kind {
            case .list: .list(.model(model.name))
            case .delete: nil
            case .get, .create, .update, .patch, .save: .model(model.name)
            }
        return successes.allSatisfy { $0.type == usual }
    }

    private func plan(_ response: StatusResponse, of outcome: String) -> OutcomePlan.CasePlan {
        let result = response.type.map { self.result($0) }
        var isSingle = false
        if case .code = response.status { isSingle = true }
        return OutcomePlan.CasePlan(
            status: response.status.swift, isSingle: isSingle, name: response.status.caseName, type: result?.type,
            shape: result?.shape ?? "nothing", outcome: outcome)
    }
}

extension StatusResponse.Status {
    fileprivate var swift: String? {
        switch self {
        case .code(let code): String(code)
        case .range(let hundreds): "\(hundreds)00...\(hundreds)99"
        case .standard: nil
        }
    }
}
