// SPDX-License-Identifier: Apache-2.0
// Batch insertions whose rows come from a handler: a managed object that is filled again and again, or a dictionary.

import CoreData
import Foundation

extension Written {
    static let batches = [insertByObjects, insertByDictionaries]

    /// The handler fills one object of the macro class for all rows.
    static let insertByObjects = batch("batch insertion, object handler") { entity, rows in
        let counter = RowCounter(rows)
        return NSBatchInsertRequest(
            entity: entity,
            managedObjectHandler: { object in
                guard let number = counter.next(), let letter = object as? Letter else { return true }
                letter.fill(number)
                return false
            })
    }

    private static let insertByDictionaries = batch("batch insertion, dictionary handler") { entity, rows in
        let counter = RowCounter(rows)
        return NSBatchInsertRequest(
            entity: entity,
            dictionaryHandler: { row in
                guard let number = counter.next() else { return true }
                fill(row, number)
                return false
            })
    }

    private static func batch(
        _ name: String, _ request: @escaping @Sendable (NSEntityDescription, Int64) -> NSBatchInsertRequest
    ) -> Workload {
        Workload(
            name: name, target: 1.6, hasBudget: false, file: letters.empty,
            perdure: { run in
                try withStack(run, model: letters.model(), prepare: { $1 }) { stack, workspace -> Bool? in
                    let request = request(try stack.entity("Letter"), workspace.rows)
                    request.resultType = .count
                    let result = try stack.context.execute(request) as? NSBatchInsertResult
                    return result?.result as? Int == Int(workspace.rows) ? true : nil
                }
            },
            baseline: { [letters.shape.insertion($0, rows: $1.rows)] })
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

/// The numbers of the rows, one for each call of a handler; nil behind the last.
private final class RowCounter {
    private var number: Int64 = 0
    private let last: Int64

    init(_ last: Int64) { self.last = last }

    func next() -> Int64? {
        guard number < last else { return nil }
        number += 1
        return number
    }
}
