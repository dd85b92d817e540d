// SPDX-License-Identifier: Apache-2.0
// What becomes of values that cannot be read: the first one ends a read, or with --keep-going each is told and the rest goes on.

import PerdureInspection
import PerdureStore

/// The values of one read that cannot be read.
final class UnreadableValues {
    private(set) var count = 0
    let keepsGoing: Bool
    /// A page that is read again has the same values.
    private var seen: Set<String> = []
    private static let most = 100

    init(_ arguments: Arguments) { keepsGoing = arguments.keepsGoing }

    /// How an engine reads objects.
    var reading: EngineReading {
        var reading = EngineReading()
        if keepsGoing { reading.onUnreadable = tell }
        return reading
    }

    var exitCode: ExitCode { count == 0 ? .success : .problems }

    /// Tells a value.
    ///
    /// - Throws: The error itself when it shall end the read.
    func report(_ error: any Error) throws {
        guard keepsGoing else { throw error }
        tell(error)
    }

    /// Reads something; what else the store reports is told as a value would be.
    ///
    /// - Throws: What the body throws, and requests that no store could answer in any case.
    func goingOn(_ body: () throws -> Void) throws {
        do { try body() } catch let error as StoreError {
            if case .unsupported = error { throw error }
            try report(error)
        }
    }

    private func tell(_ error: any Error) {
        let text = ErrorText.describe(error)
        guard seen.insert(text).inserted else { return }
        count += 1
        if count <= Self.most { Console.complain(text) }
        if count == Self.most {
            Console.complain("more values like these are not told: run 'perdure store check'")
        }
    }
}
