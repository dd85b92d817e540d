// SPDX-License-Identifier: Apache-2.0
// Going through a long list in batches, beside one SQL statement that reads the same rows in the same order. There are
// five times as many rows as elsewhere: a million when nothing else is asked for.

import CoreData
import Foundation

extension Workload {
    static let scrolling = [scrollBatches, scrollArray]

    /// A list that makes its objects when they are asked for, in the order of an attribute without an index.
    private static let scrollBatches = Workload(
        name: "scroll sorted, batches of 100", target: 2.5, file: .many, objects: many,
        perdure: {
            try withStack($0) { stack, workspace in
                let request = NSFetchRequest<Item>(entityName: "Item")
                request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
                request.fetchBatchSize = 100
                return try read(stack.context.fetchBatches(request)) == many(workspace) ? true : nil
            }
        },
        baseline: { [ask($0, itemText + " ORDER BY ZNUMBER", rows: many($1))] })

    /// An array of all objects, whose rows come in batches when the first object of a batch is read.
    private static let scrollArray = Workload(
        name: "fetch with batch size 500, read all", target: 4, file: .many, objects: many,
        release: "release what batches realized",
        perdure: {
            try withStack($0) { stack, workspace in
                let request = NSFetchRequest<Item>(entityName: "Item")
                request.fetchBatchSize = 500
                let items = try stack.context.fetch(request)
                return try read(items) == many(workspace) ? items : nil
            }
        },
        baseline: { [ask($0, itemText, rows: many($1))] })

    private static let itemText =
        "SELECT Z_PK, Z_ENT, Z_OPT, ZCOUNT, ZNUMBER, ZSCORE, ZCREATED, ZNAME, ZNOTE FROM ZITEM"

    private static func many(_ workspace: Workspace) -> Int64 { workspace.rows * 5 }

    private static func read(_ items: some Sequence<Item>) throws -> Int64 {
        var number: Int64 = 0
        for item in items {
            number += 1
            guard item.number == number, item.name != nil else {
                throw BenchmarkFailure("item \(item.number) stands at \(number)")
            }
        }
        return number
    }
}

extension Seed {
    /// Five times as many items.
    fileprivate static let many = Seed(name: "many") { file, workspace in
        try Stack(file, model: workspace.model).close()
        _ = try Baseline("insert", file, workspace.rows * 5).run()
    }
}
