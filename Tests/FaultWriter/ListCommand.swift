// SPDX-License-Identifier: Apache-2.0
// Isolation beside other processes: transactions whose history the tests search for anomalies.

import CoreData
import Foundation
import PerdureTestSupport

extension Command {
    /// lists STORE READING SEED PROCESS COUNT: two threads make COUNT transactions each, after a line has come.
    ///
    /// Prints each attempt as JSON in a line of its own.
    static func lists(_ url: URL, _ words: [String]) throws {
        guard words.count == 4, let reading = ListReading(rawValue: words[0]), let seed = UInt64(words[1]),
            let process = Int(words[2]), let count = Int(words[3])
        else { throw UsageError(text: "lists STORE READING SEED PROCESS COUNT") }
        let stack = try Stack(at: url, ListModel.lists())
        defer { withExtendedLifetime(stack) {} }
        let coordinator = stack.coordinator
        let recorder = HistoryRecorder(process: process)
        let errors = ThreadErrors()
        say("ready")
        _ = readLine()
        DispatchQueue.concurrentPerform(iterations: 2) { thread in
            let own = seed &+ UInt64(2 * process + thread) << 32
            var worker = ListWorker(coordinator, recorder, reading, seed: own)
            errors.catching { for _ in 0..<count { try worker.transact() } }
        }
        if let error = errors.list.first { throw UsageError(text: error) }
        let encoder = JSONEncoder()
        for transaction in recorder.transactions {
            say(String(decoding: try encoder.encode(transaction), as: UTF8.self))
        }
    }
}
