// SPDX-License-Identifier: Apache-2.0
// Commands that open a store with another version of its model until a call of SQLite ends the process.

import CoreData
import FaultVFS
import Foundation
import PerdureTestSupport

extension Command {
    /// derive STORE K VERSION [PRAGMA=VALUE ...]: opens a store of DerivedVersions with another version, and kills
    /// itself at the K-th call that writes; prints "open" when it was not.
    static func derive(_ url: URL, _ words: [String]) throws {
        let numbers = words.compactMap { Int($0) }
        guard numbers.count == 2 else { throw UsageError(text: "K VERSION are missing") }
        try migrate(url, DerivedVersions.version(numbers[1]), at: numbers[0], words)
    }

    /// shop STORE K [PRAGMA=VALUE ...]: opens a store of ShopVersions with the second version, and kills itself at the
    /// K-th call that writes; prints "open" when it was not.
    static func shop(_ url: URL, _ words: [String]) throws {
        guard let number = words.first.flatMap(Int.init) else { throw UsageError(text: "K is missing") }
        try migrate(url, ShopVersions.version(2), at: number, words)
    }

    private static func migrate(_ url: URL, _ model: NSManagedObjectModel, at call: Int, _ words: [String])
        throws
    {
        guard perdure_fault_install() == 0 else { throw UsageError(text: "no VFS") }
        let options = DerivedVersions.migrating.merging(pragmas(words) ?? [:]) { $1 }
        let kinds = PERDURE_CALL_WRITE | PERDURE_CALL_SYNC | PERDURE_CALL_TRUNCATE | PERDURE_CALL_DELETE
        perdure_fault_arm(url.deletingLastPathComponent().path, kinds, Int64(call), 0, 0, SIGKILL)
        let stack = try Stack(at: url, model, options: options)
        _ = perdure_fault_disarm()
        say("open")
        try stack.coordinator.remove(stack.store)
    }
}
