// SPDX-License-Identifier: Apache-2.0
// What the handler of a batch insertion does to its dictionary, and reading the values back: Foundation's work alone.
// The values are those of BatchInsertion.swift (Workloads), written again: this program must not load Perdure.

import Foundation

extension Costs {
    /// One dictionary is filled and read for each row, as a batch insertion does.
    var dictionaries: (name: String, nanoseconds: Double) {
        let keys = ["count", "created", "name", "note", "number", "score"]
        return cost("a dictionary gets six values, which are read", { NSMutableDictionary() }) { row in
            (0..<Int64(count)).reduce(0) { sum, number in
                Self.fill(row, number)
                let read = keys.filter { row[$0] != nil }.count
                row.removeAllObjects()
                return sum + read
            }
        }
    }

    private static func fill(_ row: NSMutableDictionary, _ number: Int64) {
        row["count"] = Int32(number % 1000)
        row["created"] = Date(timeIntervalSinceReferenceDate: Double(number) + 0.25)
        row["name"] = "Item \(number)"
        row["note"] = "A note of some length about item \(number)"
        row["number"] = number
        row["score"] = Double(number) * 0.5
    }
}
