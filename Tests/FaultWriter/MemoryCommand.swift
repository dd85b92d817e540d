// SPDX-License-Identifier: Apache-2.0
// SQLite runs out of memory at its first allocation, at its second, and so on.

import CoreData
import FaultVFS
import Foundation
import PerdureTestSupport

extension Command {
    /// starve STORE: saves entries while the k-th allocation of SQLite fails, for k = 1, 2 … until a save succeeds.
    ///
    /// Each failed save must leave its changes, and succeed when there is memory again. Prints how many saves failed,
    /// how many entries there are, and the codes of the errors.
    static func starve(_ url: URL) throws {
        guard perdure_memory_install() == 0 else { throw UsageError(text: "no allocator") }
        let stack = try Stack(at: url, EntryModel.entries())
        let context = stack.context()
        var (failures, saves) = (0, 0)
        var codes: Set<String> = []
        for nth in Int64(1)..<100_000 {
            let failed = try context.performAndWait {
                try EntryModel.write(saves + 1, of: 1, pictureSize: 0, in: context)
                defer { context.reset() }
                return try starved(context, nth, &codes)
            }
            saves += 1
            failures += failed ? 1 : 0
            if perdure_memory_hits() == 0 { break }
        }
        try stack.coordinator.remove(stack.store)
        say("\(failures) \(saves) \(codes.sorted().joined(separator: ","))")
    }

    /// Whether the save failed; saves again without the fault then.
    private static func starved(
        _ context: NSManagedObjectContext, _ nth: Int64, _ codes: inout Set<String>
    ) throws -> Bool {
        let waiting = context.insertedObjects.count
        perdure_memory_arm(nth, 0)
        defer { perdure_memory_arm(0, 0) }
        do {
            try context.save()
            return false
        } catch let error as NSError {
            perdure_memory_arm(0, 0)
            codes.insert("\(error.code)/\(error.userInfo[NSSQLiteErrorDomain] ?? "none")")
            guard context.insertedObjects.count == waiting else { throw UsageError(text: "changes are lost") }
            try context.save()
            return true
        }
    }
}
