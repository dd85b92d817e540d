// SPDX-License-Identifier: Apache-2.0
// Saves main contexts at the end of the process: a command-line program may end before the main actor's next turn, in which such a
// context would save by itself.

import Foundation
import PerdureBase

/// What is saved at the end of the process.
enum SaveAtExit {
    /// A save, which does nothing where its context is gone.
    typealias Work = @Sendable () -> Void

    private static let works = Lock<[Work]>([])
    /// Marks the main queue: outside of Apple's systems another thread may do its work.
    private static let isMainQueue = DispatchSpecificKey<Bool>()
    /// Asks the system once to be called.
    private static let request: Void = {
        DispatchQueue.main.setSpecific(key: isMainQueue, value: true)
        _ = atexit { SaveAtExit.run() }
    }()

    /// Adds the save of a container's main context; it stays until the end.
    @MainActor static func add(_ work: @escaping Work) {
        _ = request
        works.withLock { $0.append(work) }
    }

    /// Saves, where the process is ended by the main actor: anything else may be beside its work.
    private static func run() {
        guard Thread.isMainThread || DispatchQueue.getSpecific(key: isMainQueue) != nil else { return }
        for work in works.withLock({ $0 }) { work() }
    }
}
