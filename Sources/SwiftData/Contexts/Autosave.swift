// SPDX-License-Identifier: Apache-2.0
// Saves without a call: after the first change one save is asked for, which runs when the context's isolation has time.

import Foundation
import PerdureBase

/// A context that may save by itself.
protocol AutosavingContext: AnyObject {
    var autosave: Autosave { get }
    var hasChanges: Bool { get }
    func save() throws
}

/// The autosaving of one context.
final class Autosave {
    var isEnabled = false
    /// Runs a block in the context's isolation, later; nil for a context without one.
    var runner: ((@escaping @Sendable () -> Void) -> Void)?
    /// Called with an error in place of telling it on standard error.
    var failure: ((any Error) -> Void)?
    private var isAwaited = false

    /// A context on its way to the runner, kept alive until it has saved.
    private struct Reference: @unchecked Sendable {
        // Sendable because the runner follows it in the context's isolation.
        let context: any AutosavingContext
    }

    /// Asks for a save, once until it has run.
    func request(_ context: any AutosavingContext) {
        guard isEnabled, !isAwaited, let runner else { return }
        isAwaited = true
        let reference = Reference(context: context)
        runner { reference.context.autosave.runNow(reference.context) }
    }

    /// Saves, if the context still saves by itself; tells an error on standard error.
    func runNow(_ context: any AutosavingContext) {
        isAwaited = false
        guard isEnabled, context.hasChanges else { return }
        do {
            try context.save()
        } catch {
            if let failure { return failure(error) }
            FileHandle.standardError.write(Data("SwiftData: warning: autosave failed: \(error)\n".utf8))
        }
    }
}
