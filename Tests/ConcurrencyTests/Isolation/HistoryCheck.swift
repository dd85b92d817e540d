// SPDX-License-Identifier: Apache-2.0
// Looks for anomalies in a history, in the words of Adya: because every element names its writer and every read shows
// all writers before it, who depends on whom can be read off the lists.

import PerdureTestSupport

/// Something that must not happen.
enum Anomaly: Hashable {
    /// A committed append is missing at the end, is there twice, or does not follow what its transaction saw.
    case lostUpdate(list: String, number: Int)
    /// A number that was never committed was seen.
    case abortedRead(list: String, number: Int)
    /// A read is no beginning of the list as it became.
    case divergedRead(list: String)
    /// Transactions depend on each other in a circle (G0, G1c).
    case cycle
    /// A transaction saw a part of another one (G-single, read skew).
    case readSkew
}

/// The anomalies of one history.
struct HistoryCheck {
    private let history: ListHistory
    private let committed: [ListTransaction]
    /// Who wrote a number, by its place in `committed`.
    private let writers: [Int: Int]
    /// Who must come before whom: writers of neighbours, and writers before readers.
    private var successors: [Set<Int>]
    /// Readers before the writer of what they did not see yet.
    private var overtaken: [(reader: Int, writer: Int)] = []

    init(_ history: ListHistory) {
        self.history = history
        let committed = history.transactions.filter(\.isCommitted)
        self.committed = committed
        writers = Dictionary(
            committed.enumerated().flatMap { place, transaction in
                transaction.appends.values.map { ($0, place) }
            }, uniquingKeysWith: { first, _ in first })
        successors = Array(repeating: [], count: committed.count)
    }

    static func anomalies(_ history: ListHistory) -> Set<Anomaly> {
        var check = HistoryCheck(history)
        var found = check.updates().union(check.reads())
        check.connect()
        if check.hasCycle { found.insert(.cycle) }
        if check.hasReadSkew { found.insert(.readSkew) }
        return found
    }

    // MARK: Each transaction by itself

    private func updates() -> Set<Anomaly> {
        var found: Set<Anomaly> = []
        for transaction in committed {
            for (list, number) in transaction.appends where !isInPlace(number, list, transaction) {
                found.insert(.lostUpdate(list: list, number: number))
            }
        }
        return found
    }

    private func isInPlace(_ number: Int, _ list: String, _ transaction: ListTransaction) -> Bool {
        let numbers = history.final[list] ?? []
        guard let index = numbers.firstIndex(of: number), numbers.lastIndex(of: number) == index else {
            return false
        }
        guard let seen = transaction.reads[list] else { return true }
        return index == seen.count
    }

    private func reads() -> Set<Anomaly> {
        var found: Set<Anomaly> = []
        let all = committed.flatMap { Array($0.reads) } + Array(history.final)
        for (list, numbers) in all {
            for number in numbers where writers[number] == nil {
                found.insert(.abortedRead(list: list, number: number))
            }
            if !(history.final[list] ?? []).starts(with: numbers) { found.insert(.divergedRead(list: list)) }
        }
        return found
    }

    // MARK: Who depends on whom

    private mutating func connect() {
        for numbers in history.final.values {
            for (earlier, later) in zip(numbers, numbers.dropFirst()) { connect(earlier, later) }
        }
        for (reader, transaction) in committed.enumerated() {
            for (list, numbers) in transaction.reads { connect(reader, list, numbers) }
        }
    }

    private mutating func connect(_ earlier: Int, _ later: Int) {
        guard let from = writers[earlier], let to = writers[later], from != to else { return }
        successors[from].insert(to)
    }

    private mutating func connect(_ reader: Int, _ list: String, _ numbers: [Int]) {
        if let writer = numbers.last.flatMap({ writers[$0] }), writer != reader {
            successors[writer].insert(reader)
        }
        let all = history.final[list] ?? []
        guard numbers.count < all.count, let next = writers[all[numbers.count]], next != reader else {
            return
        }
        overtaken.append((reader, next))
    }

    private var hasCycle: Bool {
        // Kahn's algorithm: what cannot be put in order is on a circle.
        var predecessors = Array(repeating: 0, count: successors.count)
        for targets in successors { for target in targets { predecessors[target] += 1 } }
        var free = predecessors.indices.filter { predecessors[$0] == 0 }
        var ordered = 0
        while let place = free.popLast() {
            ordered += 1
            for target in successors[place] {
                predecessors[target] -= 1
                if predecessors[target] == 0 { free.append(target) }
            }
        }
        return ordered < successors.count
    }

    private var hasReadSkew: Bool {
        let byWriter = Dictionary(grouping: overtaken, by: \.writer)
        return byWriter.contains { writer, pairs in
            let reached = reachable(from: writer)
            return pairs.contains { reached.contains($0.reader) }
        }
    }

    private func reachable(from start: Int) -> Set<Int> {
        var reached: Set<Int> = []
        var waiting = Array(successors[start])
        while let place = waiting.popLast() {
            if reached.insert(place).inserted { waiting.append(contentsOf: successors[place]) }
        }
        return reached
    }
}
