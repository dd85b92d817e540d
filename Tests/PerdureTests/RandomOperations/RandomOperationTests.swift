// SPDX-License-Identifier: Apache-2.0
// Random histories of operations against the naive model of the rules. A failure prints its seed and the shortest
// history found; PERDURE_SEED runs that seed again, PERDURE_RANDOM_OPERATIONS sets how many operations there are.

import Foundation
import PerdureTestSupport
import Testing

@Suite("Random operations")
struct RandomOperationTests {
    /// How many operations a history has.
    static let length = 100

    @Test(
        "TRN-50 OBJ-76 OBJ-230 any history ends as the rules say", arguments: Stack.Kind.allCases,
        Theme.allCases)
    func histories(kind: Stack.Kind, theme: Theme) throws {
        let seeds = seeds("\(theme)", parts: Stack.Kind.allCases.count * Theme.allCases.count)
        defer { print("ran: \(seeds.count * Self.length) operations") }
        for seed in seeds {
            let history = History(seed: seed, length: Self.length, theme)
            guard try history.difference(kind) != nil else { continue }
            let short = try history.shortened { try $0.difference(kind) != nil }
            report(seed, kind, theme.rawValue, try short.difference(kind), short.operations)
        }
    }

    /// As many new ones as make a part of the operations.
    func seeds(_ name: String, parts: Int) -> [UInt64] {
        let operations = Counts.number("PERDURE_RANDOM_OPERATIONS", standard: 10_000)
        return Seeds.of("operations-\(name)", count: operations / Self.length / parts)
    }

    func report(
        _ seed: UInt64, _ kind: Stack.Kind, _ theme: String, _ difference: String?, _ steps: [some Sendable]
    ) {
        let list = steps.map { "\($0)" }.joined(separator: "\n")
        Issue.record("PERDURE_SEED=\(seed) \(kind) \(theme): \(difference ?? "not found again")\n\(list)")
    }

    @Test(
        "OBJ-70 OBJ-71 OBJ-73 OBJ-155 CTX-80 both ends of a relationship agree",
        arguments: Stack.Kind.allCases)
    func relations(kind: Stack.Kind) throws {
        let seeds = seeds("relations", parts: Stack.Kind.allCases.count * 2)
        defer { print("ran: \(seeds.count * Self.length) operations") }
        for seed in seeds {
            var generator = SplitMix64(seed: seed)
            let history = (0..<Self.length).map { _ in RelationOperation.random(&generator) }
            guard try difference(in: history, kind) != nil else { continue }
            let short = try history.shortened { try difference(in: $0, kind) != nil }
            report(seed, kind, "relations", try difference(in: short, kind), short)
        }
    }

    @Test("CONTRIBUTING a wrong rule is noticed, and its history cut down")
    func sensitivity() throws {
        let history: [Operation] = [
            .insert, .process, .set(0, .p, .number(1)), .set(0, .t, .number(2)), .save, .read(0),
        ]
        let difference = try #require(try History(history).difference(.inMemory) { $0.store = [:] })
        #expect(difference.contains("store"))
        let short = try History(history).shortened { try $0.difference(.inMemory) { $0.store = [:] } != nil }
        #expect(short.operations.count == 2)
    }
}

/// A list of operations.
struct History {
    var operations: [Operation]
    let theme: Theme

    init(_ operations: [Operation]) {
        self.operations = operations
        theme = .lives
    }

    init(seed: UInt64, length: Int, _ theme: Theme) {
        self.theme = theme
        var generator = SplitMix64(seed: seed)
        operations = (0..<length).map { _ in .random(theme, &generator) }
    }

    // `bend` changes the model after each step, to see that differences are found.
    /// Where a run differs from the model first; nil when it nowhere does.
    func difference(_ kind: Stack.Kind, bend: (NaiveModel) -> Void = { _ in }) throws -> String? {
        let model = NaiveModel()
        let subject = try Subject(kind)
        if theme == .undo {
            model.beginWithUndo()
            try subject.beginWithUndo()
        }
        for (number, operation) in operations.enumerated() {
            model.apply(operation)
            bend(model)
            try subject.apply(operation)
            if let difference = try Self.difference(model, subject, operation) {
                return "step \(number + 1), \(operation): \(difference)"
            }
        }
        return nil
    }

    private static func difference(_ model: NaiveModel, _ subject: Subject, _ operation: Operation) throws
        -> String?
    {
        if case .save = operation, subject.hasFailed != model.mustFail {
            return subject.hasFailed ? "the save failed" : "the save did not fail"
        }
        if let problem = subject.problems.first { return problem }
        for place in model.objects.indices {
            let (seen, expected) = (subject.look(at: place), model.look(at: place))
            if seen != expected { return "object \(place) is\n  \(seen)\nand should be\n  \(expected)" }
        }
        let (seen, expected) = (subject.lookAtContext(), model.lookAtContext())
        if seen != expected { return "the context has \(seen) and should have \(expected)" }
        guard case .save = operation else { return nil }
        let rows = try subject.lookAtStore()
        return rows == model.lookAtStore()
            ? nil : "the store has \(rows) and should have \(model.lookAtStore())"
    }

    /// The history without the steps that the failure does not need.
    func shortened(_ fails: (History) throws -> Bool) rethrows -> History {
        var short = self
        short.operations = try operations.shortened { operations in
            var history = self
            history.operations = operations
            return try fails(history)
        }
        return short
    }
}

extension Array {
    /// The elements without those that a failure does not need: larger pieces are left out first.
    func shortened(_ fails: ([Element]) throws -> Bool) rethrows -> [Element] {
        var best = self
        var size = Swift.max(1, count / 2)
        while true {
            var start = 0
            while start < best.count {
                var shorter = best
                shorter.removeSubrange(start..<Swift.min(best.count, start + size))
                if try fails(shorter) { best = shorter } else { start += size }
            }
            if size == 1 { return best }
            size /= 2
        }
    }
}
