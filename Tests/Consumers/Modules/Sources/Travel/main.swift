import Foundation
import Geography
import ModelRuntime
import ModelSQLite

let travel = try TravelDatabase.inMemory()
let oslo = Place(shortName: "Oslo", climate: .cold)
let trip = try travel.write { db in try Trip.Draft(startsAt: oslo, climate: .cold).insert(db) }
print(oslo.welcome)
print(String(decoding: try trip.jsonData(), as: UTF8.self))
