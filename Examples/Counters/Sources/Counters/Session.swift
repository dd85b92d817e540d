// SPDX-License-Identifier: Apache-2.0
// One terminal: carries out commands and says what it sees.

import CoreData

/// A terminal's view of the file.
final class Session {
    private let context: NSManagedObjectContext
    private let counter: Counter

    init(file: URL) throws {
        let database = try Database(file: file)
        context = database.context
        counter = try database.counter()
    }

    /// Carries out a line; false after the last one.
    func run(_ line: String) -> Bool {
        guard let command = Command(line) else {
            if !line.isEmpty { say("? \(line): help shows what there is") }
            return true
        }
        if command == .quit { return false }
        do { try run(command) } catch { say("! \(Self.text(error))") }
        // Each line is a step of undo.
        context.processPendingChanges()
        return true
    }

    private func run(_ command: Command) throws {
        switch command {
        case .show: show()
        case .help: say(Command.usage)
        case .undo: context.undo()
        case .redo: context.redo()
        case .discard: context.rollback()
        case .refresh: context.refresh(counter, mergeChanges: true)
        case .save:
            try context.save()
            say("saved")
        default: try change(command)
        }
    }

    private func change(_ command: Command) throws {
        switch command {
        // Numbers come from outside: what does not fit is an error, and no reason to stop.
        case .count(let number): try counter.$count.tryIncrement(by: number)
        case .assign(let number): counter.$count.assign(number)
        case .tag(let tag): counter.$tags.insert(tag)
        case .untag(let tag): counter.$tags.remove(tag)
        case .set(let key, let value): counter.$notes[key] = value.map { Int($0) ?? $0 as Any }
        case .add(let key, let amount): try counter.$notes.tryIncrement(key, by: amount)
        default: break
        }
    }

    // MARK: What is to be seen

    private func show() {
        let tags = counter.tags.sorted().joined(separator: " ")
        let notes = counter.notes.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: " ")
        say("count \(counter.count)  tags [\(tags)]  notes [\(notes)]\(waiting)")
    }

    /// What a save would do.
    private var waiting: String {
        var changes: [String] = []
        if let amount = counter.$count.pendingAmount {
            if amount != 0 { changes.append(amount > 0 ? "+\(amount)" : "\(amount)") }
        } else {
            changes.append("= \(counter.count)")
        }
        changes += counter.$tags.pendingInsertions.sorted().map { "+\($0)" }
        changes += counter.$tags.pendingRemovals.sorted().map { "-\($0)" }
        changes += counter.$notes.pendingKeys.sorted()
        return changes.isEmpty ? "" : "  (not saved: \(changes.joined(separator: " ")))"
    }

    private static func text(_ error: any Error) -> String {
        if let exception = error as? CoreDataException { return exception.reason }
        return error.localizedDescription
    }
}
