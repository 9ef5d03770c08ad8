import ModelgenDiagnostics
import ModelgenSchema
import Testing

@testable import ModelgenParsing

/// The example of the schema language's page, completed with the models it refers to.
let blogText = ##"""
    # yaml-language-server: $schema=modelgen.schema.json
    database:
      name: Blog              # generates BlogDatabase, in this file's output; several databases by several names
      version: 4              # at least every version that is named below
      migration: versioned    # versioned | auto | recreate | none
      sqlite: "3.35"          # the oldest SQLite that must run it
    api:
      name: BlogAPI           # generates BlogAPI, in this file's output
      baseURL: https://jsonplaceholder.typicode.com
      basePath: api/v1
      format: json            # json | xml
      headers: { Accept-Language: en }
      methods: { update: PATCH }                                 # PUT by default; together with the operation patch an error
      envelope: { object: data, list: objects, meta: meta }
      failure: { code: returnCode, success: "0000", message: returnMessage }
      pagination: { offset: { start: _start, limit: _limit } }   # or page, cursor, link
      auth: bearer            # none | bearer | basic | { header: X-Api-Key } | { query: key }
    enums:
      Gender: { raw: Int, cases: { female: 0, male: 1 }, unknown: keep }   # keep | fail | a case's name
    transformers:
      Encrypted: { from: String, to: String }          # a Swift type of the user's, compile-time checked
    types:
      Money: { json: String, sqlite: INTEGER, import: MoneyKit }   # an external Swift type: Hashable, Sendable, and a documented conversion protocol
    models:
      Post:
        doc: An article, as the service returns it.
        table: posts
        primaryKey: id
        fields:
          id:        { type: Int64, assigned: database }       # database | server | caller; autoincrement: true adds SQLite's keyword
          userId:    { type: Int64, json: user_id, references: User.id, onDelete: cascade, index: true }
          title:     String
          body:      { type: String, default: "" }
          avatarURL: { type: URL?, json: user.avatar_image.url }
          firstTag:  { type: String?, json: "related.tags[0]", column: false }
          nickname:  { type: String?, json: [nick_name, nickname] }   # first that is present and not null is read; first is written
          createdAt: { type: Date, transformer: unixMilliseconds, since: 2, fill: 0 }
          password:  { type: String?, transformer: Encrypted, sensitive: true }
          meta:      { type: "[String: JSON]", default: {} }
        unique:  [[userId, title]]
        indexes: [{ fields: [createdAt], where: "title <> ''", since: 3 }]
        checks:  ["length(title) > 0"]
        migrations:
          3:
            - rename: { text: body }
            - drop: { legacyScore: Double? }
            - change: { userId: { from: String, using: "CAST(user_id AS INTEGER)" } }
          4:
            - sql: "UPDATE posts SET body = trim(body)"
            - swift: fillSlugs
        relations:
          comments: { hasMany: Comment, by: postId }
        queries:
          recent: { sql: "SELECT * FROM posts WHERE user_id = :userId ORDER BY created_at DESC LIMIT :limit", params: { userId: Int64, limit: Int }, returns: [Post] }
          perUser: { sql: "SELECT user_id, count(*) AS n FROM posts GROUP BY user_id", returns: [{ userId: Int64, n: Int }] }
        rest:
          path: posts
          operations: [list, get, create, update, delete]       # each may be a mapping: { method, path, headers, query, root, body, timeout }
          list: { query: { userId: Int64? } }
          nested: { comments: [Comment] }               # GET posts/{id}/comments; may be a mapping as above
          actions:
            publish: { method: POST, path: "posts/{id}/publish", returns: Post }
            attach:  { method: POST, path: "posts/{id}/files", upload: { file: Data, caption: String? }, returns: Post }
            export:  { method: GET, path: "posts/{id}.pdf", download: true }
        hooks: [willDecode, didDecode, willEncode, didEncode]
    """##

let peopleText = """
    models:
      User:
        primaryKey: id
        fields:
          id: Int64
          name: String
          gender: { type: Gender, default: female }
      Comment:
        primaryKey: id
        fields:
          id: Int64
          postId: { type: Int64, references: Post }
          text: String?
          stars: [Int]
          votes: [String: Int]
          tags: "[String]?"
    """

@Suite("The example on the schema language's page")
struct SchemaPageTests {
    private func post() throws -> Model {
        try #require(try schema(blogText, peopleText).schema.models.first)
    }

    @Test("it is read without diagnostics, also across files") func parses() throws {
        let parsed = try schema(blogText, peopleText)
        #expect(parsed.schema.models.map(\.name) == ["Post", "User", "Comment"])
        #expect(parsed.schema.files.map(\.name) == ["file0", "file1"])
        #expect(
            parsed.schema.databases == [
                Database(
                    name: "Blog",
                    file: "file0",
                    version: 4,
                    migration: .versioned,
                    oldestSQLite: SQLiteVersion(major: 3, minor: 35)
                )
            ]
        )
        #expect(parsed.schema.transformers.map(\.value) == [.scalar(.string)])
        #expect(
            parsed.schema.externalTypes == [
                ExternalType(
                    name: "Money",
                    file: "file0",
                    json: .scalar(.string),
                    storage: .integer,
                    module: "MoneyKit"
                )
            ]
        )
        #expect(
            parsed.schema.enumerations == [
                Enumeration(
                    name: "Gender",
                    file: "file0",
                    rawType: .int,
                    cases: [
                        .init(name: "female", rawValue: .integer("0")), .init(name: "male", rawValue: .integer("1")),
                    ],
                    unknown: .keep
                )
            ]
        )
    }

    @Test("the API has all of its keys") func api() throws {
        let api = try #require(try schema(blogText, peopleText).schema.apis.first)
        #expect(
            api
                == API(
                    name: "BlogAPI",
                    file: "file0",
                    baseURL: "https://jsonplaceholder.typicode.com",
                    basePath: "api/v1",
                    format: .json,
                    headers: [HeaderField(name: "Accept-Language", value: "en")],
                    methods: [OperationMethod(operation: .update, method: .patch)],
                    envelope: Envelope(
                        object: JSONPath([.key("data")]),
                        list: JSONPath([.key("objects")]),
                        meta: JSONPath([.key("meta")])
                    ),
                    failure: BusinessFailure(
                        code: JSONPath([.key("returnCode")]),
                        success: "0000",
                        message: JSONPath([.key("returnMessage")])
                    ),
                    pagination: .offset(start: "_start", limit: "_limit"),
                    credentials: [Credential(scheme: .bearer)]
                )
        )
    }

    @Test("fields have their keys, columns, defaults and transformers") func fields() throws {
        let post = try post()
        let id = try #require(post.field("id"))
        #expect(id.assigned == .database(autoincrement: .reusesKeys))
        let user = try #require(post.field("userId"))
        #expect(user.json?.paths == [JSONPath([.key("user_id")])])
        #expect(user.column?.name == "user_id")
        #expect(user.reference == Reference(model: "User", field: "id", onDelete: .cascade))
        #expect(post.field("body")?.defaultValue == .literal(.string("")))
        #expect(post.field("avatarURL")?.json?.paths == [JSONPath([.key("user"), .key("avatar_image"), .key("url")])])
        #expect(post.field("avatarURL")?.column?.name == "avatar_url")
        #expect(post.field("firstTag")?.json?.paths == [JSONPath([.key("related"), .key("tags"), .index(0)])])
        #expect(post.field("firstTag")?.column == nil)
        #expect(post.field("nickname")?.json?.paths == [JSONPath([.key("nick_name")]), JSONPath([.key("nickname")])])
        let created = try #require(post.field("createdAt"))
        #expect(created.since == 2)
        #expect(created.fill == .literal(.string("1970-01-01T00:00:00Z")))
        #expect(created.transformer?.sqlite == .builtIn(.unixMilliseconds))
        #expect(post.field("password")?.transformer?.json == .always(.declared("Encrypted")))
        #expect(post.field("password")?.isSensitive == true)
        #expect(post.field("meta")?.type == .dictionary(key: .string, value: .scalar(.json)))
        #expect(post.field("meta")?.defaultValue == .literal(.dictionary([])))
    }

    @Test("the table has its indexes, checks and history") func table() throws {
        let table = try #require(try post().table)
        #expect(table.name == "posts")
        #expect(table.primaryKey == ["id"])
        #expect(
            table.indexes == [
                Index(name: "posts_on_user_id", terms: [.field("userId", .ascending)]),
                Index(
                    name: "posts_unique_user_id_title",
                    terms: [.field("userId", .ascending), .field("title", .ascending)],
                    uniqueness: .unique
                ),
                Index(
                    name: "posts_on_created_at",
                    terms: [.field("createdAt", .ascending)],
                    condition: "title <> ''",
                    since: 3
                ),
            ]
        )
        #expect(table.checks == [TableCheck(expression: "length(title) > 0")])
        #expect(table.migrations.map(\.version) == [3, 4])
        let steps = try #require(table.migrations.first?.steps)
        #expect(steps.first == .renameField(from: "text", to: "body", column: ColumnRename(from: "text", to: "body")))
        guard case .drop(let dropped, _) = steps[1], case .change(let changed, _, let conversion) = steps[2] else {
            Issue.record("the steps are others: \(steps)")
            return
        }
        #expect(dropped.name == "legacyScore" && dropped.type == .optional(.scalar(.double)))
        #expect(dropped.column?.name == "legacy_score")
        #expect(
            changed.name == "userId" && changed.type == .scalar(.string)
                && conversion == .using("CAST(user_id AS INTEGER)"))
        #expect(table.migrations.last?.steps == [.sql("UPDATE posts SET body = trim(body)"), .swift("fillSlugs")])
    }

    @Test("relations, queries and the client are resolved") func rest() throws {
        let post = try post()
        #expect(post.relations == [Relation(name: "comments", model: "Comment", kind: .hasMany(by: "postId"))])
        #expect(
            post.queries.map(\.result) == [
                .many(.model("Post")),
                .many(.columns([.init(name: "userId", type: .scalar(.int64)), .init(name: "n", type: .scalar(.int))])),
            ]
        )
        let client = try #require(post.client)
        #expect(client.operations.map(\.kind) == [.list, .get, .create, .update, .delete])
        #expect(
            client.operations.first?.request.query == [
                RequestParameter(name: "userId", key: "user_id", type: .optional(.scalar(.int64)))
            ]
        )
        #expect(client.nested == [NestedResource(name: "comments", result: .list(.model("Comment")))])
        #expect(client.actions.map(\.method) == [.post, .post, .get])
        #expect(
            client.actions.map(\.transfer) == [
                .none,
                .upload([
                    RequestParameter(name: "file", key: "file", type: .scalar(.data)),
                    RequestParameter(name: "caption", key: "caption", type: .optional(.scalar(.string))),
                ]), .download,
            ]
        )
        #expect(post.hooks == Hook.allCases)
    }

    @Test("types are read with and without quotes") func types() throws {
        let comment = try #require(try schema(blogText, peopleText).schema.models.last)
        #expect(comment.field("stars")?.type == .list(.scalar(.int)))
        #expect(comment.field("votes")?.type == .dictionary(key: .string, value: .scalar(.int)))
        #expect(comment.field("tags")?.type == .optional(.list(.scalar(.string))))
        #expect(comment.field("postId")?.reference == Reference(model: "Post", field: "id"))
    }

    @Test("every element and every key has a position") func positions() throws {
        let positions = try schema(blogText, peopleText).positions
        func text(_ element: ElementID.Element, _ key: String? = nil) -> String? {
            positions[ElementID(element, key: key)].map { "\($0.location.line):\($0.location.column) \($0.text)" }
        }
        #expect(text(.model("Post")) == "25:3 Post")
        #expect(text(.field(model: "Post", "userId")) == "31:7 userId")
        #expect(text(.field(model: "Post", "userId"), "json") == "31:33 json")
        #expect(text(.field(model: "Post", "title"), "json") == "32:7 title")
        #expect(text(.model("Post"), "rest.actions.attach.upload") == "63:60 upload")
        #expect(text(.action(model: "Post", "attach"), "upload") == "63:60 upload")
        #expect(text(.operation(model: "Post", .list), "query") == "59:15 query")
        #expect(text(.step(model: "Post", version: 3, index: 1)) == "46:19 legacyScore")
        #expect(text(.query(model: "Post", "recent"), "sql") == "54:17 sql")
        #expect(text(.database("Blog")) == "3:9 Blog")
        #expect(text(.api("BlogAPI"), "pagination") == "16:3 pagination")
        #expect(text(.enumeration("Gender"), "unknown") == "19:54 unknown")
        #expect(text(.relation(model: "Post", "comments")) == "52:7 comments")
        #expect(
            positions.value(of: ElementID(.query(model: "Post", "perUser"), key: "returns"))?.text
                == "[{ userId: Int64, n: Int }]"
        )
        #expect(positions[.file("file1")]?.file.path == "file1.model.yaml")
    }
}
