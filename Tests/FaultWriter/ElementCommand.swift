// SPDX-License-Identifier: Apache-2.0
// A command that opens a store of an earlier version with composite attributes until a call of SQLite ends the process.

import CoreData
import FaultVFS
import Foundation
import PerdureTestSupport

extension Command {
    /// elements STORE K [PRAGMA=VALUE ...]: opens a store of CompositeShelf, and kills itself at the K-th call that writes;
    /// prints "open" when it was not.
    static func elements(_ url: URL, _ words: [String]) throws {
        guard let number = words.first.flatMap({ Int64($0) }) else { throw UsageError(text: "K is missing") }
        guard perdure_fault_install() == 0 else { throw UsageError(text: "no VFS") }
        let kinds = PERDURE_CALL_WRITE | PERDURE_CALL_SYNC | PERDURE_CALL_TRUNCATE | PERDURE_CALL_DELETE
        perdure_fault_arm(url.deletingLastPathComponent().path, kinds, number, 0, 0, SIGKILL)
        let stack = try Stack(at: url, CompositeShelf.model(), options: pragmas(words))
        _ = perdure_fault_disarm()
        say("open")
        try stack.coordinator.remove(stack.store)
    }
}
