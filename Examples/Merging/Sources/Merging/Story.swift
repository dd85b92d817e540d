// SPDX-License-Identifier: Apache-2.0
// What A and B do, and what comes out: the same for both ways, but for the conflicts on the way.

import CoreData

/// Plays one way.
struct Story {
    let stage: Stage

    /// What happened, line by line, and how many saves met a conflict.
    struct Outcome {
        var lines: [String] = []
        var conflicts = 0
    }

    func play<S: Shape, R: Record, T: Tally>(_ shape: S.Type, _ record: R.Type, _ tally: T.Type) throws
        -> Outcome
    {
        var outcome = Outcome()
        try playColor(shape, &outcome)
        try playEntries(record, &outcome)
        try playTally(tally, &outcome)
        return outcome
    }

    private func playColor<S: Shape>(_ type: S.Type, _ outcome: inout Outcome) throws {
        let shape = try stage.pair(type) { $0.color = .red }
        shape.a.color = .green
        shape.b.color = .blue
        outcome.conflicts += try stage.b.saveRetrying()
        stage.a.refresh(shape.a, mergeChanges: true)
        outcome.lines.append("A has set green, B saved blue, A refreshes: \(show(shape.a.color))")
        shape.a.color = .blue
        stage.a.refresh(shape.a, mergeChanges: true)
        shape.b.color = nil
        outcome.conflicts += try stage.b.saveRetrying()
        stage.a.refresh(shape.a, mergeChanges: true)
        outcome.lines.append("A set what is stored, B saved nil, A refreshes: \(show(shape.a.color))")
        shape.a.color = .green
        outcome.conflicts += try stage.a.saveRetrying()
        outcome.lines.append("A saves green: \(show(try stage.stored(shape.a, \.color)))")
    }

    private func playEntries<R: Record>(_ type: R.Type, _ outcome: inout Outcome) throws {
        let record = try stage.pair(type) { $0.setEntry(3, "size") }
        record.a.setEntry("oak", "wood")
        record.b.setEntry(4, "size")
        outcome.conflicts += try stage.b.saveRetrying()
        outcome.conflicts += try stage.a.saveRetrying()
        let stored = try stage.stored(record.a) { "\(show($0.entry("size"))), \(show($0.entry("wood")))" }
        outcome.lines.append("B set the size, A the wood: \(stored)")
        record.a.setEntry(nil, "wood")
        outcome.conflicts += try stage.a.saveRetrying()
        outcome.lines.append("A removes the wood: \(show(try stage.stored(record.a) { $0.entry("wood") }))")
    }

    private func playTally<T: Tally>(_ type: T.Type, _ outcome: inout Outcome) throws {
        let tally = try stage.pair(type) {
            $0.add(10)
            $0.insertLabel("old")
        }
        tally.a.add(2)
        tally.a.insertLabel("a")
        tally.b.add(3)
        tally.b.removeLabel("old")
        tally.b.insertLabel("b")
        outcome.conflicts += try stage.a.saveRetrying()
        outcome.conflicts += try stage.b.saveRetrying()
        let stored = try stage.stored(tally.a) { "\($0.total), \($0.labels.sorted())" }
        outcome.lines.append("10 and 2 and 3, labels of both: \(stored)")
    }

    private func show(_ value: Any?) -> String { value.map { "\($0)" } ?? "nil" }
}
