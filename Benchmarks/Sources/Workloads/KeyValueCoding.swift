// SPDX-License-Identifier: Apache-2.0
// The same reads and writes by key and by accessor, each of another realized object. C has nothing like it: what a plain
// access costs is in Accessors.swift.

import CoreData
import Foundation

extension Workload {
    static let keyValueCoding = [
        accesses("reads through accessors") { $0.number > 0 },
        accesses("reads through KVC") { ($0.value(forKey: "number") as? Int64 ?? 0) > 0 },
        accesses("writes through accessors") {
            $0.number = 7
            return true
        },
        accesses("writes through KVC") {
            $0.setValue(Int64(7), forKey: "number")
            return true
        },
    ]

    private static func accesses(_ name: String, _ access: @escaping @Sendable (Item) -> Bool) -> Workload {
        Workload(
            name: "100,000 \(name)", file: .full, objects: count,
            perdure: {
                try withStack(
                    $0,
                    prepare: { stack, workspace in
                        let items = try stack.fetchItems().prefix(Int(count(workspace)))
                        return items.allSatisfy { $0.name != nil } ? items : []
                    },
                    work: { _, items in !items.isEmpty && items.allSatisfy(access) ? true : nil })
            })
    }

    private static func count(_ workspace: Workspace) -> Int64 { min(100_000, workspace.rows) }
}
