// SPDX-License-Identifier: Apache-2.0
// Dictionary results: values, aggregates, groups (FET-52 to FET-66).

import PerdurePredicates
import PerdureStore
import Testing

extension StoreEngineSuite {
    package static let tupleChecks: [Check] = [
        Check("columns come in their order, through to-one relationships too") { suite in
            let store = try suite.sales()
            let result = try store.tuples(
                [
                    .init(name: "y", expression: .key("y"), type: .integer64),
                    .init(name: "name", expression: .key("name"), type: .string),
                    .init(name: "rel.attr", expression: .key("rel", "attr"), type: .integer64),
                ])
            #expect(result.count == 4)
            #expect(result.first == [.integer(10), .string("a"), .null])
        },
        Check("the object itself is a key") { suite in
            let store = try suite.sales()
            let result = try store.tuples(
                [.init(name: "objectID", expression: .evaluatedObject, type: .objectID)])
            #expect(Set(result.map { $0.description }).count == 4)
            guard case .reference(let key)? = result.first?.first else {
                Issue.record("no key")
                return
            }
            #expect(try store.row(key) != nil)
        },
        Check("FET-37 distinct tuples") { suite in
            let store = try suite.sales()
            let columns = [TupleShape.Column(name: "x", expression: .key("x"), type: .integer64)]
            #expect(try store.tuples(columns).count == 4)
            #expect(try store.tuples(columns) { $0.isDistinct = true } == [[.integer(1)], [.integer(2)]])
        },
        Check("FET-61 aggregates without groups give one tuple") { suite in
            let store = try suite.sales()
            #expect(
                try store.tuples(aggregateColumns) == [
                    [.integer(3), .integer(60), .double(20), .integer(10), .integer(30)]
                ])
        },
        Check("FET-66 aggregates over no rows: count 0, the others null") { suite in
            let store = try suite.sales()
            let result = try store.tuples(aggregateColumns, where: "x == 99")
            #expect(result == [[.integer(0), .null, .null, .null, .null]])
        },
        Check("FET-60 groups have their own aggregates") { suite in
            let store = try suite.sales()
            let result = try store.tuples(groupColumns) { $0.groupBy = [.key("x")] }
            #expect(result == [[.integer(1), .integer(30)], [.integer(2), .integer(30)]])
        },
        Check("FET-63 having filters groups by their aggregates") { suite in
            let store = try suite.sales()
            let result = try store.tuples(groupColumns) {
                $0.groupBy = [.key("x")]
                $0.having = .comparison(
                    ComparisonNode(
                        .function(FunctionCall("count:", [.key("y")])), .greaterThan, .constant(.integer(1))))
            }
            #expect(result == [[.integer(1), .integer(30)]])
        },
        Check("FET-62 a key with a quotient of decimals counts as the double next to it") { suite in
            let store = try suite.sales()
            func call(_ name: String, _ arguments: [ExpressionNode]) -> ExpressionNode {
                .function(FunctionCall(name, arguments))
            }
            // Two thirds have no end: 30 * (2 / 30) is not quite two.
            let quotient = call("divide:by:", [.constant(.decimal(2)), .key("y")])
            let columns = [
                TupleShape.Column(
                    name: "n", expression: call("count:", [.key("y")]), type: .integer64)
            ]
            let result = try store.tuples(columns, where: "y != nil") {
                $0.groupBy = [call("multiply:by:", [.key("y"), quotient])]
            }
            #expect(result == [[.integer(3)]])
        },
        Check("limit and offset count tuples") { suite in
            let store = try suite.sales()
            let columns = [TupleShape.Column(name: "name", expression: .key("name"), type: .string)]
            let result = try store.tuples(columns, limit: 2, offset: 1)
            #expect(result == [[.string("b")], [.string("c")]])
        },
    ]

    private static let aggregateColumns = ["count:", "sum:", "average:", "min:", "max:"].map {
        TupleShape.Column(
            name: $0, expression: .function(FunctionCall($0, [.key("y")])),
            type: $0 == "average:" ? .double : .integer64)
    }

    private static let groupColumns = [
        TupleShape.Column(name: "x", expression: .key("x"), type: .integer64),
        TupleShape.Column(
            name: "total", expression: .function(FunctionCall("sum:", [.key("y")])), type: .integer64),
    ]

    /// The samples a and b have x 1, c and d have x 2; the last y is null.
    private func sales() throws -> EngineUnderTest {
        let store = try store()
        let rows: [(String, Int64, Int64?)] = [("a", 1, 10), ("b", 1, 20), ("c", 2, 30), ("d", 2, nil)]
        for (name, x, y) in rows {
            try store.insert(
                "Sample",
                ["name": .string(name), "x": .integer(x), "y": y.map { .integer($0) } ?? .null])
        }
        return store
    }
}

extension EngineUnderTest {
    /// Tuples of samples, sorted by name if it is a column; other grouped or distinct tuples are sorted by x.
    fileprivate func tuples(
        _ columns: [TupleShape.Column], where format: String? = nil, limit: Int? = nil, offset: Int = 0,
        configure: (inout TupleShape) -> Void = { _ in }
    ) throws -> [[StoredValue]] {
        var shape = TupleShape(columns: columns)
        configure(&shape)
        var plan = try plan("Sample", format.map { try predicate($0) })
        plan.shape = .tuples(shape)
        plan.limit = limit
        plan.offset = offset
        let isKeyed = columns.contains { $0.name == "name" }
        if isKeyed || !shape.groupBy.isEmpty || shape.isDistinct {
            plan.sort = [SortTerm([isKeyed ? "name" : "x"])]
        }
        guard case .tuples(let tuples) = try engine.fetch(plan) else {
            Issue.record("a fetch of tuples gave something else")
            return []
        }
        return tuples
    }
}
