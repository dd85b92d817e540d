// SPDX-License-Identifier: Apache-2.0
// Saves without a call: after the first change one save is asked for, which runs when the context's isolation has time.

import Foundation
import PerdureBase

/// The autosaving of one context.
final class Autosave {
    var isEnabled = false
    /// Runs a block in the context's isolation, later; nil for a context without one.
    var runner: ((@escaping @Sendable () -> Void) -> Void)?
    private var isAwaited = false

    /// A context on its way to the runner.
    private struct Reference: @unchecked Sendable {
        // Sendable because the runner follows it in the context's isolation.
        weak var context: ModelContext?
    }

    /// Asks for a save, once until it has run.
    func request(_ context: ModelContext) {
        guard isEnabled, !isAwaited, let runner else { return }
        isAwaited = true
        let reference = Reference(context: context)
        runner { reference.context.map { $0.autosave.runNow($0) } }
    }

    /// Saves, if the context still saves by itself; tells an error on standard error.
    func runNow(_ context: ModelContext) {
        isAwaited = false
        guard isEnabled, context.hasChanges else { return }
        do {
            try context.save()
        } catch {
            FileHandle.standardError.write(Data("SwiftData: warning: autosave failed: \(error)\n".utf8))
        }
    }
}
