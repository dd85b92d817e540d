// SPDX-License-Identifier: Apache-2.0
// The end of a context's objects: the queue decides where their references to each other are cleared.

import Foundation

extension ContextQueue {
    /// Clears the references between the objects of a context that has ended, so that only the program holds the
    /// objects.
    ///
    /// Blocks of a private queue hold the context, so none can be using the objects. A block of the main queue can.
    func end(of objects: [NSManagedObject]) {
        guard let turns, turns.isMain, !turns.isCurrent else {
            return objects.forEachRetained { $0.loseDestinations() }
        }
        let last = LastObjects(objects: objects)
        turns.enqueue { last.objects.forEachRetained { $0.loseDestinations() } }
    }

    /// Sendable because only the main queue uses the objects.
    private struct LastObjects: @unchecked Sendable {
        let objects: [NSManagedObject]
    }
}
