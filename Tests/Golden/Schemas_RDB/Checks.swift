import Foundation
import HTTPTypes
import ModelREST
import ModelRuntime
import Testing

private let document = #"""
    {"_id": "a1", "title": "t", "related": {"children": [{"title": "first"}, {"title": "second"}]},
     "arrayOfSubmodels": [{"title": "x"}, {"title": "y"}]}
    """#

@Suite("The tasks of RDB")
struct TaskTests {
    @Test("M3: related.children[0]")
    func arrayIndex() throws {
        let task = try Task(json: document)
        #expect(task.firstChild == Subtask(title: "first"))
        #expect(task.submodels.map(\.title) == ["x", "y"])
        #expect(try Task(json: task.jsonData()) == task)
        #expect(try JSON(json: task.jsonData())["related"] == ["children": [["title": "first"]]])
        #expect(try Task(json: #"{"_id": "a", "title": "t", "related": {"children": []}}"#).firstChild == nil)
    }

    @Test("R1, R9, R12: {url}/{postfix}/{path}, the list at objects, the metadata at meta")
    func list() async throws {
        let transport = Answering(#"{"meta": {"total_count": 1}, "objects": [\#(document)]}"#)
        let api = TaskAPI(transport: transport)
        let response = try await api.response(for: Task.list())
        #expect(response.value.map(\.id) == ["a1"])
        #expect(try response.metadata(as: JSON.self)["total_count"] == 1)
        #expect(response.status == 200)
        let request = try #require(await transport.requests.first)
        #expect(request.path == "/api/v1/tasks")
        #expect(request.authority == "localhost:8000")
    }

    @Test("R1, R2: get, update by PATCH, delete")
    func operations() async throws {
        let transport = Answering(document)
        let api = TaskAPI(transport: transport)
        let task = try await api.tasks.get("a1")
        _ = try await api.tasks.update(task)
        try await api.tasks.delete("a1")
        _ = try await api.tasks.create(Task.Draft(title: "new"))
        let requests = await transport.requests
        #expect(requests.map(\.method) == [.get, .patch, .delete, .post])
        #expect(
            requests.map(\.path) == ["/api/v1/tasks/a1", "/api/v1/tasks/a1", "/api/v1/tasks/a1", "/api/v1/tasks"])
        let bodies = await transport.bodies
        #expect(try JSON(json: #require(bodies.last)) == ["title": "new", "arrayOfSubmodels": []])
    }

    @Test("M15: a patch only changes what is present")
    func patch() throws {
        var task = try Task(json: document)
        task.apply(try Task.Patch(json: #"{"title": "new", "related": {"children": null}}"#))
        #expect(task.title == "new")
        #expect(task.submodels.count == 2)
    }
}
