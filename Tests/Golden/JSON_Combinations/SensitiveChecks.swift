import Foundation
import ModelRuntime
import Testing

@Suite("Sensitive values")
struct SensitiveValueTests {
    @Test("no error, with or without Codable, contains a sensitive value")
    func sensitive() throws {
        let wrong = [
            #""pin": "hunter2""#, #""pin": {"hunter2": 1}"#, #""pin": 47110815.5"#, #""codes": {"hunter2": "x"}"#,
            #""codes": {"a": "hunter2"}"#, #""codes": ["hunter2"]"#, #""old": {"codes": {"hunter2": "hunter2"}}"#,
            #""codes": {"hunter2": 47110815e99}"#, #""note": {"text": "t", "hunter2": 1}"#,
            #""note": {"text": ["hunter2"]}"#,
            #""note": {"text": "t", "place": {"at": {"hunter2": "hunter2"}}}"#, #""note": "hunter2""#,
            #""items": [{"type": "hunter2"}]"#, #""items": [{"type": ["hunter2"]}]"#, #""items": ["hunter2"]"#,
            #""items": [{"type": "text", "text": 47110815}]"#, #""items": [{"type": 7, "of": [{"type": "hunter2"}]}]"#,
            #""items": [{"hunter2": 1}]"#, #""sealed": "hunter2""#, #""sealed": ["hunter2"]"#,
            #""sealed": "sealed:json""#,
            #""token": "{\"hunter2\": \"x\"}""#, #""token": "hunter2""#,
            #""tokens": {"hunter2": "{\"hunter2\": 47110815e99999}"}"#, #""tokens": {"hunter2": 1}"#,
            #""mood": "hunter2""#, #""at": "hunter2""#, #""at": ["hunter2"]"#, #""at": 47110815e400"#,
            #""list": "hunter2""#,
        ]
        for text in wrong {
            for (document, path) in [
                (#"{"owner": "o", \#(text)}"#, ""), (#"{"vaults": {"a": {"owner": "o", \#(text)}}}"#, "vaults.a."),
                (#"{"vaults": {}, "all": [{"vault": {"owner": "o", \#(text)}}]}"#, "all[0].vault."),
            ] {
                func decode(_ isDirect: Bool) throws {
                    switch (path, isDirect) {
                    case ("", true): _ = try Vault(json: document)
                    case ("", false): _ = try JSONDecoder().decode(Vault.self, from: Data(document.utf8))
                    case (_, true): _ = try Safe(json: document)
                    case (_, false):
                        _ = try JSONDecoder().decode([String: Safe].self, from: Data(#"{"s": \#(document)}"#.utf8))
                    }
                }
                let direct = try #require(throws: JSONError.self, "\(document)") { try decode(true) }
                #expect(direct.model == "Vault", "\(document)")
                #expect(direct.path.hasPrefix(path) && direct.field != nil, "\(document) \(direct)")
                for error in [direct, try #require(throws: (any Error).self) { try decode(false) }] as [any Error] {
                    var dumped = "\(error) \(error.localizedDescription) \(String(reflecting: error))"
                    dump(error, to: &dumped)
                    #expect(!dumped.contains("hunter2") && !dumped.contains("47110815"), "\(document) \(dumped)")
                }
            }
        }
    }

    @Test("sensitive values are not in errors of writing either")
    func sensitiveOut() throws {
        let token = Token(parts: ["hunter2": .nan])
        for vault in [
            Vault(owner: "o", sealed: "hunter2 NaN"), Vault(owner: "o", token: token),
            Vault(owner: "o", tokens: ["hunter2": token]),
        ] {
            for write in [
                { _ = try vault.jsonData() }, { _ = try Safe(vaults: ["v": vault]).jsonData() },
                { _ = try JSONEncoder().encode(vault) }, { _ = try JSONEncoder().encode(Safe(vaults: ["v": vault])) },
            ] {
                let error = try #require(throws: (any Error).self) { try write() }
                var dumped = "\(error) \(error.localizedDescription)"
                if let error = error as? JSONError {
                    dump(error, to: &dumped)
                    #expect(error.model == "Vault" && error.field != nil)
                } else if case EncodingError.invalidValue(_, let context) = error {
                    // The value is the model itself, as Codable requires; its description has nothing sensitive.
                    dump(context, to: &dumped)
                }
                #expect(!dumped.contains("hunter2"), "\(dumped)")
            }
        }
    }

    @Test("skipped sensitive values are in no report, nor in a model's description")
    func reports() throws {
        let text = #"{"owner": "o", "list": [1, "hunter2", {"hunter2": 1}], "link": ["hunter2"], "codes": null}"#
        let report = JSONReport()
        let vault = try Vault(json: text, reporting: report)
        #expect(vault.list == [1])
        #expect(report.problems.map(\.path) == ["list", "list", "link"])
        #expect(!"\(report.problems)".contains("hunter2"))
        let decoder = JSONDecoder()
        let coded = JSONReport()
        decoder.userInfo[try #require(JSONReport.key)] = coded
        #expect(try decoder.decode(Vault.self, from: Data(text.utf8)) == vault)
        #expect(coded.problems.map(\.path) == ["list", "list", "link"])
        #expect(!"\(coded.problems)".contains("hunter2"))
        let full = Vault(
            owner: "o", codes: ["hunter2": 1], note: Note(text: "hunter2"), item: .note(Note(text: "hunter2")),
            sealed: "hunter2")
        var printed = "\(full) \(Safe(vaults: ["v": full], first: full)) \(String(reflecting: full))"
        dump(full, to: &printed)
        #expect(!printed.contains("hunter2"), "\(printed)")
    }
}
