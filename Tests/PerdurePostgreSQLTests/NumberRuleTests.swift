// SPDX-License-Identifier: Apache-2.0
// Numbers, order and dictionary results on a server: exactly as in memory (PG-108, PG-119 to PG-121).

#if PostgreSQL
import Foundation
import PerdureBase
import PerdurePostgreSQL
import PerdurePredicates
import PerdurePropertyList
import PerdureStore
import PerdureStoreConformance
import Testing

@Suite("PostgreSQL predicates: numbers", .enabled(if: TestStores.isThere, TestStores.advice))
struct NumberRuleTests {
    private static let wholes: [Int64] = [
        0, 1, 2, -3, 9_007_199_254_740_993, 9_007_199_254_740_992, .max, .min, 7,
    ]
    private static let reals: [Double] = [
        0.5, 1, -2.5, 9_007_199_254_740_992, 0x1p63, -0x1p63, .infinity, 1e300, .leastNonzeroMagnitude,
    ]

    private static func rows() -> [[String: StoredValue]] {
        let rows = wholes.indices.map { index -> [String: StoredValue] in
            let exact = ["0.1", "0.5", "3", "-7", "12.75", "100", "9007199254740993", "0", "1e30"][index]
            var row: [String: StoredValue] = [
                "name": .string("\(index)"), "whole": .integer(wholes[index]), "real": .double(reals[index]),
                "small": .integer([0, 1, 2, 63, 64, -1, -70, 5, -5][index]),
                "flag": .integer(Int64(index % 2)), "day": .date(Double(index) * 86_400),
                "mark": .uuid(UUID(uuid: (UInt8(9 - index), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))),
                "bytes": .data(Data([UInt8(200 - index * 20), 1])),
            ]
            row["exact"] = Decimal(string: exact).map { .decimal(DecimalBox($0)) }
            return row
        }
        return rows + [["name": .string("nil")]]
    }

    @Test("PG-119 whole numbers, doubles and decimals compare exactly")
    func comparisons() throws {
        let twins = try TwinStores(Self.rows())
        let constants: [ConstantValue] =
            Self.wholes.map { .integer($0) } + Self.reals.map { .double($0) }
            + [
                .double(3.5), .double(-2.5), .double(.nan), .double(-.infinity), .decimal(0.5), .decimal(3),
                .boolean(true),
            ]
        for symbol in ["==", "!=", "<", "<=", ">", ">="] {
            for key in ["whole", "small", "real", "exact", "flag"] {
                for constant in constants where !(key == "flag" && symbol.count == 1) {
                    try twins.agree("\(key) \(symbol) %@", [constant])
                }
            }
            for pair in [
                "whole \(symbol) real", "real \(symbol) small", "exact \(symbol) whole",
                "flag \(symbol) small",
            ] {
                try twins.agree(pair)
                try twins.agree("NOT (\(pair))")
            }
        }
        try twins.agree("whole IN %@", [.array(constants)])
        try twins.agree("real IN %@", [.array(constants)])
        try twins.agree("exact IN %@", [.array(constants)])
        try twins.agree("whole BETWEEN {-2.5, 3.5}")
    }

    @Test("PG-119 arithmetic of doubles and decimals is that of memory")
    func arithmetic() throws {
        let twins = try TwinStores(Self.rows())
        for format in [
            "real * 1e300 > 0", "real * 1e300 == real", "real / 1e-300 > 1e308", "real * 0.1 == 0",
            "real / 0 == nil",
            "real + 1.7e308 > 1e308", "real - real == 0", "small / 0 == nil", "modulus:by:(small, 0) == nil",
            "small / 2 == 2", "exact / 4 == 0.125", "exact * 2 == 1", "exact + 1 > 1.4",
            "small * 1.0 / 2 == 2.5",
            "abs:(small) == 5", "abs:(real) > 2", "abs:(whole) > 5", "day + 86400 > CAST(0, 'NSDate')",
            "TERNARY(flag == 1, small, real) / 2 == 2",
        ] {
            try twins.agree(format)
            try twins.agree("NOT (\(format))")
        }
    }

