// SPDX-License-Identifier: Apache-2.0
// Removes what a deferred migration has left, so that a kill may come at any moment of it.

import CoreData
import Foundation
import PerdureTestSupport

extension Command {
    /// clean STORE: prints "ready" first, "done" last.
    static func clean(_ url: URL) throws {
        let stack = try Stack(at: url, DeferredModel.narrow())
        say("ready")
        try stack.coordinator.finishDeferredLightweightMigration()
        say("done")
    }
}
