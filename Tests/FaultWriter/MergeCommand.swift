// SPDX-License-Identifier: Apache-2.0
// One of several processes that merge with the same rows, and meet no conflict (TallyModel).

import CoreData
import Foundation
import PerdureTestSupport

extension Command {
    /// merges STORE NAME COUNT: saves so many changes of tallies chosen at random, or until it is killed.
    ///
    /// Prints "ready" and waits for a line; then the tally's number and the save's for each save that has returned.
    static func merges(_ url: URL, _ words: [String]) throws {
        guard words.count >= 2, let count = Int(words[1]) else {
            throw UsageError(text: "NAME COUNT are missing")
        }
        let stack = try Stack(at: url, TallyModel.tallies())
        let context = stack.context()
        let tallies = try context.performAndWait { try TallyModel.all(context) }
        say("ready")
        _ = readLine()
        for number in 1...count {
            let index = Int.random(in: tallies.indices)
            try context.performAndWait {
                try TallyModel.change(tallies[index], words[0], number)
                try context.save()
            }
            say("\(index) \(number)")
        }
        try stack.coordinator.remove(stack.store)
    }
}
