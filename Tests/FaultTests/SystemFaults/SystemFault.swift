// SPDX-License-Identifier: Apache-2.0
// Calls of SQLite to the system that fail, and what every error of them must say. The suites of this folder stand in
// one serial suite, because there is one plan of faults in the process.

import FaultVFS
import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("System faults", .serialized) enum SystemFaultTests {}

/// Kinds of calls.
struct SystemCalls: OptionSet {
    let rawValue: Int32
    static let open = SystemCalls(rawValue: PERDURE_CALL_OPEN)
    static let read = SystemCalls(rawValue: PERDURE_CALL_READ)
    static let write = SystemCalls(rawValue: PERDURE_CALL_WRITE)
    static let truncate = SystemCalls(rawValue: PERDURE_CALL_TRUNCATE)
    static let sync = SystemCalls(rawValue: PERDURE_CALL_SYNC)
    static let delete = SystemCalls(rawValue: PERDURE_CALL_DELETE)
    static let shared = SystemCalls(rawValue: PERDURE_CALL_SHARED)
    static let lock = SystemCalls(rawValue: PERDURE_CALL_LOCK)
    /// Those of the library itself; SQLite's own are among them.
    static let file = SystemCalls(rawValue: PERDURE_CALL_FILE)
    static let writing: SystemCalls = [.write, .truncate, .sync, .delete]
    static let all: SystemCalls = [.writing, .open, .read, .shared, .lock]
}

/// A fault: the n-th call of some kinds fails, alone or with all that follow.
struct SystemFault: CustomTestStringConvertible {
    var calls = SystemCalls.all
    /// SQLite's code; 0 for the input/output error of the call.
    var code: Int32 = 0
    var stays = false
    var journal = "WAL"

    static let isInstalled = perdure_fault_install() == 0

    var testDescription: String {
        "\(journal), \(code == 13 ? "full disk" : "I/O error")\(stays ? " that stays" : ""), calls \(calls.rawValue)"
    }

    var options: [AnyHashable: Any] {
        [NSSQLitePragmasOption: ["journal_mode": journal], NSPersistentStoreTimeoutOption: 0.5]
    }

    /// What a body did while the n-th call to files of a folder failed.
    struct Outcome<T> {
        let result: Result<T, any Error>
        /// How many calls failed.
        let hits: Int
        /// How many calls there were.
        let calls: Int
        var error: NSError? {
            guard case .failure(let error) = result else { return nil }
            return error as NSError
        }
    }

    func run<T>(_ nth: Int, in folder: TemporaryFolder, _ body: () throws -> T) -> Outcome<T> {
        perdure_fault_arm(folder.url.path, calls.rawValue, Int64(nth), code, stays ? 1 : 0, 0)
        let result = Result { try body() }
        let count = perdure_fault_disarm()
        return Outcome(result: result, hits: Int(perdure_fault_hits()), calls: Int(count))
    }
}

/// Expects an error of Cocoa's domain that names the store, and SQLite's code unless the outcome is unknown.
func expectFaultError(_ error: NSError, _ url: URL, at location: SourceLocation = #_sourceLocation) {
    let codes = [134180, 640, 134080, 134030, 134090]
    #expect(
        error.domain == NSCocoaErrorDomain && codes.contains(error.code), "\(error)", sourceLocation: location
    )
    #expect(error.path == url.path, "\(error)", sourceLocation: location)
    #expect(error.localizedDescription.contains(url.lastPathComponent), "\(error)", sourceLocation: location)
    if error.code != 134030 {
        #expect(error.userInfo[NSSQLiteErrorDomain] is Int, "\(error)", sourceLocation: location)
    }
}
