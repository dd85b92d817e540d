// SPDX-License-Identifier: Apache-2.0
// The steps of random histories: the words that MergeActor understands, and the same for the naive model.

import PerdureTestSupport

/// One step.
enum HistoryStep {
    case change(String, NaiveChange)
    case assignment(Int)
    case clear
    case save, refresh, discard, rollback, undo, redo

    static func random(using numbers: inout SeededNumbers) -> HistoryStep {
        switch Int.random(in: 0..<100, using: &numbers) {
        case 0..<50: randomChange(using: &numbers)
        case 50..<68: .save
        case 68..<80: .refresh
        case 80..<90: .undo
        case 90..<95: .redo
        case 95..<98: .discard
        default: .rollback
        }
    }

    private static func randomChange(using numbers: inout SeededNumbers) -> HistoryStep {
        let number = Int.random(in: -3...5, using: &numbers)
        let word = ["a", "b", "c"].randomElement(using: &numbers) ?? "a"
        let key = ["x", "y", "z"].randomElement(using: &numbers) ?? "x"
        return switch Int.random(in: 0..<12, using: &numbers) {
        case 0..<3: .change("add \(number)", .add(number))
        case 3: .change("assign \(number)", .assign(number))
        case 4: .assignment(number)
        case 5, 6: .change("insert \(word)", .insert(word))
        case 7: .change("remove \(word)", .remove(word))
        case 8: .clear
        case 9: .change("put \(key) \(number)", .put(key, number))
        case 10: .change("drop \(key)", .drop(key))
        default: .change("count \(key) \(number)", .count(key, number))
        }
    }

    /// For MergeActor.
    var line: String {
        switch self {
        case .change(let line, _): line
        case .assignment(let number): "let \(number)"
        case .clear: "clear"
        case .save: "save"
        case .refresh: "refresh"
        case .discard: "discard"
        case .rollback: "rollback"
        case .undo: "undo"
        case .redo: "redo"
        }
    }

    /// For the naive model.
    func perform(by actor: inout NaiveActor, _ stored: inout NaiveAccount, hadChanges: Bool) {
        switch self {
        case .change(_, let change): actor.perform(change)
        case .assignment(let number): actor.perform(.add(number - actor.visible.likes))
        case .clear: actor.perform(.all(actor.visible.tags.map { .remove($0) }))
        case .save: actor.save(to: &stored, hasChanges: hadChanges)
        case .refresh: actor.refresh(stored)
        case .discard: actor.discard(stored)
        case .rollback: actor.rollback()
        case .undo: actor.undo()
        case .redo: actor.redo()
        }
    }
}
