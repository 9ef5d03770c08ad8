import BenchmarkReport
import Foundation
import ModelRuntime

// The six public documents commonly used to measure JSON libraries, from the folder DOCUMENTS: with the direct reader,
// and with JSONDecoder compared with synthesized Codable.

@MainActor
enum PublicDocuments {
    static func measure() throws {
        guard report.wantsSome(of: "json.public.") else { return }
        guard let folder = ProcessInfo.processInfo.environment["DOCUMENTS"], !folder.isEmpty else {
            say("json.public             skipped: say where the six documents are, DOCUMENTS=DIR")
            return
        }
        try measure("twitter", folder, Timeline.self, PlainTimeline.self)
        try measure("canada", folder, Canada.self, PlainCanada.self)
        try measure("citm_catalog", folder, Catalog.self, PlainCatalog.self)
        try measure("github_events", folder, [Event].self, [PlainEvent].self)
        try measure("apache_builds", folder, Builds.self, PlainBuilds.self)
        try measure("random", folder, Random.self, PlainRandom.self)
    }

    private static func measure<Model: JSONValue & Decodable, Plain: Decodable>(
        _ name: String,
        _ folder: String,
        _ model: Model.Type,
        _ plain: Plain.Type
    ) throws {
        let data = try Data(contentsOf: URL(fileURLWithPath: folder).appendingPathComponent("\(name).json"))
        let (direct, codable) = ("json.public.\(name)", "json.public.codable.\(name)")
        // Small documents are read several times, since the clock has a limited resolution.
        let times = max(1, 2_000_000 / data.count)
        if report.wants(direct) {
            try compare(direct, "\(name), \(times) times", bytes: data.count * times, goal: 6) {
                for _ in 0..<times { _ = try Model(json: data) }
            } theirs: {
                for _ in 0..<times { _ = try JSONDecoder().decode(Plain.self, from: data) }
            }
        }
        guard report.wants(codable) else { return }
        try compare(
            codable, "\(name) through JSONDecoder", bytes: data.count * times, goal: 1, better: .lower
        ) {
            for _ in 0..<times { _ = try JSONDecoder().decode(Model.self, from: data) }
        } theirs: {
            for _ in 0..<times { _ = try JSONDecoder().decode(Plain.self, from: data) }
        }
    }
}

private struct PlainCanada: Decodable {
    struct Polygon: Decodable {
        var type: String
        var coordinates: [[[Double]]]
    }
    struct Feature: Decodable {
        var type: String
        var geometry: Polygon
    }
    var features: [Feature]
}

private struct PlainCatalog: Decodable {
    struct Event: Decodable {
        var id: Int
        var name: String
        var description: String?
        var logo: String?
        var subTopicIds: [Int]
        var topicIds: [Int]
    }
    struct Price: Decodable {
        var amount: Int
        var audienceSubCategoryId: Int
        var seatCategoryId: Int
    }
    struct Area: Decodable {
        var areaId: Int
        var blockIds: [Int]
    }
    struct SeatCategory: Decodable {
        var areas: [Area]
        var seatCategoryId: Int
    }
    struct Performance: Decodable {
        var id: Int
        var eventId: Int
        var logo: String?
        var prices: [Price]
        var seatCategories: [SeatCategory]
        var start: Int
        var venueCode: String
    }
    var areaNames: [String: String]
    var events: [String: Event]
    var performances: [Performance]
    var topicSubTopics: [String: [Int]]
}

private struct PlainEvent: Decodable {
    struct Actor: Decodable {
        var id: Int
        var login: String
        var gravatar_id: String
        var url: URL
        var avatar_url: URL
    }
    struct Repository: Decodable {
        var id: Int
        var name: String
        var url: URL
    }
    var id: String
    var type: String
    var created_at: String
    var `public`: Bool
    var actor: Actor
    var repo: Repository
}

private struct PlainBuilds: Decodable {
    struct Job: Decodable {
        var name: String
        var url: String
        var color: String
    }
    struct View: Decodable {
        var name: String
        var url: String
    }
    var mode: String
    var nodeName: String
    var numExecutors: Int
    var jobs: [Job]
    var useSecurity: Bool
    var views: [View]
}

private struct PlainRandom: Decodable {
    struct Friend: Decodable {
        var id: Int
        var name: String
        var phone: String
    }
    struct Person: Decodable {
        var id: Int
        var avatar: String
        var age: Int
        var admin: Bool
        var name: String
        var company: String
        var phone: String
        var email: String
        var birthDate: String
        var friends: [Friend]
        var field: String
    }
    var id: Int
    var jsonrpc: String
    var total: Int
    var result: [Person]
}
