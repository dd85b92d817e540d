// SPDX-License-Identifier: Apache-2.0
// The folding functions of a server say what the evaluator says, for every scalar and for random texts (PG-111, PG-157).

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdurePredicates
import PerdureStore
import PerdureTestSupport
import Testing

@testable import PerdurePostgreSQL

@Suite("PostgreSQL folding", .enabled(if: TestStores.isThere, TestStores.advice))
struct FoldingTests {
    /// How many random texts are folded; PERDURE_RANDOM_TEXTS says another number, PERDURE_SEED repeats a run.
    static let count = Counts.number("PERDURE_RANDOM_TEXTS", standard: 100_000)

    /// Folds texts on a server that has the functions of a store.
    private func compare(judgedAtLeast: Int, _ portions: (([String]) throws -> Void) throws -> Void) throws {
        let stores = TestStores()
        let name = stores.namespace()
        let connection = try ConnectionMaker(try TestStores.client()).connect(until: Deadline(after: 120))
        defer { connection.close() }
        func run(_ request: ServerRequest) throws -> ServerResult {
            try connection.run(request, until: Deadline(after: 120))
        }
        _ = try run(ServerRequest("CREATE SCHEMA \(name)", isPrepared: false))
        for definition in StoreFunctions.definitions(name) {
            _ = try run(ServerRequest(definition.sql, isPrepared: false))
        }
        var judged: [TextFolding: Int] = [:]
        try portions { texts in
            for folding in TextFolding.tables + [.composed] {
                let function = "\(ServerName.quoted(name)).\(try #require(folding.function))"
                let result = try run(
                    ServerRequest(
                        "SELECT \(function)(t) FROM unnest($1::text[]) WITH ORDINALITY u(t, n) ORDER BY n",
                        [.array(.text, texts.map { .text($0) })]))
                judged[folding, default: 0] += try compare(texts, result.column(0), folding)
            }
        }
        for folding in TextFolding.tables + [.composed] {
            #expect(judged[folding, default: 0] >= judgedAtLeast, "\(folding)")
        }
        print(
            "folded on a server: \(judged.map { "\($0.key) \($0.value)" }.sorted().joined(separator: ", "))")
    }

    /// Compares the server's texts with the evaluator's; gives how many the server judged.
    private func compare(_ texts: [String], _ found: [ServerValue?], _ folding: TextFolding) throws -> Int {
        var judged = 0
        var wrong: [String] = []
        for (text, found) in zip(texts, found) {
            guard case .text(let folded)? = found else { continue }
            judged += 1
            let expected = StringMatching.prepared(text, folding.options)
            if !folded.utf8.elementsEqual(expected.utf8) {
                wrong.append(text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " "))
            }
        }
        #expect(wrong.isEmpty, "\(folding): \(wrong.count) wrong, such as \(wrong.prefix(10))")
        return judged
    }

    @Test("PG-111, PG-157 every scalar folds as in the evaluator, or is not judged")
    func scalars() throws {
        try compare(judgedAtLeast: 100_000) { compare in
            for first in stride(from: UInt32(0), to: 0x11_0000, by: 0x2_0000) {
                let values = max(first, 1)..<min(first + 0x2_0000, 0x11_0000)
                try compare(values.compactMap(Unicode.Scalar.init).map { "x\(Character($0))" })
            }
        }
    }

    @Test(
        "PG-111, PG-157 random texts fold as in the evaluator, or are not judged",
        arguments: Seeds.of("folding"))
    func randomTexts(_ seed: UInt64) throws {
        var random = SeededNumbers(seed: seed)
        try compare(judgedAtLeast: Self.count * 3 / 10) { compare in
            for first in stride(from: 0, to: Self.count, by: 50_000) {
                try compare(
                    (first..<min(first + 50_000, Self.count)).map { _ in Self.text(using: &random) })
            }
        }
    }

    private static let ranges: [ClosedRange<UInt32>] = [
        0x20...0x7E, 0xA1...0x17F, 0x180...0x24F, 0x300...0x36F, 0x370...0x3FF, 0x400...0x52F,
        0x531...0x58A, 0x5D0...0x5EA, 0x621...0x64A, 0x900...0x97F, 0x1E00...0x1EFF, 0x1F00...0x1FFF,
        0x2100...0x218F, 0x3040...0x30FF, 0xAC00...0xAD00, 0xFB00...0xFB1C, 0x1F600...0x1F64F,
    ]

    /// A text of one script, composed or decomposed.
    private static func text(using random: inout SeededNumbers) -> String {
        let range = ranges[Int.random(in: 0..<ranges.count, using: &random)]
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let from = Int.random(in: 0..<4, using: &random) == 0 ? ranges[3] : range
            if let scalar = Unicode.Scalar(UInt32.random(in: from, using: &random)) {
                text.append(scalar)
            }
        }
        return Bool.random(using: &random)
            ? String(text).precomposedStringWithCanonicalMapping
            : String(text).decomposedStringWithCanonicalMapping
    }
}
#endif
