// SPDX-License-Identifier: Apache-2.0
// One of several actors that change the same account, according to lines of words. An actor is a context in the test's
// process, or in a process of FaultWriter.

import Foundation
import Perdure

/// A context with the first account of a store.
public final class MergeActor {
    private let context: NSManagedObjectContext
    private let account: NSManagedObject

    /// Reads the account.
    ///
    /// - Parameter stack: a store with one account.
    /// - Throws: the error of a fetch.
    public init(_ stack: Stack) throws {
        context = stack.context()
        context.undoManager = UndoManager()
        context.undoManager?.groupsByEvent = false
        // The next refresh shows the commits of others.
        context.stalenessInterval = 0
        guard let account = try context.all("Account").first else { throw CocoaError(.coreData) }
        self.account = account
        _ = account.value(forKey: "likes")
    }

    /// Carries out the command of a line.
    ///
    /// - Parameter line: a command with its arguments.
    /// - Returns: the visible values afterwards, or the error.
    public func perform(_ line: String) -> String {
        let words = line.split(separator: " ").map(String.init)
        do { try perform(words) } catch { return "error \((error as NSError).code) \(error)" }
        if let problem = context.checkInvariants().first { return "broken: \(problem)" }
        return state
    }

    private func perform(_ words: [String]) throws {
        switch words.first {
        case "save": try context.save()
        case "refresh": context.refresh(account, mergeChanges: true)
        case "discard": context.refresh(account, mergeChanges: false)
        case "rollback": context.rollback()
        case "undo": if context.undoManager?.canUndo == true { context.undoManager?.undo() }
        case "redo": if context.undoManager?.canRedo == true { context.undoManager?.redo() }
        case "show": break
        default: try change(words)
        }
        context.processPendingChanges()
    }

    /// Makes a change as an event of its own.
    private func change(_ words: [String]) throws {
        let number = Int(words.last ?? "") ?? 0
        let word = words.count > 1 ? words[1] : ""
        context.undoManager?.beginUndoGrouping()
        defer {
            context.processPendingChanges()
            context.undoManager?.endUndoGrouping()
        }
        switch words.first {
        case "add": try account.apply(.increment(by: number), forKey: "likes")
        case "assign": try account.apply(.assign(Decimal(number)), forKey: "likes")
        case "let": account.setValue(number, forKey: "likes")
        case "insert": try account.apply(.insert(word), forKey: "tags")
        case "remove": try account.apply(.remove(word), forKey: "tags")
        case "clear": account.setValue(Set<String>(), forKey: "tags")
        case "put": try account.apply(.set([word: number]), forKey: "settings")
        case "drop": try account.apply(.set([word: nil]), forKey: "settings")
        case "count": try account.apply(.increment(word, by: number), forKey: "settings")
        default: throw CocoaError(.featureUnsupported)
        }
    }

    /// The visible values, and whether the account has unsaved changes.
    public var state: String {
        let tags = (account.value(forKey: "tags") as? Set<String> ?? []).sorted()
        let settings = account.value(forKey: "settings") as? [String: Int] ?? [:]
        let entries = settings.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }
        let likes = account.value(forKey: "likes") as? Int
        let isChanged = account.hasPersistentChangedValues
        return "\(likes.map { "\($0)" } ?? "nil") \(tags) \(entries)\(isChanged ? " changed" : "")"
    }

    /// Whether a save would write anything.
    public var hasChanges: Bool { context.hasChanges }
}
