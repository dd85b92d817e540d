// SPDX-License-Identifier: Apache-2.0
// What becomes of values that cannot be read: the first one ends a read, or with --keep-going each is told and the rest goes on.

import PerdureInspection
import PerdureStore

/// The values of one read that cannot be read.
final class UnreadableValues {
    private(set) var count = 0
    /// How often values were told, those of pages that were read again too.
    private var heard = 0
    /// Whether something else than a value has ended a read.
    private var isCutShort = false
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

    var exitCode: ExitCode { isCutShort ? .badInput : count == 0 ? .success : .problems }

    /// Tells a value.
    ///
    /// - Throws: The error itself when it shall end the read.
    func report(_ error: any Error) throws {
        guard keepsGoing else { throw error }
        tell(error)
    }

    /// Reads something; what else the store reports is told as a value would be, and that the rest was not read.
    ///
    /// - Throws: What the body throws, and requests that no store could answer in any case.
    func goingOn(_ body: () throws -> Void) throws {
        do { try body() } catch let error as StoreError {
            if case .unsupported = error { throw error }
            try report(error)
            switch error {
            case .invalidValue, .externalData: break
            default:
                isCutShort = true
                Console.complain("what comes behind it was not read")
            }
        }
    }

    /// The next page of some objects; nil behind the last one.
    ///
    /// A page of which no row could be read does not end the objects: a larger one is tried, until it has no more such rows either.
    func next<Page>(_ read: () throws -> Page?, widening: () -> Void) throws -> Page? {
        var before = 0
        while true {
            let start = heard
            if let page = try read() { return page }
            guard heard - start > before else { return nil }
            before = heard - start
            widening()
        }
    }

    private func tell(_ error: any Error) {
        heard += 1
        let text = ErrorText.describe(error)
        guard seen.insert(text).inserted else { return }
        count += 1
        if count <= Self.most { Console.complain(text) }
        if count == Self.most {
            Console.complain("more values like these are not told: run 'perdure store check'")
        }
    }
}
