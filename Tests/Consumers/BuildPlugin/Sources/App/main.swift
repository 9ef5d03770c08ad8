import Foundation
import ModelRuntime
import ModelSQLite

let atlas = try AtlasDatabase.inMemory()
let city = try atlas.write { db in try City.Draft(name: "Oslo").insert(db) }
print(String(decoding: try city.jsonData(), as: UTF8.self))
