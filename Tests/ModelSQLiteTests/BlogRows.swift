import Foundation
import ModelSQLite

extension BlogDatabase {
    /// A database in memory with four users, twelve posts, their comments and tags.
    static func withRows() throws -> BlogDatabase {
        let blog = try BlogDatabase.inMemory()
        try blog.write { (db: Database) throws in
            for (id, name, age) in [(1, "Ann", 20), (2, "bob", 28), (3, "Cid", 35), (4, "Dan_%", 40)] {
                let gender: Gender = id.isMultiple(of: 2) ? .male : .female
                try User(id: Int64(id), name: name, email: "\(name)@x.org", age: age, gender: gender).insert(db)
            }
            for n: Int64 in 1...12 {
                try Post(
                    id: n, userId: 1 + n % 3, title: "T\(n % 4)", nickname: n > 9 ? "late" : nil,
                    createdAt: Date(timeIntervalSince1970: Double(100 - n))
                ).insert(db)
            }
            for n: Int64 in 1...8 { try Comment(id: n, postId: 1 + n % 4, text: "c\(n)").insert(db) }
            let tags = [Tag(id: UUID(), name: "Swift"), Tag(id: UUID(), name: "SQL")]
            for tag in tags { try tag.insert(db) }
            try PostTag(postId: 1, tagId: tags[0].id).insert(db)
            try PostTag(postId: 1, tagId: tags[1].id).insert(db)
            try PostTag(postId: 2, tagId: tags[1].id).insert(db)
        }
        return blog
    }
}
