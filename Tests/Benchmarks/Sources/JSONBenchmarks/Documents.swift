import Foundation

// The documents for the measurements, the same in every run.

/// Random numbers, the same in every run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64 = 7

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}

enum Documents {
    private static let words = [
        "sunt", "aut", "facere", "repellat", "provident", "occaecati", "excepturi", "optio", "reprehenderit", "quia",
        "et",
        "suscipit", "recusandae", "consequuntur", "expedita", "molestiae", "nihil", "architecto",
    ]

    private static func text(_ count: Int, _ random: inout SeededGenerator) -> String {
        (0..<count).map { _ in words[Int(random.next() % UInt64(words.count))] }.joined(separator: " ")
    }

    /// A list of `count` flat posts.
    static func posts(_ count: Int) -> Data {
        var random = SeededGenerator()
        let posts = (1...count).map { id in
            """
            {"id":\(id),"userId":\(id / 10),"title":"\(text(4, &random))","body":"\(text(12, &random))",\
            "isPublished":\(id % 2 == 0),"score":\(Double(random.next() % 10000) / 100)}
            """
        }
        return Data("[\(posts.joined(separator: ","))]".utf8)
    }

    /// The same posts, with the members of each in reverse order.
    static func reversed(posts count: Int) -> Data {
        var random = SeededGenerator()
        let posts = (1...count).map { id in
            let (title, body) = (text(4, &random), text(12, &random))
            return """
                {"score":\(Double(random.next() % 10000) / 100),"isPublished":\(id % 2 == 0),"body":"\(body)",\
                "title":"\(title)","userId":\(id / 10),"id":\(id)}
                """
        }
        return Data("[\(posts.joined(separator: ","))]".utf8)
    }

    /// A document like twitter.json: nested, with optional members, escapes, much non-ASCII text, and members that are
    /// not read.
    static func timeline(_ count: Int) -> Data {
        var random = SeededGenerator()
        let japanese = ["名前:前田あゆみ", "第一カラー:赤", "今一番したい事:世界一周旅行", "口癖:リア充爆発しろ", "天使か悪魔か", "本当にね…"]
        let statuses = (1...count).map { id in
            let id = 505_874_924_095_815_680 + id
            let words = japanese.shuffled(using: &random).prefix(4).joined(separator: "\\n")
            return """
                {"metadata":{"result_type":"recent","iso_language_code":"ja"},"created_at":"Sun Aug 31 00:29:15 +0000 2014",\
                "id":\(id),"id_str":"\(id)","text":"@aym0566x \\n\\n\(words)","source":"<a href=\\"http:\\/\\/twitter.com\\/download\\/\
                iphone\\" rel=\\"nofollow\\">Twitter for iPhone<\\/a>","truncated":false,"in_reply_to_status_id":\
                \(id % 3 == 0 ? "null" : String(id - 7)),"in_reply_to_user_id_str":"866260188","user":{"id":\(id % 1_000_000_007),\
                "id_str":"\(id % 1_000_000_007)","name":"AYUMI \(japanese[id % 6])","screen_name":"ayuu0123","location":"",\
                "description":"元野球部マネージャー❤︎…最高の夏をありがとう…❤︎ \(text(6, &random))","url":\
                \(id % 2 == 0 ? "null" : "\"http:\\/\\/t.co\\/abc\""),"entities":{"description":{"urls":[]}},"protected":false,\
                "followers_count":\(random.next() % 5000),"friends_count":252,"listed_count":0,"verified":false,"profile_image_url":\
                "http:\\/\\/pbs.twimg.com\\/profile_images\\/497760886795153410\\/LDjAwR_y_normal.jpeg","default_profile":true},\
                "geo":null,"coordinates":null,"retweet_count":\(random.next() % 100),"favorite_count":0,"entities":{"hashtags":[\
                {"text":"\(self.words[Int(random.next() % 18)])","indices":[1,\(random.next() % 140)]}],"symbols":[],"urls":[{"url":\
                "http:\\/\\/t.co\\/xyz","expanded_url":"http:\\/\\/example.org\\/\(text(1, &random))","display_url":"example.org",\
                "indices":[11,33]}],"user_mentions":[]},"favorited":false,"retweeted":false,"lang":"ja"}
                """
        }
        return Data(#"{"statuses":[\#(statuses.joined(separator: ","))],"search_metadata":{"count":100}}"#.utf8)
    }

    /// Rings of coordinates, as in canada.json.
    static func rings(_ count: Int) -> Data {
        var random = SeededGenerator()
        let rings = (0..<count).map { _ in
            let points = (0..<400).map { _ in
                let lon = -141 + Double.random(in: 0..<90, using: &random)
                let lat = 41 + Double.random(in: 0..<42, using: &random)
                return "[\((lon * 1e14).rounded() / 1e14),\((lat * 1e14).rounded() / 1e14)]"
            }
            return "[\(points.joined(separator: ","))]"
        }
        return Data("[\(rings.joined(separator: ","))]".utf8)
    }

    /// A list of `count` objects, as small as possible.
    static func smallObjects(_ count: Int) -> Data {
        Data("[\((0..<count).map { "{\"id\":\($0)}" }.joined(separator: ","))]".utf8)
    }

