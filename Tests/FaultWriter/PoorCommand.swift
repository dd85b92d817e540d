// SPDX-License-Identifier: Apache-2.0
// A program that may open few files from its start on, and one that vacuums a store.

import CoreData
import Foundation
import PerdureTestSupport

extension Command {
    /// poor STORE COUNT: with COUNT file descriptors for the whole process opens the store, saves an entry with a picture and
    /// reads it; then does so without the limit.
    ///
    /// Prints "saved" or the error, and at the end "saved" once more with the number of entries.
    static func poor(_ url: URL, _ words: [String]) throws {
        guard let count = words.first.flatMap({ Int($0) }) else { throw UsageError(text: "COUNT is missing") }
        DescriptorLimit.set(rlim_t(count))
        do {
            try addEntry(url)
            say("saved")
        } catch {
            say(describe(error))
        }
        DescriptorLimit.lift()
        say("saved \(try addEntry(url))")
    }

    /// The number of entries.
    @discardableResult
    private static func addEntry(_ url: URL) throws -> Int {
        let stack = try Stack(at: url, EntryModel.entries())
        let context = stack.context()
        let number = try context.performAndWait {
            let number = try context.all("Entry", "series == 1").count + 1
            try EntryModel.write(number, of: 1, pictureSize: 150_000, in: context)
            try context.save()
            context.reset()
            let found = try EntryModel.examine(1, in: context)
            guard found.count == number && found.torn.isEmpty else { throw UsageError(text: "\(found)") }
            return number
        }
        try stack.coordinator.remove(stack.store)
        return number
    }

    /// vacuum STORE [PRAGMA=VALUE ...]: opens the store with a vacuum, and prints "done" once it is closed.
    static func vacuum(_ url: URL, _ words: [String]) throws {
        var options = pragmas(words) ?? [:]
        options[NSSQLiteManualVacuumOption] = true
        let stack = try Stack(at: url, EntryModel.entries(), options: options)
        try stack.coordinator.remove(stack.store)
        say("done")
    }
}