    @Test("PG-119, PG-150 an overflow of 64 bits is the evaluator's exception")
    func overflow() throws {
        let twins = try TwinStores(Self.rows())
        for format in ["whole + 1 > 0", "whole * 2 > 0", "whole / -1 > 0"] {
            #expect(try twins.refused(format) is CoreDataException, "\(format)")
        }
    }

    @Test("PG-120 shifts by any number, exclusive or, complement")
    func bits() throws {
        let twins = try TwinStores(Self.rows())
        for format in [
            "1 << small == 0", "1 << small == 2", "(-8) >> small == -1", "(-8) >> small == -4",
            "(-8) << small == -1",
            "bitwiseXor:with:(whole, 3) == 1", "~small == -2", "real & 1 == 1 AND real < 100",
            "small | 1 == 5",
        ] where !format.hasPrefix("real") { try twins.agree(format) }
    }

    @Test("PRE-134, PG-150 a statement that copies inside of copies would make endless is refused")
    func copies() throws {
        let twins = try TwinStores(Self.rows())
        for (list, end) in [("BETWEEN {small, whole}", "bytes"), ("IN {small, whole}", "parts")] {
            var value = "small"
            for _ in 0..<40 { value = "TERNARY(\(value) \(list), 1, 2)" }
            let error = try twins.refused("\(value) == 1")
            guard case StoreError.unsupported(let request)? = error as? StoreError else {
                Issue.record("\(list): \(String(describing: error))")
                continue
            }
            #expect(request.reason.contains(end) && request.reason.contains("several times"))
        }
    }

    private func column(_ function: String, _ key: String, _ type: StoredAttributeType) -> TupleShape.Column {
        TupleShape.Column(
            name: "\(function)\(key)", expression: .function(FunctionCall("\(function):", [.key(key)])),
            type: type)
    }

    @Test("PG-121 booleans and aggregates of every type")
    func aggregates() throws {
        let twins = try TwinStores(Self.rows())
        for format in [
            "flag == 1", "flag != 0", "flag == 2", "flag IN {1, 5}", "flag + 1 == 2", "flag == 1.0",
        ] {
            try twins.agree(format)
        }
        var columns: [TupleShape.Column] = []
        for (key, type) in [
            ("small", StoredAttributeType.integer64), ("exact", .decimal), ("flag", .integer64),
            ("day", .date),
            ("mark", .uuid), ("bytes", .binary), ("name", .string),
        ] {
            columns += ["min", "max"].map { column($0, key, type) }
        }
        columns += ["sum", "average"].map { column($0, "small", $0 == "sum" ? .integer64 : .double) }
        columns += [column("sum", "flag", .integer64), column("count", "name", .integer64)]
        try twins.agree(TupleShape(columns: columns))
    }

