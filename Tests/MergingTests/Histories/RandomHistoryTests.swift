// SPDX-License-Identifier: Apache-2.0
// Random histories of several actors at one account, in one and in several processes, against the naive model. A failure
// names its seed; PERDURE_SEED repeats it, PERDURE_HISTORY_STEPS makes it longer.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Random histories of mergeable attributes")
struct RandomHistoryTests {
    /// Somebody in this or another process.
    private enum Player {
        case context(MergeActor)
        case process(FaultWriter)

        /// What is to be seen afterwards, and whether there were changes before.
        func perform(_ line: String) -> (state: String, hadChanges: Bool) {
            switch self {
            case .context(let actor):
                let hadChanges = actor.hasChanges
                return (actor.perform(line), hadChanges)
            case .process(let writer):
                writer.say(line)
                return (writer.line() ?? "ended", writer.line() == "true")
            }
        }
    }

    private static func history(_ players: [Player], _ seed: UInt64, steps: Int) throws {
        var numbers = SeededNumbers(seed: seed)
        var stored = NaiveAccount(likes: 10, tags: ["a"], settings: ["x": 1])
        var actors = players.map { _ in NaiveActor(stored) }
        var lines: [String] = []
        for _ in 0..<steps {
            let index = Int.random(in: players.indices, using: &numbers)
            let step = HistoryStep.random(using: &numbers)
            let (state, hadChanges) = players[index].perform(step.line)
            step.perform(by: &actors[index], &stored, hadChanges: hadChanges)
            lines.append("\(index) \(step.line) -> \(state)")
            try #require(
                state == actors[index].state,
                "seed \(seed): expected \(actors[index].state) after\n\(lines.suffix(60).joined(separator: "\n"))"
            )
        }
        print("ran: \(steps) steps")
        for index in players.indices {
            _ = players[index].perform("discard")
            #expect(players[index].perform("show").state == NaiveActor(stored).state, "seed \(seed)")
        }
    }

    private static let values: [String: any Sendable] = [
        "likes": 10, "tags": ["a"] as Set, "settings": ["x": 1],
    ]

    @Test("MRG-17 SC-49 four contexts do anything in any order", arguments: Stack.Kind.allCases)
    func contexts(_ kind: Stack.Kind) throws {
        for seed in Seeds.of("histories", count: 12) {
            let stage = try AccountStage(kind, Self.values)
            let players = try (0..<4).map { _ in Player.context(try MergeActor(stage.stack)) }
            try Self.history(
                players, seed, steps: Counts.number("PERDURE_HISTORY_STEPS", standard: 400))
        }
    }

    @Test("MRG-17 MT-35 four contexts of two coordinators, and three processes")
    func processes() throws {
        for seed in Seeds.of("history-processes", count: 4) {
            let stage = try AccountStage(.sqlite, Self.values)
            let url = try #require(stage.stack.url)
            let second = try Stack(at: url, MergingModel.accounts())
            let writers = try (0..<3).map { _ in try FaultWriter("merge-actor", url.path) }
            defer { for writer in writers { writer.kill() } }
            for writer in writers {
                _ = writer.line()
                _ = writer.line()
            }
            let players =
                try [stage.stack, stage.stack, second, second].map { Player.context(try MergeActor($0)) }
                + writers.map { Player.process($0) }
            try Self.history(
                players, seed, steps: Counts.number("PERDURE_HISTORY_STEPS", standard: 250))
        }
    }
}
