// SPDX-License-Identifier: Apache-2.0
// Values that a batch update computes from each row.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Batch updates by expressions") struct UpdateExpressionTests {
    private let depot: Depot

    init() throws {
        depot = try Depot()
        try depot.update([
            "price": NSExpression(format: "points * 1.5"), "flag": NSExpression(format: "points - 2"),
        ])
        try depot.update(["date": Date(timeIntervalSinceReferenceDate: 60)])
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
            ("name", "uppercase:(name)", ["A": "A", "B": "B", "C": "C", "S": "S"]),
            ("flag", "1 - flag", ["a": "0", "b": "1", "c": "0", "s": "0"]),
            ("size", "NULL", ["a": "nil", "b": "nil", "c": "nil", "s": "nil"]),
            ("size", "7", ["a": "7", "b": "7", "c": "7", "s": "7"]),
            ("size", "rank + size", ["a": "nil", "b": "nil", "c": "nil", "s": "nil"]),
        ])
    func values(key: String, format: String, expected: [String: String]) throws {
        try depot.update([key: NSExpression(format: format)])
        let found = try depot.values(key).mapValues { $0 == "true" ? "1" : $0 == "false" ? "0" : $0 }
        #expect(found == expected)
    }

    @Test("STO-163 numbers become truth values, and a date moves by seconds")
    func conversions() throws {
        #expect(try depot.column("ZFLAG") == ["1", "0", "1", "1"])
        try depot.update(["date": NSExpression(format: "date + 60")])
        #expect(try Set(depot.column("ZDATE").compactMap { Double($0) }) == [120])
    }

    @Test("STO-163 several attributes are computed from what they were before, not from each other")
    func swapping() throws {
        try depot.update(["size": 5, "rank": NSExpression(format: "points")])
        try depot.update(["size": NSExpression(format: "points"), "points": NSExpression(format: "size")])
        #expect(try depot.values("size") == ["a": "1", "b": "2", "c": "3", "s": "4"])
        #expect(try Set(depot.values("points").values) == ["5"])
    }

    @Test("STO-163 an expression without keys is a value, converted like one")
    func constants() throws {
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
