import Foundation
import ModelRuntime
import Testing

@Suite("Models of the public documents, which the benchmarks link to")
struct PublicDocumentTests {
    @Test("an event in GitHub's form is read and written unchanged, by the reader and through Codable")
    func event() throws {
        let json = """
            {"id":"1652857722","type":"CreateEvent","created_at":"2013-01-10T07:58:30Z","public":true,\
            "actor":{"id":1,"login":"jathanism","gravatar_id":"24b9","url":"https://api.github.com/users/jathanism",\
            "avatar_url":"https://secure.gravatar.com/avatar/24b9?s=80"},\
            "repo":{"id":2,"name":"jathanism/trigger","url":"https://api.github.com/repos/jathanism/trigger"}}
            """
        let event = try Event(json: json)
        #expect(event.repo.name == "jathanism/trigger")
        #expect(try JSONDecoder().decode(Event.self, from: Data(json.utf8)) == event)
        #expect(try JSON(json: event.jsonData()) == JSON(json: json))
    }
}
