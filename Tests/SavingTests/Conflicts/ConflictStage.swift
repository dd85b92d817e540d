// SPDX-License-Identifier: Apache-2.0
// Where conflicts are played: A, whom the tests watch, and the other, who saves first. ConflictTable.swift says what
// each does.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

/// Who the other is.
enum Other: String, CaseIterable, Sendable {
    case contextInMemory, contextOfFile, coordinator, process
    #if PostgreSQL
    case contextOnServer, coordinatorOnServer
    #endif

    /// Those that can be played here: a server is there or not.
    static var allCases: [Other] {
        let others = [Other.contextInMemory, .contextOfFile, .coordinator, .process]
        #if PostgreSQL
        if Stack.Kind.allCases.contains(.postgreSQL) {
            return others + [.contextOnServer, .coordinatorOnServer]
        }
        #endif
        return others
    }

    /// The kind of the store.
    var kind: Stack.Kind {
        switch self {
        case .contextInMemory: .inMemory
        case .contextOfFile, .coordinator, .process: .sqlite
        #if PostgreSQL
        case .contextOnServer, .coordinatorOnServer: .postgreSQL
        #endif
        }
    }

    /// Whether the other has a coordinator of its own in this process.
    var isCoordinator: Bool {
        switch self {
        case .contextInMemory, .contextOfFile, .process: false
        case .coordinator: true
        #if PostgreSQL
        case .contextOnServer: false
        case .coordinatorOnServer: true
        #endif
        }
    }

    /// Whether the row cache hears of the other's save, so that the store need not be asked (SAV-33).
    var sharesCache: Bool { !isCoordinator && self != .process }
}

/// A row that A has read, and another who can change it.
final class ConflictStage {
    let other: Other
    let stack: Stack
    let a: NSManagedObjectContext
    /// A's object.
    let row: NSManagedObject
    private let second: Stack?
    /// Tells A what the other saved.
    private var news: (() -> Void)?
    private let placeNames: [NSManagedObjectID: String]

    init(_ other: Other, _ policy: NSMergePolicy = .error, rowClass: NSManagedObject.Type? = nil) throws {
        self.other = other
        stack = try Stack(other.kind, ConflictModel.rows(rowClass))
        second = try other.isCoordinator ? stack.place.map { try Stack(at: $0, ConflictModel.rows()) } : nil
        a = stack.context(policy)
        row = try ConflictModel.insertRow(into: a)
        // A has read everything.
        _ = ConflictModel.text(row)
        let places = try a.all("Place").map { ($0.objectID, $0.value(forKey: "name") as? String ?? "?") }
        placeNames = Dictionary(uniqueKeysWithValues: places)
    }

    /// Lets A do something that is not saved yet.
    ///
    /// "refresh" and "merge" bring A up to date.
    func aDoes(_ text: String) throws {
        for word in text.split(separator: " ").map(String.init) {
            switch word {
            case "refresh":
                // What another coordinator saved is not in this one's row cache.
                if !other.sharesCache { a.stalenessInterval = 0 }
                a.refresh(row, mergeChanges: true)
            case "merge": news?()
            default: try ConflictDeed(word).carryOut(on: row, in: a)
            }
        }
    }

    /// Lets the other do something and save it.
    func otherDoes(_ text: String) throws {
        if other == .process { return try otherProcessDoes(text) }
        let b = (second ?? stack).context()
        try b.performAndWait {
            let row = try #require(try b.all("Row").first)
            try ConflictDeed(text).carryOut(on: row, in: b)
            let a = a
            // The handler runs within save(), before this function ends.
            nonisolated(unsafe) var posted: Notification?
            let token = NotificationCenter.default.addObserver(
                forName: .NSManagedObjectContextDidSave, object: b, queue: nil
            ) { posted = $0 }
            defer { NotificationCenter.default.removeObserver(token) }
            try b.save()
            let notification = posted
            // The notification's objects need their context.
            news = { withExtendedLifetime(b) { _ = notification.map(a.mergeChanges(fromContextDidSave:)) } }
        }
    }

    private func otherProcessDoes(_ text: String) throws {
        let words = text.split(separator: " ").map(String.init)
        let run = try FaultWriter(["deed", try #require(stack.url).path] + words).finish()
        try #require(run.exitCode == 0, "\(run.lines) \(run.errors)")
        let uri = try #require(run.lines.first.flatMap { URL(string: $0) })
        let a = a
        news = {
            NSManagedObjectContext.mergeChanges(
                fromRemoteContextSave: [NSUpdatedObjectsKey: [uri]], into: [a])
        }
    }

    /// What is stored, as a fresh coordinator reads it where the store outlasts its own.
    func stored() throws -> String {
        let fresh = try stack.place.map { try Stack(at: $0, ConflictModel.rows()) }
        let context = (fresh ?? stack).context()
        return try context.performAndWait { ConflictModel.text(try context.all("Row").first) }
    }

    /// What A's object shows.
    var shown: String { ConflictModel.text(row) }

    /// How often rows were written; 0 for a store in memory.
    func writes() throws -> Int { try stack.versionSum(of: "Row", "Tag", "Step", "Kid", "Place") }

    /// Saves A; nil when nothing was thrown.
    func save() -> NSError? {
        do { try a.save() } catch { return error as NSError }
        return nil
    }

    /// A snapshot of a conflict as text, as `shown`; nil for none.
    func text(_ snapshot: [String: Any]?) -> String? {
        snapshot.map { snapshot in
            ConflictModel.text(
                ["a", "b", "r", "x"].map { key in
                    switch snapshot[key] {
                    case let number as NSNumber: (key, "\(number)")
                    case let id as NSManagedObjectID: (key, placeNames[id] ?? "?")
                    case let data as Data: (key, ConflictModel.archived(data))
                    case is NSNull: (key, "-")
                    default: (key, "missing")
                    }
                } + [("tags", "t1"), ("steps", "s1")])
        }
    }
}
