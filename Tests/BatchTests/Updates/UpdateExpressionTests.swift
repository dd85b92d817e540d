// SPDX-License-Identifier: Apache-2.0
// Values that a batch update computes from each row.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Batch updates by expressions") struct UpdateExpressionTests {
    private static func depot(_ kind: Stack.Kind) throws -> Depot {
        let depot = try Depot(kind)
        try depot.update([
            "price": NSExpression(format: "points * 1.5"), "flag": NSExpression(format: "points - 2"),
        ])
        try depot.update(["date": Date(timeIntervalSinceReferenceDate: 60)])
        return depot
    }

    @Test(
        "STO-163 an expression is computed from the attributes that the row had before",
        arguments: [
            ("points", "points + 10", ["a": "11", "b": "12", "c": "13", "s": "14"]),
            ("size", "points * points", ["a": "1", "b": "4", "c": "9", "s": "16"]),
            ("size", "TERNARY(points > 2, 1, 0)", ["a": "0", "b": "0", "c": "1", "s": "1"]),
            ("size", "length:(name) + 3", ["a": "4", "b": "4", "c": "4", "s": "4"]),
            ("points", "price", ["a": "1", "b": "3", "c": "4", "s": "6"]),
            ("points", "0 - price", ["a": "-1", "b": "-3", "c": "-4", "s": "-6"]),
            ("price", "points", ["a": "1.0", "b": "2.0", "c": "3.0", "s": "4.0"]),
            ("amount", "price + 1", ["a": "2.5", "b": "4", "c": "5.5", "s": "7"]),
            (
                "price", "(date - CAST(0, 'NSDate')) / 120",
                ["a": "0.5", "b": "0.5", "c": "0.5", "s": "0.5"]
            ),
            ("name", "uppercase:(name)", ["A": "A", "B": "B", "C": "C", "S": "S"]),
            ("flag", "1 - flag", ["a": "0", "b": "1", "c": "0", "s": "0"]),
            ("size", "NULL", ["a": "nil", "b": "nil", "c": "nil", "s": "nil"]),
            ("size", "7", ["a": "7", "b": "7", "c": "7", "s": "7"]),
            ("size", "rank + size", ["a": "nil", "b": "nil", "c": "nil", "s": "nil"]),
        ], Stack.Kind.lasting)
    func values(_ update: (key: String, format: String, expected: [String: String]), _ kind: Stack.Kind)
        throws
    {
        // A server does not know upper case as Foundation does.
        if update.format.hasPrefix("uppercase"), kind != .sqlite { return try Self.refuses(update, kind) }
        let depot = try Self.depot(kind)
        try depot.update([update.key: NSExpression(format: update.format)])
        let found = try depot.values(update.key).mapValues {
            $0 == "true" ? "1" : $0 == "false" ? "0" : $0
        }
        #expect(found == update.expected)
    }

    /// On a server an update cannot ask the client, and says so.
    private static func refuses(
        _ update: (key: String, format: String, expected: [String: String]), _ kind: Stack.Kind
    ) throws {
        let depot = try depot(kind)
        let before = try depot.values(update.key)
        let error = #expect(throws: CoreDataException.self) {
            try depot.update([update.key: NSExpression(format: update.format)])
        }
        #expect(error?.reason.contains("cannot compute texts") == true)
        #expect(try depot.values(update.key) == before)
    }

    @Test("STO-163 numbers become truth values, and a date moves by seconds", arguments: Stack.Kind.lasting)
    func conversions(_ kind: Stack.Kind) throws {
        let depot = try Self.depot(kind)
        let flags = try depot.values("flag").mapValues { $0 == "true" || $0 == "1" }
        #expect(flags == ["a": true, "b": false, "c": true, "s": true])
        try depot.update(["date": NSExpression(format: "date + 60")])
        #expect(try Set(depot.values("date").values) == ["\(Date(timeIntervalSinceReferenceDate: 120))"])
        guard kind == .sqlite else { return }
        #expect(try depot.column("ZFLAG") == ["1", "0", "1", "1"])
        #expect(try Set(depot.column("ZDATE").compactMap { Double($0) }) == [120])
    }

    @Test(
        "STO-163 several attributes are computed from what they were before, not from each other",
        arguments: Stack.Kind.lasting)
    func swapping(_ kind: Stack.Kind) throws {
        let depot = try Self.depot(kind)
        try depot.update(["size": 5, "rank": NSExpression(format: "points")])
        try depot.update(["size": NSExpression(format: "points"), "points": NSExpression(format: "size")])
        #expect(try depot.values("size") == ["a": "1", "b": "2", "c": "3", "s": "4"])
        #expect(try Set(depot.values("points").values) == ["5"])
    }

    @Test("STO-163 an expression without keys is a value, converted like one", arguments: Stack.Kind.lasting)
    func constants(_ kind: Stack.Kind) throws {
        let depot = try Self.depot(kind)
        let uid = UUID()
        try depot.update(
            [
                "uid": NSExpression(forConstantValue: uid), "note": NSExpression(forConstantValue: "x"),
                "place": NSExpression(forConstantValue: ["street": "Main"]),
                "place.number": 4,
            ].filter { $0.key != "place" })
        #expect(try depot.values("uid")["a"] == "\(uid)" && depot.values("place.number")["a"] == "4")
        try depot.update(["place": NSExpression(forConstantValue: ["street": "Main"])])
        #expect(try depot.values("place.street")["a"] == "Main" && depot.values("place.number")["a"] == "nil")
    }
}
