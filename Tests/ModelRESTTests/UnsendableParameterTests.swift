import ModelDefaultParameters
import ModelMiddleware
import ModelREST
import ModelRuntime
import Testing

@Suite("Parameters that cannot be sent")
struct UnsendableParameterTests {
    private struct Even: Transformer {
        struct Odd: Error {}

        func decode(_ source: Int) -> Int { source }
        func encode(_ value: Int) throws -> Int {
            guard value % 2 == 0 else { throw Odd() }
            return value
        }
    }

    enum Place: CaseIterable {
        case query, list, form, listInForm, defaults, encoding, encodedForm, hook, hookInForm
    }

    private static func endpoint(_ place: Place) -> Endpoint<Void> {
        let block = Endpoint<Void>("users.block", .post, "block", returns: .nothing)
        return switch place {
        case .query: block.query { $0.set("until", 1, using: Even()) }
        case .list: block.query { $0.set("until", [2, 1], using: Even()) }
        case .form: block.form { $0.set("until", 1, using: Even()) }
        case .listInForm: block.form { $0.set("until", [2, 1], using: Even()) }
        case .defaults, .encoding, .hook: block
        case .encodedForm, .hookInForm: block.form { $0.set("reason", "x") }
        }
    }

    private static func client(_ place: Place, _ url: String) -> APIClient {
        var defaults = APIDefaults(baseURL: url)
        var middleware: [any Middleware] = []
        switch place {
        case .query, .list, .form, .listInForm: break
        case .defaults:
            var parameters = Parameters()
            parameters.set("until", 1, using: Even())
            defaults = defaults.filling(parameters)
        case .encoding, .encodedForm: middleware = [ParameterEncoding { $0.set("until", 1, using: Even()) }]
        case .hook: middleware = [Hooks(before: { $0.query.set("until", 1, using: Even()) })]
        case .hookInForm:
            middleware = [
                Hooks(before: { request in
                    var form = Parameters()
                    form.set("until", 1, using: Even())
                    request.body = .form(form)
                })
            ]
        }
        return APIClient(defaults, middleware: middleware)
    }

    @Test("a request is not sent without a value that its transformer cannot write", arguments: Place.allCases)
    func unsent(_ place: Place) async throws {
        try await LoopbackServer.run({ _ in Answer() }) { server in
            let error = await #expect(throws: APIError.self) {
                try await Self.client(place, server.url).send(Self.endpoint(place))
            }
            guard case .invalidRequest(let problem)? = error?.reason, problem.contains("until") else {
                Issue.record("\(place): \(String(describing: error))")
                return
            }
            #expect(server.asked.value.isEmpty)
        }
    }
}
