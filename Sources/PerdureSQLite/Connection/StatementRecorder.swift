// SPDX-License-Identifier: Apache-2.0
// Records the statements of one file's connections, for tests that count them. It is active only if a test asks for it before
// the store is opened. StatementLog.swift is the log for users.

import CSQLite
import Foundation
import PerdureBase
import PerdurePredicates

/// The statements that ran on a file.
package final class StatementRecorder: @unchecked Sendable {
    // Sendable because the statements are touched under the lock only.
    private static let known = Lock<[String: WeakRecorder]>([:])

    private struct WeakRecorder {
        weak var recorder: StatementRecorder?
    }

    private let lock = NSLock()
    private var texts: [String]?

    /// The recorder of a file, created if there is none: connections that are opened from now on report to it.
    package static func of(_ path: String) -> StatementRecorder {
        known.withLock { known in
            if let recorder = known[path]?.recorder { return recorder }
            known = known.filter { $0.value.recorder != nil }
            let recorder = StatementRecorder()
            known[path] = WeakRecorder(recorder: recorder)
            return recorder
        }
    }

    static func existing(_ path: String) -> StatementRecorder? {
        known.withLock { $0.isEmpty ? nil : $0[path]?.recorder }
    }

    private init() {}

    /// Runs a body and returns the texts of the statements that ran meanwhile, without transactions and pragmas.
    package func statements(during body: () throws -> Void) rethrows -> [String] {
        lock.withLock { texts = [] }
        defer { lock.withLock { texts = nil } }
        try body()
        return lock.withLock { texts ?? [] }
    }

    /// Lets a connection report to the recorder; the connection must keep the recorder.
    func install(on handle: OpaquePointer) {
        sqlite3_trace_v2(
            handle, UInt32(SQLITE_TRACE_STMT),
            { _, recorder, statement, _ in
                guard let recorder, let text = statement.flatMap({ sqlite3_sql(OpaquePointer($0)) }) else {
                    return 0
                }
                Unmanaged<StatementRecorder>.fromOpaque(recorder).takeUnretainedValue().record(text)
                return 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private func record(_ text: UnsafePointer<CChar>) {
        lock.withLock {
            guard texts != nil else { return }
            let text = String(cString: text)
            let others = ["BEGIN", "COMMIT", "END", "ROLLBACK", "PRAGMA"]
            guard !others.contains(where: text.hasPrefix) else { return }
            texts?.append(text)
        }
    }
}