    @Test(
        "PG-122 whole sets and dictionaries, and entries as numbers to compute with, are refused before anything runs",
        arguments: ["tags == 'a'", "settings == nil", "settings CONTAINS 'a'", "settings.size + 1 > 3"])
    func merging(_ format: String) throws {
        let engine = try TestStores().open(try Self.posts())
        var plan = FetchPlan(entity: 1)
        plan.predicate = try PredicateParser.parse(format)
        let error = #expect(throws: StoreError.self) { _ = try engine.fetch(plan) }
        guard case .unsupported? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(
        "PG-122 parts of sets and dictionaries that merge are found by the server or by the client",
        arguments: [
            ("tags CONTAINS 'a'", 1), ("'a' IN tags", 1), ("ANY tags BEGINSWITH[c] 'A'", 1),
            ("tags.@count == 2", 1),
            ("tags.@count == 0", 1), ("settings.color == 'red'", 1), ("settings.size > 3", 1),
            ("settings.size == 4", 1),
            ("settings.when < CAST(20, 'NSDate')", 1), ("settings.nothing == nil", 2),
            ("settings.color != nil", 1),
        ])
    func parts(_ format: String, _ count: Int) throws {
        let stores = TestStores()
        let store = EngineUnderTest(try stores.open(try Self.posts()))
        let settings: [String: PropertyListValue] = [
            "color": .string("red"), "size": .integer(4),
            "when": .date(Date(timeIntervalSinceReferenceDate: 10)),
        ]
        try store.insert(
            "Post",
            [
                "tags": .data(try BinaryPropertyList.write(.array([.string("a"), .string("b")]))),
                "settings": .data(try BinaryPropertyList.write(.dictionary(settings))),
            ])
        try store.insert("Post", [:])
        var plan = try store.plan("Post")
        plan.predicate = try PredicateParser.parse(format)
        #expect(try store.rows(plan).count == count)
    }

    private static func posts() throws -> Schema {
        let rules = [
            "tags": MergeRule(.set, type: .binary), "settings": MergeRule(.dictionary, type: .binary),
        ]
        let properties = rules.sorted { $0.key < $1.key }.map { name, rule in
            PropertyDefinition(name, .attribute(AttributeDefinition(.binary, merge: rule)))
        }
        return try Schema([EntityDefinition("Post", properties: properties)])
    }

    @Test("PG-108 order: nil first, then by key; distinct results ordered by something else")
    func order() throws {
        let twins = try TwinStores(Self.rows())
        for key in ["whole", "small", "real", "exact", "flag", "day", "mark", "bytes", "name"] {
            for isAscending in [true, false] {
                try twins.agree("TRUEPREDICATE", sort: [SortTerm([key], isAscending: isAscending)])
            }
        }
        var shape = TupleShape(columns: [.init(name: "flag", expression: .key("flag"), type: .boolean)])
        shape.isDistinct = true
        let ascending = try ordered(twins, shape, isAscending: true)
        // The least name of each group decides: "0" of false, "1" of true, "nil" of NULL.
        #expect(ascending == [.integer(0), .integer(1), .null])
        #expect(try ordered(twins, shape, isAscending: false) == [.null, .integer(0), .integer(1)])
    }

    @Test("PG-107, FET-62 groups have computed keys, in the result, in having and in the order")
    func computedGroups() throws {
        let twins = try TwinStores(Self.rows())
        let keys: [(ExpressionNode, StoredAttributeType)] = [
            (.function(FunctionCall("add:to:", [.key("exact"), .constant(.decimal(0.5))])), .decimal),
            (.function(FunctionCall("uppercase:", [.key("name")])), .string),
            (.function(FunctionCall("modulus:by:", [.key("small"), .constant(.integer(3))])), .integer64),
            (
                .conditional(
                    try PredicateParser.parse("name ==[d] 'é' OR flag == 1"), .key("small"), .key("whole")),
                .integer64
            ),
        ]
        for (key, type) in keys {
            var shape = TupleShape(columns: [
                .init(name: "key", expression: key, type: type), column("count", "flag", .integer64),
            ])
            shape.groupBy = [key]
            shape.having = .comparison(
                ComparisonNode(key, .notEqual, .constant(type == .string ? .string("4") : .integer(2))))
            for isAscending in [true, false] {
                try twins.agree(shape, sort: [SortTerm(["key"], isAscending: isAscending)])
            }
        }
    }

    private func ordered(_ twins: TwinStores, _ shape: TupleShape, isAscending: Bool) throws -> [StoredValue]
    {
        var plan = FetchPlan(entity: 1)
        plan.shape = .tuples(shape)
        plan.sort = [SortTerm(["name"], isAscending: isAscending)]
        guard case .tuples(let tuples) = try twins.server.fetch(plan) else { return [] }
        return tuples.map { $0[0] }
    }
}
#endif
