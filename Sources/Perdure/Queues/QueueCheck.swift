// SPDX-License-Identifier: Apache-2.0
// The debug mode that finds uses of objects and contexts on wrong queues. It is chosen when the process starts, so that
// it costs nothing when it is off. Objects call it in NSManagedObject+QueueChecking.swift, contexts in
// NSManagedObjectContext+QueueChecking.swift.

import Foundation
import PerdureBase

/// Looks for uses of objects and contexts on wrong queues.
enum QueueCheck {
    /// What happens at a use on a wrong queue.
    enum Mode {
        case off
        /// The process stops with a message.
        case stopping
        /// Each call stack is written to standard error once.
        case reporting
    }

    static let variable = "PERDURE_CONCURRENCY_DEBUG"
    /// The launch argument that Apple's framework knows; its value follows.
    static let argument = "-com.apple.CoreData.ConcurrencyDebug"

    static let mode = mode(
        // ProcessInfo would make a dictionary of the whole environment.
        environment: getenv(variable).map { String(cString: $0) }, arguments: CommandLine.arguments)

    /// Whether to look at all.
    @inline(__always) static var isOn: Bool { mode != .off }

    /// The mode that a process asks for; the environment counts first.
    static func mode(environment: String?, arguments: [String]) -> Mode {
        switch environment?.lowercased() {
        case "report": return .reporting
        case "1", "true", "yes": return .stopping
        case "0", "false", "no": return .off
        default: break
        }
        guard let place = arguments.firstIndex(of: argument), place + 1 < arguments.count else { return .off }
        return ["1", "3", "true", "yes"].contains(arguments[place + 1].lowercased()) ? .stopping : .off
    }

    // MARK: Reports

    private static let reported = Lock<Set<[UInt]>>([])

    /// Reports a use on a wrong queue.
    ///
    /// - Parameter text: the use, and advice.
    static func report(_ text: String) {
        if mode == .stopping { fatalError("\(variable): \(text)") }
        let place = Thread.callStackReturnAddresses.map(\.uintValue)
        guard reported.withLock({ $0.insert(place).inserted }) else { return }
        // The first frames are those of the check itself.
        let frames = Thread.callStackSymbols.dropFirst(2).prefix(16).map { "    \($0)\n" }.joined()
        FileHandle.standardError.write(Data("\(variable): \(text)\n\(frames)".utf8))
    }
}
