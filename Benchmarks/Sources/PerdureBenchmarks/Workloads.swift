// SPDX-License-Identifier: Apache-2.0
// The rows of the table of targets: the same work once through Core Data's API, once as raw SQLite in C.

import CBaseline
import CoreData
import Foundation

/// One line of the table.
struct Workload: Sendable {
    let name: String
    /// The ratio to reach, where there is one.
    var target: Double?
    /// The file that each run starts from.
    let file: String
    let perdure: @Sendable (URL, Workspace) throws -> Duration
    let baseline: @Sendable (URL, Workspace) throws -> Duration
}

extension Workload {
    static let all =
        [faults, readAll, insert, update, delete, byKey] + merging + fetching + Deriving.workloads

    static let faults = Workload(
        name: "fetch as faults, rows cached", target: 1.7, file: "full",
        perdure: { try withStack($0, $1) { try $0.fetchItems().count == Int($1.rows) } },
        baseline: readWithC)

    static let readAll = Workload(
        name: "fetch, read every attribute", target: 2.2, file: "full",
        perdure: {
            try withStack($0, $1) { stack, workspace in
                try stack.fetchItems().reduce(0) { $0 + checksum($1) } > workspace.rows
            }
        },
        baseline: readWithC)

    static let insert = Workload(
        name: "insert and save", target: 2.0, file: "empty",
        perdure: {
            try withStack($0, $1) { stack, workspace in
                let entity = try stack.entity()
                for i in 1...workspace.rows { Item(entity: entity, insertInto: stack.context).fill(i) }
                try stack.context.save()
                return true
            }
        },
        baseline: { file, workspace in
            try measure { baseline_insert(file.path, workspace.rows) }
        })

    static let update = Workload(
        name: "change one attribute, save", target: 2.0, file: "full",
        perdure: {
            try withStack($0, $1, prepare: { stack, _ in try stack.fetchItems() }) { stack, items in
                for item in items { item.number += 1 }
                try stack.context.save()
                return true
            }
        },
        baseline: { file, _ in try measure { baseline_update_all(file.path) } })

    static let delete = Workload(
        name: "delete every object, save", target: 2.0, file: "full",
        perdure: {
            try withStack($0, $1, prepare: { stack, _ in try stack.fetchItems() }) { stack, items in
                for item in items { stack.context.delete(item) }
                try stack.context.save()
                return true
            }
        },
        baseline: { file, _ in try measure { baseline_delete_all(file.path) } })

    static let byKey = Workload(
        name: "20,000 objects by key, cold", target: 2.5, file: "full",
        perdure: {
            try withStack($0, $1, prepare: { try $0.ids(by: stride, of: $1.rows) }) { stack, ids in
                for id in ids {
                    guard let item = try stack.context.existingObject(with: id) as? Item, item.number > 0
                    else {
                        return false
                    }
                }
                return true
            }
        },
        baseline: { file, workspace in
            var sum: Int64 = 0
            return try measure { baseline_read_keys(file.path, keyCount(workspace), stride, &sum) }
        })

    /// Keys are taken apart from each other, so that pages are read again and again.
    private static let stride: Int64 = 7

    private static func keyCount(_ workspace: Workspace) -> Int64 { min(20_000, workspace.rows / stride) }

    static func readWithC(_ file: URL, _ workspace: Workspace) throws -> Duration {
        var rows: Int64 = 0
        var sum: Int64 = 0
        let time = try measure { baseline_read_all(file.path, &rows, &sum) }
        guard rows == workspace.rows else {
            throw BenchmarkFailure("C read \(rows) of \(workspace.rows) rows")
        }
        return time
    }

    private static func checksum(_ item: Item) -> Int64 {
        Int64(item.count) + item.number + Int64(item.score)
            + Int64(item.created?.timeIntervalSinceReferenceDate ?? 0) + Int64(item.name?.utf8.last ?? 0)
            + Int64(item.note?.utf8.last ?? 0)
    }
}
