// SPDX-License-Identifier: Apache-2.0
// The stress test's process: several workers (AccountWorker.swift), each on a thread of its own, on one coordinator.

import CoreData
import Foundation
import PerdureTestSupport

extension Command {
    /// transfers STORE NAME THREADS SECONDS [PRAGMA=VALUE ...]: works until the time is over, or until it is killed.
    ///
    /// Prints "ready", then what all workers did, or what one of them found wrong.
    static func transfers(_ url: URL, _ words: [String]) throws {
        guard words.count >= 3, let threads = Int(words[1]), let seconds = Double(words[2]) else {
            throw UsageError(text: "NAME THREADS SECONDS are missing")
        }
        let stack = try Stack(at: url, AccountModel.bank(), options: pragmas(words))
        let gathered = GatheredFigures()
        let end = Date(timeIntervalSinceNow: seconds)
        let coordinator = stack.coordinator
        say("ready")
        for number in 0..<threads {
            gathered.run {
                let worker = try AccountWorker(
                    "\(words[0])-\(number)", coordinator, mergesByItself: number % 2 == 0)
                try worker.run(until: end)
                return worker.figures
            }
        }
        let figures = try gathered.wait()
        try stack.coordinator.remove(stack.store)
        say(figures.text)
    }
}

/// What workers did, and what they stumbled over.
private final class GatheredFigures: @unchecked Sendable {
    // Sendable because both values are touched under the lock only.
    private let lock = NSLock()
    private let group = DispatchGroup()
    private var figures = StressFigures()
    private var failure: (any Error)?

    /// Starts a thread of its own: a queue would run as many as there are processors.
    func run(_ work: @escaping @Sendable () throws -> StressFigures) {
        group.enter()
        let thread = Thread { [self] in
            let result = Result { try work() }
            lock.withLock {
                switch result {
                case .success(let part): figures.add(part)
                case .failure(let error): failure = failure ?? error
                }
            }
            group.leave()
        }
        thread.stackSize = 8 << 20
        thread.start()
    }

    func wait() throws -> StressFigures {
        group.wait()
        return try lock.withLock {
            if let failure { throw failure }
            return figures
        }
    }
}
