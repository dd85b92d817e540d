// SPDX-License-Identifier: Apache-2.0
// Fetches by predicates, over relationships and in groups, each beside the SQL statement that does the same.

import CBaseline
import CoreData
import Foundation

extension Workload {
    static let fetching = [pointFetch, rangeFetch, subquery, prefetch, groupBy]

    /// What the C baseline selects of owners: what a fetch reads of them.
    private static let owners = "SELECT Z_PK, Z_ENT, Z_OPT, ZNUMBER, ZNAME FROM ZOWNER t0"

    /// Every predicate is made anew, as programs do it; every object is new to the context.
    static let pointFetch = Workload(
        name: "point fetch by an index", file: "family",
        perdure: {
            try withStack($0, $1) { stack, workspace in
                try (1...workspace.owners).allSatisfy { number in
                    let request = NSFetchRequest<Owner>(entityName: "Owner")
                    request.predicate = NSPredicate(format: "number == %@", number)
                    return try stack.context.fetch(request).first?.number == number
                }
            }
        },
        baseline: { file, workspace in
            try ask(file, owners + " WHERE ZNUMBER = ?1", times: workspace.owners, rows: workspace.owners)
        })

    static let rangeFetch = Workload(
        name: "range fetch by an index", file: "family",
        perdure: {
            try withStack($0, $1) { stack, workspace in
                try (0..<workspace.owners / 100).allSatisfy { page in
                    let first = page * 100 + 1
                    let request = NSFetchRequest<Owner>(entityName: "Owner")
                    request.predicate = NSPredicate(format: "number BETWEEN {%@, %@}", first, first + 99)
                    return try stack.context.fetch(request).reduce(0) { $0 + $1.number } == (2 * first + 99)
                        * 50
                }
            }
        },
        baseline: { file, workspace in
            try ask(
                file, owners + " WHERE ZNUMBER BETWEEN ?1 AND ?1 + 99", times: workspace.owners / 100,
                stride: 100, rows: workspace.owners)
        })

    /// The parts of an owner are numbered in a row: every owner but the first half has ten that count.
    static let subquery = Workload(
        name: "to-many subquery", file: "family",
        perdure: {
            try withStack($0, $1) { stack, workspace in
                let request = NSFetchRequest<Owner>(entityName: "Owner")
                request.predicate = NSPredicate(
                    format: "SUBQUERY(parts, $p, $p.number >= %@).@count > 5", workspace.owners * 5)
                return try stack.context.fetch(request).count == Int(workspace.owners / 2)
            }
        },
        baseline: { file, workspace in
            try ask(
                file,
                owners
                    + " WHERE (SELECT COUNT(*) FROM ZPART t1 WHERE t1.ZOWNER = t0.Z_PK AND t1.ZNUMBER >= ?1) > 5",
                first: workspace.owners * 5, rows: workspace.owners / 2)
        })

    /// Two statements, and every part read.
    static let prefetch = Workload(
        name: "prefetch of 10 parts each", file: "family",
        perdure: {
            try withStack($0, $1) { stack, workspace in
                let request = NSFetchRequest<Owner>(entityName: "Owner")
                request.relationshipKeyPathsForPrefetching = ["parts"]
                let last = workspace.owners * Owner.partsEach - 1
                return try stack.context.fetch(request).reduce(0) { sum, owner in
                    owner.parts.reduce(sum) { $0 + $1.number }
                } == last * (last + 1) / 2
            }
        },
        baseline: { file, workspace in
            try ask(file, owners, rows: workspace.owners)
                + ask(
                    file, "SELECT Z_PK, Z_ENT, Z_OPT, ZKIND, ZNUMBER, ZNAME, ZOWNER FROM ZPART",
                    rows: workspace.owners * Owner.partsEach)
        })

    static let groupBy = Workload(
        name: "group by, count and sum", file: "family",
        perdure: {
            try withStack($0, $1) { stack, workspace in
                let request = NSFetchRequest<NSDictionary>(entityName: "Part")
                request.resultType = .dictionaryResultType
                request.propertiesToGroupBy = ["kind"]
                request.propertiesToFetch = ["kind", column("count", "count:"), column("sum", "sum:")]
                return try stack.context.fetch(request).count == 100
            }
        },
        baseline: { file, workspace in
            try ask(
                file, "SELECT ZKIND, COUNT(ZNUMBER), SUM(ZNUMBER) FROM ZPART GROUP BY ZKIND", rows: 100)
        })

    private static func column(_ name: String, _ function: String) -> NSExpressionDescription {
        let column = NSExpressionDescription()
        column.name = name
        column.expression = NSExpression(
            forFunction: function, arguments: [NSExpression(forKeyPath: "number")])
        column.expressionResultType = .integer64AttributeType
        return column
    }

    /// Runs a statement in C, whose parameter grows with each time, and checks how many rows it gave.
    static func ask(
        _ file: URL, _ text: String, times: Int64 = 1, first: Int64 = 1, stride: Int64 = 1,
        rows expected: Int64
    ) throws -> Duration {
        var rows: Int64 = 0
        var sum: Int64 = 0
        let time = try measure { baseline_ask(file.path, text, times, first, stride, &rows, &sum) }
        guard rows == expected else {
            throw BenchmarkFailure("C read \(rows) rows, not \(expected): \(text)")
        }
        return time
    }
}
