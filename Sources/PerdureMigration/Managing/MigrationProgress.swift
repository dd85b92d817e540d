// SPDX-License-Identifier: Apache-2.0
// How much of a migration is done: three passes, each weighted by the source's objects.

import Perdure
import PerdureModel

/// Counts the steps of a migration.
struct MigrationProgress {
    /// The objects of the mappings before each, and of all; one more for each mapping, so that none is empty.
    private var before: [Int] = []
    private var total = 1
    private var done = 0
    private var place = (pass: 0, mapping: -1)

    init() {}

    /// - Throws: what counting the source's objects throws.
    init(_ carriers: [EntityCarrier], _ context: NSManagedObjectContext) throws {
        var sum = 0
        for carrier in carriers {
            before.append(sum)
            sum += 1
            guard carrier.plan.makesObjects, let name = carrier.plan.source?.name else { continue }
            let request = NSFetchRequest<NSManagedObject>(entityName: name)
            request.includesSubentities = false
            sum += try context.count(for: request)
        }
        before.append(sum)
        total = max(sum, 1)
    }

    /// The progress after one more object of a mapping.
    mutating func step(_ pass: Int, _ mapping: Int) -> Double {
        if place != (pass, mapping) { (place, done) = ((pass, mapping), 0) }
        done += 1
        return value(pass, min(before[mapping] + done, before[mapping + 1]))
    }

    /// The progress at the end of a mapping.
    func finish(_ pass: Int, _ mapping: Int) -> Double { value(pass, before[mapping + 1]) }

    private func value(_ pass: Int, _ objects: Int) -> Double {
        (Double(pass) + Double(objects) / Double(total)) / 3
    }
}
