// SPDX-License-Identifier: Apache-2.0
// Small saves: one changed object, a thousand times, each a transaction. The time is mostly the disk's.

import CoreData
import Foundation

extension Workload {
    static let saving = ["FULL", "NORMAL"].map(saveOne)

    private static let times: Int64 = 1_000

    private static func saveOne(synchronous level: String) -> Workload {
        Workload(
            name: "save one change, 1,000 times, \(level)", synchronous: level,
            // The counts are those of the other, and waiting for the disk is long.
            hasBudget: level == "NORMAL", file: .full, objects: { _ in times },
            perdure: {
                try withStack(
                    $0,
                    prepare: { stack, _ in
                        let ids = try stack.ids([1])
                        return try stack.context.existingObject(with: ids[0]) as? Item
                    },
                    work: { stack, item -> Item? in
                        guard let item else { return nil }
                        for _ in 0..<times {
                            item.number += 1
                            try stack.context.save()
                        }
                        return item.number == times + 1 ? item : nil
                    })
            },
            baseline: { file, _ in [Baseline("save-one", file, times, rows: times)] })
    }
}
