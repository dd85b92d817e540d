// SPDX-License-Identifier: Apache-2.0
// What transactions saw and did, as a history of lists that only grow. HistoryCheck.swift judges it.

import Foundation

/// One attempt to read some lists and to append to some of them.
struct ListTransaction: Sendable, Equatable {
    /// What it saw, by the list's name.
    var reads: [String: [Int]] = [:]
    /// What it appended: a number that no other transaction uses.
    var appends: [String: Int] = [:]
    var isCommitted = true
}

/// All transactions of a run, and the lists at its end.
struct ListHistory: Sendable {
    var transactions: [ListTransaction] = []
    var final: [String: [Int]] = [:]
}

/// Collects the transactions of many threads.
final class HistoryRecorder: @unchecked Sendable {
    // Sendable because everything is touched under the lock only.
    private let lock = NSLock()
    private var transactions: [ListTransaction] = []
    private var last = 0

    /// A number that was never given out.
    func nextNumber() -> Int {
        lock.withLock {
            last += 1
            return last
        }
    }

    func record(_ transaction: ListTransaction) { lock.withLock { transactions.append(transaction) } }

    func history(final: [String: [Int]]) -> ListHistory {
        lock.withLock { ListHistory(transactions: transactions, final: final) }
    }
}
