// SPDX-License-Identifier: Apache-2.0
// Fetches by predicates, over relationships and in groups, each beside the SQL statement that does the same.

import CoreData
import Foundation

extension Workload {
    static let fetching = [pointFetch, rangeFetch, subquery, prefetch, groupBy]

    /// What the C baseline selects of owners: what a fetch reads of them.
    private static let owners = "SELECT Z_PK, Z_ENT, Z_OPT, ZNUMBER, ZNAME FROM ZOWNER t0"

    /// Every predicate is made anew, as programs do it; every object is new to the context.
    static let pointFetch = Workload(
        name: "point fetch by an index", file: .family, objects: { $0.owners },
        perdure: {
            try withStack($0) { stack, workspace in
                try (1...workspace.owners).map { number in
                    let request = NSFetchRequest<Owner>(entityName: "Owner")
                    request.predicate = NSPredicate(format: "number == %@", number)
                    guard let owner = try stack.context.fetch(request).first, owner.number == number else {
                        throw BenchmarkFailure("no owner \(number)")
                    }
                    return owner
                }
            }
        },
        baseline: {
            [ask($0, owners + " WHERE ZNUMBER = ?1", times: $1.owners, rows: $1.owners)]
        })

    static let rangeFetch = Workload(
        name: "range fetch by an index", file: .family, objects: { $0.owners },
        perdure: {
            try withStack($0) { stack, workspace in
                try (0..<workspace.owners / 100).map { page in
                    let first = page * 100 + 1
                    let request = NSFetchRequest<Owner>(entityName: "Owner")
                    request.predicate = NSPredicate(format: "number BETWEEN {%@, %@}", first, first + 99)
                    let found = try stack.context.fetch(request)
                    guard found.reduce(0, { $0 + $1.number }) == (2 * first + 99) * 50 else {
                        throw BenchmarkFailure("other owners than \(first) to \(first + 99)")
                    }
                    return found
                }
            }
        },
        baseline: {
            let text = owners + " WHERE ZNUMBER BETWEEN ?1 AND ?1 + 99"
            return [ask($0, text, times: $1.owners / 100, stride: 100, rows: $1.owners)]
        })

    /// The parts of an owner are numbered in a row: every owner but the first half has ten that count.
    static let subquery = Workload(
        name: "to-many subquery", file: .family, objects: { $0.owners },
        perdure: {
            try withStack($0) { stack, workspace in
                let request = NSFetchRequest<Owner>(entityName: "Owner")
                request.predicate = NSPredicate(
                    format: "SUBQUERY(parts, $p, $p.number >= %@).@count > 5", workspace.owners * 5)
                let found = try stack.context.fetch(request)
                return found.count == Int(workspace.owners / 2) ? found : nil
            }
        },
        baseline: {
            let text =
                owners
                + " WHERE (SELECT COUNT(*) FROM ZPART t1 WHERE t1.ZOWNER = t0.Z_PK AND t1.ZNUMBER >= ?1) > 5"
            return [ask($0, text, first: $1.owners * 5, rows: $1.owners / 2)]
        })

    /// Two statements, and every part read.
    static let prefetch = Workload(
        name: "prefetch of 10 parts each", target: 3, file: .family,
        objects: { $0.owners * (Owner.partsEach + 1) }, release: "release owners and parts",
        perdure: {
            try withStack($0) { stack, workspace in
                let request = NSFetchRequest<Owner>(entityName: "Owner")
                request.relationshipKeyPathsForPrefetching = ["parts"]
                let last = workspace.owners * Owner.partsEach - 1
                let found = try stack.context.fetch(request)
                let sum = found.reduce(0) { sum, owner in owner.parts.reduce(sum) { $0 + $1.number } }
                return sum == last * (last + 1) / 2 ? found : nil
            }
        },
        baseline: {
            let parts = "SELECT Z_PK, Z_ENT, Z_OPT, ZKIND, ZNUMBER, ZNAME, ZOWNER FROM ZPART"
            return [
                ask($0, owners, rows: $1.owners), ask($0, parts, rows: $1.owners * Owner.partsEach),
            ]
        }, peer: Peer(work: "owners", rows: { $0.owners }))

    static let groupBy = Workload(
        name: "group by, count and sum", file: .family, objects: { $0.owners * Owner.partsEach },
        perdure: {
            try withStack($0) { stack, workspace in
                let request = NSFetchRequest<NSDictionary>(entityName: "Part")
                request.resultType = .dictionaryResultType
                request.propertiesToGroupBy = ["kind"]
                request.propertiesToFetch = ["kind", column("count", "count:"), column("sum", "sum:")]
                let groups = try stack.context.fetch(request)
                return groups.count == 100 ? groups : nil
            }
        },
        baseline: { file, _ in
            [ask(file, "SELECT ZKIND, COUNT(ZNUMBER), SUM(ZNUMBER) FROM ZPART GROUP BY ZKIND", rows: 100)]
        })

    private static func column(_ name: String, _ function: String) -> NSExpressionDescription {
        let column = NSExpressionDescription()
        column.name = name
        column.expression = NSExpression(
            forFunction: function, arguments: [NSExpression(forKeyPath: "number")])
        column.expressionResultType = .integer64AttributeType
        return column
    }

    /// A statement in C, whose parameter grows with each time.
    static func ask(
        _ file: URL, _ text: String, times: Int64 = 1, first: Int64 = 1, stride: Int64 = 1, rows: Int64
    ) -> Baseline {
        Baseline("ask", file, text, times, first, stride, rows: rows)
    }
}
