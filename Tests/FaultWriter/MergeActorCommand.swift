// SPDX-License-Identifier: Apache-2.0
// An actor of the random histories of mergeable attributes, in a process of its own.

import CoreData
import Foundation
import PerdureTestSupport

extension Command {
    /// merge-actor STORE: does what each line says, and prints what is to be seen then.
    static func mergeActor(_ url: URL) throws {
        let stack = try Stack(at: url, MergingModel.accounts())
        let actor = try MergeActor(stack)
        say("\(actor.state)\n\(actor.hasChanges)")
        while let line = readLine() {
            let hadChanges = actor.hasChanges
            say("\(actor.perform(line))\n\(hadChanges)")
        }
    }
}
