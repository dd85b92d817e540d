// SPDX-License-Identifier: Apache-2.0
// Texts on a server: what it answers itself, and what it asks the client (PG-37, PG-109 to PG-111, PG-113 to PG-118).

#if PostgreSQL
import Foundation
import PerdurePostgreSQL
import PerdurePostgreSQLClient
import PerdurePredicates
import PerdureStore
import Testing

@Suite("PostgreSQL predicates: texts", .enabled(if: TestStores.isThere, TestStores.advice))
struct TextRuleTests {
    static let texts = [
        "", "a", "A", "ab", "a%b", "a_b", "a\\b", "file10", "file9", "File1", "é", "e\u{301}", "É", "ＡＢ",
        "straße",
        "STRASSE", "ÆON", "aeon", "K", "\u{212A}", "Ω", "ω", "≠", "x\u{336}y", "हिन्दी", "한국", "👍🏽", "👍", "a\r\nb",
        "ǅ", "İ", "i",
        "1\u{FE0F}\u{20E3}", "5", "5.0", "12abc",
    ]

    private func twins(_ change: (inout PostgreSQLOptions) -> Void = { _ in }) throws -> TwinStores {
        let rows = Self.texts.enumerated().map { index, text -> [String: StoredValue] in
            [
                "name": .string(text), "whole": .integer(Int64(index)),
                "note": index % 5 == 0 ? .null : .string(Self.texts[(index * 7) % Self.texts.count]),
            ]
        }
        return try TwinStores(rows + [["whole": .integer(99)]], change: change)
    }

    private static let operators = ["==", "!=", "<", ">=", "BEGINSWITH", "ENDSWITH", "CONTAINS", "LIKE"]

    @Test("PG-109 texts without options compare as in memory", arguments: operators)
    func plain(_ symbol: String) throws {
        let twins = try twins()
        for text in Self.texts where text != "\u{212A}" && text != "K" {
            try twins.agree("name \(symbol) %@", [.string(text)])
            try twins.agree("NOT (name \(symbol) %@)", [.string(text)])
        }
        if symbol != "LIKE" { try twins.agree("name \(symbol) note") }
    }

    @Test("PG-110, PG-111, PG-114, PG-115 texts with options compare as in memory", arguments: operators)
    func folded(_ symbol: String) throws {
        let twins = try twins()
        for options in ["[c]", "[d]", "[cd]", "[n]"] {
            for text in ["a", "É", "strasse", "aeon", "हि", "한", "👍", "i", "x", "*", "?"] {
                try twins.agree("name \(symbol)\(options) %@", [.string(text)])
                try twins.agree("NOT (name \(symbol)\(options) %@)", [.string(text)])
            }
            try twins.agree("name \(symbol)\(options) note")
        }
    }

    @Test("PG-113 the client judges in one snapshot, and no more texts than the limit")
    func limit() throws {
        let twins = try twins { $0.mostClientTexts = 10 }
        let error = try twins.refused("name ==[c] 'x'")
        guard case StoreError.unsupported(let request)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(request.reason.contains("\"name\""))
        #expect(request.reason.contains("narrow the fetch"))
        // A condition that the server can judge leaves no text in question.
        try twins.agree("name ==[c] 'A' AND whole < 4")
    }

    @Test("PG-116 orders of texts that the server does not know")
    func orders() throws {
        let twins = try twins()
        for collation in [
            SortTerm.Collation.literal, .caseInsensitive, .localized, .localizedCaseInsensitive,
            .localizedStandard,
        ] {
            for isAscending in [true, false] {
                try twins.agree(
                    "TRUEPREDICATE",
                    sort: [SortTerm(["name"], isAscending: isAscending, collation: collation)])
            }
        }
        try twins.agree("name <[c] 'B'")
        try twins.agree("name <[l] 'b'")
    }

    @Test("PG-117 functions of texts")
    func functions() throws {
        let twins = try twins()
        for format in [
            "lowercase:(name) == 'é'", "uppercase:(name) == 'STRASSE'", "canonical:(name) == 'e'",
            "length:(name) > 2", "length:(name) == 4", "uppercase:(lowercase:(name)) BEGINSWITH 'A'",
            "lowercase:(name) == lowercase:(note)", "CAST(name, 'NSNumber') == 5",
            "CAST(name, 'NSNumber') > 1.5", "CAST(name, 'NSNumber') / 2 == 2.5",
            "CAST(name, 'NSNumber') / 2 == 2",
            "lowercase:(name) CONTAINS[c] 'S'",
        ] { try twins.agree(format) }
    }

    @Test("PG-118 regular expressions are the client's")
    func expressions() throws {
        let twins = try twins()
        for pattern in ["a.*", "\\w+", "(?i)STRASSE", "\\p{L}+", "a\\Rb", ".", "[^a]*+"] {
            try twins.agree("name MATCHES %@", [.string(pattern)])
            try twins.agree("NOT (name MATCHES[c] %@)", [.string(pattern)])
        }
    }

    @Test("PG-37 a constant with U+0000 equals nothing, and has its place in the order")
    func nullCharacters() throws {
        let twins = try twins()
        for symbol in Self.operators + ["==[c]", "CONTAINS[d]", "MATCHES"] {
            try twins.agree("name \(symbol) %@", [.string("a\0b")])
        }
        try twins.agree("%@ CONTAINS name", [.string("x\0a")])
        try twins.agree("name IN %@", [.array([.string("a\0"), .string("ab")])])
    }

    @Test("PG-107, PG-158 a text that looks like SQL stays a text")
    func hostile() throws {
        let twins = try TwinStores([["name": .string("'; DROP TABLE row; --")]])
        #expect(try twins.agree("name ==[c] \"'; drop table row; --\"").count == 1)
        #expect(try twins.agree("name LIKE \"*--\"").count == 1)
    }
}
#endif
