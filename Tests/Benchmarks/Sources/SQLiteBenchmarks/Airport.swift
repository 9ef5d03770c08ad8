import CModelSQLite
import ModelSQLite

/// Lighter's own workload: 14 columns, mostly text (1 Int, 2 Int?, 11 String?).
struct Airport: Hashable, Sendable {
    var id: Int
    var elevation: Int?
    var runway: Int?
    var ident: String?
    var kind: String?
    var name: String?
    var continent: String?
    var country: String?
    var region: String?
    var town: String?
    var gps: String?
    var iata: String?
    var home: String?
    var keywords: String?
}

extension Airport: TableRecord {
    static let table = Table<Airport>(
        "airports",
        [
            "id", "elevation", "runway", "ident", "kind", "name", "continent", "country", "region", "town", "gps",
            "iata",
            "home", "keywords",
        ].map { TableColumn($0) }
    )

    struct Columns: TableColumns {}

    init(fields columns: inout RowReader) throws {
        self.init(
            id: try columns.field(),
            elevation: try columns.fieldIfPresent(),
            runway: try columns.fieldIfPresent(),
            ident: try columns.fieldIfPresent(),
            kind: try columns.fieldIfPresent(),
            name: try columns.fieldIfPresent(),
            continent: try columns.fieldIfPresent(),
            country: try columns.fieldIfPresent(),
            region: try columns.fieldIfPresent(),
            town: try columns.fieldIfPresent(),
            gps: try columns.fieldIfPresent(),
            iata: try columns.fieldIfPresent(),
            home: try columns.fieldIfPresent(),
            keywords: try columns.fieldIfPresent()
        )
    }

    func write(fields statement: inout RecordStatement) {
        statement.field(id)
        statement.fieldIfPresent(elevation)
        statement.fieldIfPresent(runway)
        statement.fieldIfPresent(ident)
        statement.fieldIfPresent(kind)
        statement.fieldIfPresent(name)
        statement.fieldIfPresent(continent)
        statement.fieldIfPresent(country)
        statement.fieldIfPresent(region)
        statement.fieldIfPresent(town)
        statement.fieldIfPresent(gps)
        statement.fieldIfPresent(iata)
        statement.fieldIfPresent(home)
        statement.fieldIfPresent(keywords)
    }

    static let create = """
        CREATE TABLE airports (id INTEGER NOT NULL, elevation INTEGER, runway INTEGER, ident TEXT, kind TEXT, name TEXT, \
        continent TEXT, country TEXT, region TEXT, town TEXT, gps TEXT, iata TEXT, home TEXT, keywords TEXT)
        """

    static func samples(_ count: Int) -> [Airport] {
        (0..<count).map { n in
            Airport(
                id: n,
                elevation: n % 9 == 0 ? nil : n % 3000,
                runway: n % 2 == 0 ? nil : n,
                ident: "ID\(n)",
                kind: "small_airport",
                name: "The airfield of place number \(n)",
                continent: "EU",
                country: "DE",
                region: "DE-BW",
                town: "Place \(n)",
                gps: n % 3 == 0 ? nil : "ED\(n)",
                iata: nil,
                home: n % 5 == 0 ? "https://example.org/airports/\(n)" : nil,
                keywords: nil
            )
        }
    }
}

extension ByHand {
    func airports() throws -> [Airport] {
        let s = try prepare(
            """
            SELECT id, elevation, runway, ident, kind, name, continent, country, region, town, gps, iata, home, keywords \
            FROM airports
            """
        )
        defer { sqlite3_finalize(s) }
        func integer(_ column: Int32) -> Int? {
            sqlite3_column_type(s, column) == SQLITE_NULL ? nil : Int(sqlite3_column_int64(s, column))
        }
        func text(_ column: Int32) -> String? { sqlite3_column_text(s, column).map { String(cString: $0) } }
        var rows: [Airport] = []
        while sqlite3_step(s) == SQLITE_ROW {
            rows.append(
                Airport(
                    id: Int(sqlite3_column_int64(s, 0)),
                    elevation: integer(1),
                    runway: integer(2),
                    ident: text(3),
                    kind: text(4),
                    name: text(5),
                    continent: text(6),
                    country: text(7),
                    region: text(8),
                    town: text(9),
                    gps: text(10),
                    iata: text(11),
                    home: text(12),
                    keywords: text(13)
                )
            )
        }
        return rows
    }
}