    /// A list of `count` objects whose value has the wrong kind, one per line.
    static func wrongObjects(_ count: Int) -> Data {
        Data("[\n\((0..<count).map { "{\"id\":\"x\($0)\"}" }.joined(separator: ",\n"))]".utf8)
    }

    /// A list of objects with many fields, in reverse order, so that every prediction of the next key is wrong.
    static func wideObjects(_ count: Int, fields: Int) -> Data {
        let members = (0..<fields).reversed().map { "\"field\($0)\":\($0)" }.joined(separator: ",")
        return Data("[\((0..<count).map { _ in "{\(members)}" }.joined(separator: ","))]".utf8)
    }

    /// Objects with integers of 19 digits.
    static func snowflakes(_ count: Int) -> Data {
        let objects = (0..<count).map { index in
            let id = 1_000_000_000_000_000_000 + index * 7_919_000_003
            return
                #"{"id":\#(id),"parent":\#(id - 4_194_304),"at":\#(1_700_000_000_000_000_000 + index),"name":"a\#(index)"}"#
        }
        return Data("[\(objects.joined(separator: ","))]".utf8)
    }

    /// A list of strings in scripts with two, three and four bytes per letter, and mixed.
    static func texts(_ count: Int) -> Data {
        let texts = [
            "Съешь ещё этих мягких французских булок, да выпей чаю", "いろはにほへとちりぬるをわかよたれそつねならむ",
            "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich", "키스의 고유조건은 입술끼리 만나야 하고 특별한 기술은 필요치 않다",
            "the weather is 🌦️, bring an ☂️ and 🥾🥾 for the walk", "נקסט: דג סקרן שט בים מאוכזב ולפתע מצא לו חברה",
        ]
        return Data("[\((0..<count).map { "\"\(texts[$0 % 6]) \($0)\"" }.joined(separator: ","))]".utf8)
    }

    /// A list of URLs.
    static func links(_ count: Int) -> Data {
        Data(
            "[\((0..<count).map { "\"https://api.example.org/repos/owner\($0)/name?page=\($0 % 9)\"" }.joined(separator: ","))]"
                .utf8)
    }

    /// A list of dictionaries with ten members.
    static func dictionaries(_ count: Int) -> Data {
        var random = SeededGenerator()
        let objects = (0..<count).map { _ in
            let keys = words.shuffled(using: &random).prefix(10)
            return "{\(keys.map { "\"\($0)\":\(random.next() % 1000)" }.joined(separator: ","))}"
        }
        return Data("[\(objects.joined(separator: ","))]".utf8)
    }
}
