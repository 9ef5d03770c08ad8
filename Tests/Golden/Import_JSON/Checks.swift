import Foundation
import ModelRuntime
import Testing

/// The models were imported from the samples next to them; `ImportTests` compares the YAML.
@Suite("Imported models read their samples")
struct ImportedModelTests {
    private func sample(_ name: String) throws -> Data {
        try Data(contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: name))
    }

    @Test("every sample is read, written, and read again as the same value")
    func roundTrip() throws {
        let posts = try [Post](json: sample("posts.json"))
        #expect(posts.count == 20)
        #expect(try JSON(json: posts.jsonData()) == JSON(json: sample("posts.json")))
        let todos = try [Todo](json: sample("todos.json"))
        #expect(try JSON(json: todos.jsonData()) == JSON(json: sample("todos.json")))
        let users = try [User](json: sample("users.json"))
        #expect(users.first?.address?.geo?.lat == -37.3159)
        #expect(try JSON(json: users.jsonData()) == JSON(json: sample("users.json")))
        let orders = try [Order](json: sample("orders.json"))
        #expect(try [Order](json: orders.jsonData()) == orders)
        #expect(try JSONDecoder().decode([Order].self, from: JSONEncoder().encode(orders)) == orders)
    }

    @Test("the inferred models match the samples")
    func values() throws {
        let order = try #require([Order](json: sample("orders.json")).first)
        #expect(order.orderId.uuidString == "12345678-1234-5678-1234-56781234567A")
        #expect(order.placedAt == Date(timeIntervalSince1970: 1_409_444_955))
        #expect(order.updated == Date(timeIntervalSince1970: 1_409_444_955))
        #expect(order.status == .open)
        #expect(order.channel == .web)
        #expect(order.total == 7.25)
        #expect(order.ratio == 4)
        #expect(order.weights == ["de": 1.5, "en": 2, "fr": 3.25])
        #expect(order.stock == [100: 0, 200: 2])
        #expect(order.weirdKeyWith0 == 1)
        #expect(order.big == .max)
        #expect(order.lines.map(\.price) == [1.5, 2])
        #expect(order.shippingAddress.zip == "10115")
    }
}
