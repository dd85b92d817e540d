// SPDX-License-Identifier: Apache-2.0
// Removes the tool's files when the user presses Control-C.

import Dispatch
import Foundation

/// Handles SIGINT and SIGTERM.
enum Interruption {
    private static let unfinished = Unfinished()

    /// Removes a file or folder before the process ends by a signal.
    static func removeOnInterrupt(_ path: String) {
        // A second handler of a signal would put the first one out of work.
        guard unfinished.add(path) else { return }
        for number in [SIGINT, SIGTERM] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                for path in unfinished.paths { try? FileManager.default.removeItem(atPath: path) }
                // The process ends by the signal, so that the caller sees the usual status.
                signal(number, SIG_DFL)
                kill(getpid(), number)
            }
            source.activate()
            // Dispatch cancels a source without a reference.
            unfinished.keep(source)
        }
    }

    /// Lets a file or folder stay from now on.
    static func isComplete(_ path: String) { unfinished.remove(path) }

    private final class Unfinished: @unchecked Sendable {
        // Sendable because the lists are only touched under the lock.
        private let lock = NSLock()
        private var list: [String] = []
        private var isUsed = false
        private var sources: [any DispatchSourceSignal] = []

        var paths: [String] { lock.withLock { list } }

        /// Whether it is the first one of the process.
        func add(_ path: String) -> Bool {
            lock.withLock {
                defer { isUsed = true }
                list.append(path)
                return !isUsed
            }
        }

        func remove(_ path: String) { lock.withLock { list.removeAll { $0 == path } } }

        func keep(_ source: any DispatchSourceSignal) { lock.withLock { sources.append(source) } }
    }
}
