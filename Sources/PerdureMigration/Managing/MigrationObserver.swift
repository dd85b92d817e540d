// SPDX-License-Identifier: Apache-2.0
// Who hears of a running migration: the `Progress` of the calling thread, and the coordinator whose store is migrated.

import Foundation
import Perdure

/// The observers of one manager's migrations; it stays with the thread that migrates.
final class MigrationObserver {
    /// Is told of each step.
    var report: (StoreMigrationEvent.Step) -> Void = { _ in }
    /// A part of the progress that was current when the migration began.
    private var progress: Progress?
    private var hundredth = 0

    /// Begins a migration; cancelling its progress cancels it.
    func begin(_ control: MigrationControl) {
        let progress = Progress(totalUnitCount: 1)
        progress.isCancellable = true
        progress.cancellationHandler = { control.cancel(MigrationErrors.cancelled()) }
        if progress.isCancelled { control.cancel(MigrationErrors.cancelled()) }
        self.progress = progress
        hundredth = 0
    }

    /// Notes how many objects there are.
    func count(_ objects: Int) { progress?.totalUnitCount = Int64(max(objects, 1)) }

    /// Cancels the migration if its progress was cancelled.
    ///
    /// A progress tells those below it late, on another thread.
    func check(_ control: MigrationControl) {
        if progress?.isCancelled == true { control.cancel(MigrationErrors.cancelled()) }
    }

    /// Notes how much is done, from 0 to 1.
    func advance(to part: Double, _ control: MigrationControl) {
        let done = Int(part * 100)
        guard done > hundredth else { return }
        hundredth = done
        check(control)
        if let progress { progress.completedUnitCount = Int64(Double(progress.totalUnitCount) * part) }
        report(.progressed(part))
    }

    /// Ends a migration; one that has failed leaves its progress where it was.
    func end(isDone: Bool) {
        if isDone, let progress { progress.completedUnitCount = progress.totalUnitCount }
        progress?.cancellationHandler = nil
        progress = nil
    }
}
