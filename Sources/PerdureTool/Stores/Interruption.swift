// SPDX-License-Identifier: Apache-2.0
// Removes the tool's files when the user presses Control-C.

import Dispatch
import Foundation

/// Handles SIGINT and SIGTERM.
enum Interruption {
    // Dispatch cancels a source without a reference.
    private static let sources = Sources()

    /// Removes a folder before the process ends by a signal.
    static func removeOnInterrupt(_ path: String) {
        for number in [SIGINT, SIGTERM] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                try? FileManager.default.removeItem(atPath: path)
                // The process ends by the signal, so that the caller sees the usual status.
                signal(number, SIG_DFL)
                kill(getpid(), number)
            }
            source.activate()
            sources.add(source)
        }
    }

    private final class Sources: @unchecked Sendable {
        // Sendable because the list is only touched under the lock.
        private let lock = NSLock()
        private var list: [any DispatchSourceSignal] = []

        func add(_ source: any DispatchSourceSignal) { lock.withLock { list.append(source) } }
    }
}
