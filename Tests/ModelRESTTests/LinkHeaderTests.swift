import Testing

@testable import ModelPagination

@Suite("The header Link")
struct LinkHeaderTests {
    @Test(
        "the target of the next page (RFC 8288, section 3)",
        arguments: [
            ("</a>; rel=next", "/a"), ("</a>;REL=\"Next\"", "/a"), ("</a> ; rel = \"prev next\"", "/a"),
            ("</a>; rel=prev, </b>; rel=next", "/b"), ("</a?x=1,2;3>; title=t; rel=next", "/a?x=1,2;3"),
            ("</a>; title=\"x, </b>; rel=next\"; rel=prev", nil),
            // A quote that is escaped does not end the string.
            (#"</a>; title="\", </b>; rel=next"; rel=prev"#, nil), (#"</a>; title="\"\\"; rel=next"#, "/a"),
            // Only the first relation counts.
            ("</a>; rel=prev; rel=next", nil), ("</a>; rel=next; rel=prev", "/a"),
            ("</a>; rev=next", nil), ("</a>; rel=nextpage", nil), ("/a; rel=next", nil), ("", nil),
            ("<>; rel=next", ""),
        ] as [(String, String?)])
    func next(_ header: String, _ target: String?) {
        #expect(LinkHeader.target(of: "next", in: header) == target)
    }

    @Test(
        "a header that is not a link takes no longer than its length",
        arguments: [("", "<"), ("", "<a"), ("</a>;", " "), ("</a>; x", " "), ("", "<>\\\""), ("</a>", ";x=\"")])
    func hostile(_ start: String, _ part: String) {
        let header = start + String(repeating: part, count: 40_000) + "rel"
        let time = ContinuousClock().measure { #expect(LinkHeader.target(of: "next", in: header) == nil) }
        #expect(time < .seconds(5))
    }
}
