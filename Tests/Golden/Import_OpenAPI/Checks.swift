import Foundation
import HTTPTypes
import ModelREST
import ModelRuntime
import Testing

/// Answers every request with one status and body, and records the requests.
private actor Desk: Transport {
    private(set) var lines: [String] = []
    private(set) var bodies: [String] = []
    private let status: Int
    private let body: String

    init(_ status: Int, _ body: String) {
        self.status = status
        self.body = body
    }

    func send(
        _ request: HTTPRequest, body: BodyStream?, options: TransportOptions
    ) async throws -> TransportResponse {
        lines.append("\(request.method) \(request.path ?? "")")
        if let data = body?.data { bodies.append(String(decoding: data, as: UTF8.self)) }
        let head = HTTPResponse(status: .init(code: status), headerFields: [.contentType: "application/json"])
        return TransportResponse(head, body: .data(Data(self.body.utf8)))
    }
}

/// The models were imported from the document next to them; `ImportTests` compares the YAML.
@Suite("Clients imported from an OpenAPI document")
struct ImportedClientTests {
    private let book = """
        {"id": 7, "title": "Emma", "genre": "history & politics", "price": 9.5, "stock": 2, "published_on": "1815-12-23",
        "created_at": "2024-01-02T03:04:05Z", "returned_at": 1700000000, "tags": ["a"], "size": {"width": 1, "height": 2},
        "author": {"name": "Jane", "pen_name": "A Lady"}, "state": "lost", "editions": []}
        """

    @Test("a resource is requested by its key, and reads what the document describes")
    func resource() async throws {
        let desk = Desk(200, book)
        let found = try await LibraryAPI(transport: desk).books.get(7)
        #expect(await desk.lines == ["GET /v2/books/7"])
        #expect(found.genre == .historyPolitics)
        #expect(found.state == .unknown("lost"))
        #expect(found.languages == [.de])
        #expect(found.author?.penName == "A Lady")
        #expect(found.returnedAt == Date(timeIntervalSince1970: 1_700_000_000))
    }

    @Test("a list sends its parameters in the styles of the document")
    func list() async throws {
        let desk = Desk(200, "[]")
        let query = Book.ListQuery(authorIds: [1, 2], words: ["x", "y"], labels: ["p", "q"], filter: ["k": "v"])
        _ = try await LibraryAPI(transport: desk).send(Book.list(query))
        let line = try #require(await desk.lines.first)
        for part in [
            "author_ids%5B%5D=1&author_ids%5B%5D=2", "words=x,y", "filter%5Bk%5D=v", "sort=title", "per_page=30",
        ] {
            #expect(line.contains(part), "\(part) in \(line)")
        }
    }

    @Test("PATCH sends what was touched, with null, and no defaults")
    func patch() async throws {
        let desk = Desk(200, book)
        var change = BookUpdateBody.Patch()
        change.title = .value("Emma")
        change.note = .null
        _ = try await LibraryAPI(transport: desk).send(Book.patch(7, change))
        #expect(await desk.lines == ["PATCH /v2/books/7"])
        #expect(await desk.bodies == [#"{"title":"Emma","note":null}"#])
    }

    @Test("a failure with its own body type is thrown as such")
    func failure() async throws {
        let api = LibraryAPI(
            transport: Desk(422, #"{"title": "No", "errors": [{"field": "title", "message": "short"}]}"#))
        await #expect {
            _ = try await api.send(Book.create(NewBook(title: "")))
        } throws: { error in
            guard case Book.CreateFailure.unprocessableContent(let failure) = error else { return false }
            return failure.errors?.first?.field == "title"
        }
    }

    private let loan = """
        {"number": "A1", "book": 7, "since": "2024-01-02T03:04:05Z", "reader": "6F9619FF-8B86-D011-B42D-00C04FC964FF",
        "deposit": {"id": "d1", "cents": 500, "loan": "A1"}, "returned": "now", "marks": ["a", ["b"]],
        "source": {"object": "voucher", "code": "V"}, "card": {"object": "card", "digits": "1"}}
        """

    @Test("a form has structures, each value of which is sent separately")
    func form() async throws {
        let desk = Desk(201, loan)
        let reader = try #require(UUID(uuidString: "6F9619FF-8B86-D011-B42D-00C04FC964FF"))
        _ = try await LibraryAPI(transport: desk).send(
            Loan.lend(
                book: 7, reader: reader, address: Address(city: "Ulm", lines: ["a", "b"]),
                extras: [LoanLendExtras(name: "light", count: 2)], deposit: .text(.empty)))
        #expect(
            await desk.bodies == [
                "book=7&reader=6F9619FF-8B86-D011-B42D-00C04FC964FF&address%5Bcity%5D=Ulm&address%5Blines%5D%5B0%5D=a"
                    + "&address%5Blines%5D%5B1%5D=b&extras%5B0%5D%5Bname%5D=light&extras%5B0%5D%5Bcount%5D=2&deposit="
            ])
    }

    @Test("a query has structures, and a path has a value of several types")
    func structures() async throws {
        let desk = Desk(200, "[]")
        let api = LibraryAPI(transport: desk)
        let day = Date(timeIntervalSince1970: 0)
        _ = try await api.send(Loan.list(.init(lent: .dayRange(LoanDayRange(from: day)))))
        _ = try await api.send(Loan.list(.init(lent: .integer(5))))
        #expect(await desk.lines == ["GET /v2/loans?lent%5Bfrom%5D=1970-01-01", "GET /v2/loans?lent=5"])
    }

    @Test("an object or its key is read as what it is")
    func expandable() async throws {
        let found = try await LibraryAPI(transport: Desk(200, loan)).loans.get("A1")
        #expect(found.deposit == .deposit(Deposit(id: "d1", cents: 500, loan: .text("A1"))))
        #expect(found.returned == .text(.now))
        #expect(found.marks == [.text("a"), .texts(["b"])])
        #expect(found.source == .voucher(Voucher(object: .voucher, code: "V")))
        #expect(found.card?.object == .card)
    }

    @Test("values of several kinds are distinguished by a key")
    func union() async throws {
        let body = #"{"total": 1, "events": [{"kind": "fine", "cents": 5, "reason": {"type": "late", "days": 2}}]}"#
        let result = try await LibraryAPI(transport: Desk(200, body)).send(Loan.listEvents("A1", newest: true))
        let reason = FineEventReason.fineEventReasonLate(FineEventReasonLate(days: 2))
        #expect(result.events == [.fineEvent(FineEvent(cents: 5, reason: reason))])
    }
}
