// SPDX-License-Identifier: Apache-2.0
// The rows of the table of targets: reading, inserting, changing and deleting objects with six attributes.

import CoreData
import Foundation

extension Workload {
    static let items = [faults, readAll, insert, update, delete, byKey]

    /// Rows are read and cached; the objects have not taken them yet.
    static let faults = Workload(
        name: "fetch as faults, rows cached", target: 1.7, file: .full, release: "release the faults",
        perdure: {
            try withStack($0) { stack, workspace in
                let items = try stack.fetchItems()
                return items.count == Int(workspace.rows) ? items : nil
            }
        },
        baseline: { [readWithC($0, $1)] })

    static let readAll = Workload(
        name: "fetch, read every attribute", target: 2.2, file: .full,
        release: "release the realized objects",
        perdure: {
            try withStack($0) { stack, workspace in
                let items = try stack.fetchItems()
                return items.reduce(0) { $0 + checksum($1) } > workspace.rows ? items : nil
            }
        },
        baseline: { [readWithC($0, $1)] })

    /// Nobody but the context holds the objects, which lets go of them when they are saved.
    static let insert = Workload(
        name: "insert and save", target: 2.0, file: .empty,
        perdure: {
            try withStack($0) { stack, workspace in
                let entity = try stack.entity()
                for i in 1...workspace.rows { Item(entity: entity, insertInto: stack.context).fill(i) }
                try stack.context.save()
                return true
            }
        },
        baseline: { [Baseline("insert", $0, $1.rows)] })

    static let update = Workload(
        name: "change one attribute, save", target: 2.0, file: .full,
        perdure: {
            try withStack($0, prepare: { stack, _ in try stack.fetchItems() }) { stack, items in
                for item in items { item.number += 1 }
                try stack.context.save()
                return true
            }
        },
        baseline: { [Baseline("update", $0, $1.rows)] })

    static let delete = Workload(
        name: "delete every object, save", target: 2.0, file: .full,
        perdure: {
            try withStack($0, prepare: { stack, _ in try stack.fetchItems() }) { stack, items in
                for item in items { stack.context.delete(item) }
                try stack.context.save()
                return true
            }
        },
        baseline: { [Baseline("delete", $0, $1.rows)] })

    static let byKey = Workload(
        name: "20,000 objects by key, cold", target: 2.5, file: .full, objects: keyCount,
        perdure: {
            try withStack($0, prepare: { try $0.ids((0..<keyCount($1)).map { 1 + $0 * stride }) }) {
                stack, ids in
                try ids.map { id in
                    guard let item = try stack.context.existingObject(with: id) as? Item, item.number > 0
                    else {
                        throw BenchmarkFailure("no object of \(id)")
                    }
                    return item
                }
            }
        },
        baseline: { [Baseline("read-keys", $0, keyCount($1), stride, rows: keyCount($1))] })

    /// Keys are taken apart from each other, so that pages are read again and again.
    private static let stride: Int64 = 7

    private static func keyCount(_ workspace: Workspace) -> Int64 {
        min(20_000, max(1, workspace.rows / stride))
    }

    static func readWithC(_ file: URL, _ workspace: Workspace) -> Baseline {
        Baseline("read-all", file, rows: workspace.rows)
    }

    private static func checksum(_ item: Item) -> Int64 {
        Int64(item.count) + item.number + Int64(item.score)
            + Int64(item.created?.timeIntervalSinceReferenceDate ?? 0) + Int64(item.name?.utf8.last ?? 0)
            + Int64(item.note?.utf8.last ?? 0)
    }
}
