// SPDX-License-Identifier: Apache-2.0
// The table of hooks: what may be read in each, and whether changes count. And the order of hooks by operation.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Guarantees of hooks")
struct HookTableTests {
    /// A hook, how to bring it about, and whether changes made in it count.
    struct Row: Sendable, CustomTestStringConvertible {
        let hook: String
        let isTracked: Bool
        var testDescription: String { hook }
    }

    static let rows = [
        Row(hook: "awakeFromInsert", isTracked: true), Row(hook: "awakeFromFetch", isTracked: false),
        Row(hook: "awake(16)", isTracked: false), Row(hook: "awake(64)", isTracked: false),
        Row(hook: "prepareForDeletion", isTracked: true), Row(hook: "validateForInsert", isTracked: true),
        Row(hook: "validateForUpdate", isTracked: true), Row(hook: "validateForDelete", isTracked: true),
        Row(hook: "willSave", isTracked: true), Row(hook: "didSave", isTracked: true),
        Row(hook: "willTurnIntoFault", isTracked: false),
    ]

    @Test(
        "OBJ-90 in each hook values may be read, and changes count or do not", arguments: Stack.Kind.allCases,
        rows)
    func table(kind: Stack.Kind, row: Row) throws {
        let life = try Life(kind, row.hook == "awake(64)" ? .mergeByPropertyStoreTrump : .error)
        var tracked: [Bool] = []
        var read: [Int?] = []
        life.a.on(row.hook) { object in
            guard tracked.isEmpty else { return }
            read.append(object.p)
            object.set(77, "q")
            tracked.append(object.changedValuesForCurrentEvent().keys.contains("q"))
        }
        try bringAbout(row.hook, life)
        #expect(tracked == [row.isTracked])
        #expect(read == [row.hook == "awakeFromInsert" ? 0 : row.hook == "awake(64)" ? 2 : 1])
        let isClean = !life.a.hasChanges
        #expect(isClean || row.isTracked)
    }

    private func bringAbout(_ hook: String, _ life: Life) throws {
        let thing = try #require(life.a.insert("Thing", ["p": 1]) as? TracedObject)
        try life.a.save()
        switch hook {
        case "awakeFromFetch":
            life.a.refresh(thing, mergeChanges: false)
            thing.willAccessValue(forKey: nil)
        case "awake(16)":
            thing.set(2, "p")
            life.a.rollback()
        case "awake(64)":
            try life.saveElsewhere(2, for: "p", of: thing)
            thing.set(3, "p")
            try life.a.save()
        case "prepareForDeletion", "validateForDelete":
            life.a.delete(thing)
            try life.a.save()
        case "willTurnIntoFault": life.a.refresh(thing, mergeChanges: false)
        default:
            thing.set(thing.p, "p")
            try life.a.save()
        }
    }

    @Test("OBJ-90 OBJ-42 TRN-261 in didTurnIntoFault there are no values")
    func turned() throws {
        let life = try Life(.inMemory)
        let thing = try life.saved(["p": 1, "t": 5])
        var seen: [Bool] = []
        life.a.on("didTurnIntoFault") { object in
            seen = [
                object.isFault, object.primitiveValue(forKey: "p") == nil,
                object.primitiveValue(forKey: "t") == nil,
            ]
        }
        life.a.refresh(thing, mergeChanges: false)
        #expect(seen == [true, true, true] && thing.isFault)
    }

    @Test(
        "PRG-44 OBJ-97 a merging refresh calls awakeFromFetch, and awake(fromSnapshotEvents:) with all values"
    )
    func refreshing() throws {
        let life = try Life(.sqlite)
        let thing = try life.saved()
        thing.set(1, "p")
        var seen: [Int?] = []
        for hook in ["awakeFromFetch", "awake(32)"] { life.a.on(hook) { seen.append($0.p) } }
        let trace = life.a.startTrace()
        life.a.refresh(thing, mergeChanges: true)
        #expect(trace.take().filter { $0.contains("awake") } == ["Thing.awakeFromFetch", "Thing.awake(32)"])
        #expect(seen == [0, 1])
        life.a.on("awake(32)") { $0.set(9, "q") }
        try life.a.save()
        life.a.refresh(thing, mergeChanges: true)
        #expect(!thing.hasChanges && !life.a.hasChanges)
        life.a.refresh(thing, mergeChanges: false)
        _ = thing.p
        #expect(trace.take().filter { $0.contains("awake(") } == ["Thing.awake(32)"])
    }

    @Test("OBJ-98 hooks are called where the context's work runs")
    func queue() async throws {
        let life = try Life(.sqlite)
        // The context's blocks are the only ones that touch the list.
        nonisolated(unsafe) var threads: [Bool] = []
        let context = life.a
        try await context.perform {
            let own = pthread_self()
            for hook in [
                "awakeFromInsert", "willSave", "didSave", "validateForInsert", "awakeFromFetch", "awake(16)",
            ] {
                context.on(hook) { _ in threads.append(pthread_equal(own, pthread_self()) != 0) }
            }
            let thing = context.insert("Thing", ["p": 1])
            try context.save()
            context.refresh(thing, mergeChanges: true)
            thing.set(2, "p")
            context.rollback()
        }
        #expect(threads == Array(repeating: true, count: 6))
    }

    @Test(
        "OBJ-101 SAV-10 the order of hooks and notifications, operation by operation",
        arguments: Stack.Kind.allCases)
    func order(kind: Stack.Kind) throws {
        let life = try Life(kind)
        let trace = life.a.startTrace()
        let posts = PostTrace(life.a, trace)
        defer { withExtendedLifetime(posts) {} }
        let thing = try #require(life.a.insert("Thing") as? TracedObject)
        expect(trace, ["awakeFromInsert"])
        thing.set(1, "p")
        expect(trace, ["willChange(p)", "didChange(p)"])
        var ids: [Bool] = []
        for hook in ["validateForInsert", "didSave"] {
            life.a.on(hook) { ids.append($0.objectID.isTemporaryID) }
        }
        try life.a.save()
        expect(
            trace,
            ["-changed", "willSave", "-willSave", "validateForInsert", "didSave", "-didSave", "-didSaveIDs"])
        #expect(ids == [true, false])
        life.a.refresh(thing, mergeChanges: false)
        expect(trace, ["willTurnIntoFault", "didTurnIntoFault"])
        _ = try life.a.all("Thing")
        expect(trace, [])
        thing.willAccessValue(forKey: "p")
        expect(trace, ["awakeFromFetch"])
        thing.set(2, "p")
        _ = trace.take()
        life.a.rollback()
        expect(trace, ["-changed", "willChange(p)", "awake(16)", "didChange(p)", "-changed"])
        life.a.delete(thing)
        expect(trace, ["prepareForDeletion"])
        life.a.rollback()
        expect(trace, ["-changed", "awake(16)", "-changed"])
        life.a.reset()
        expect(trace, ["willTurnIntoFault", "didTurnIntoFault", "-changed"])
    }

    private func expect(_ trace: Trace, _ lines: [String], at place: SourceLocation = #_sourceLocation) {
        let taken = trace.take().map { $0.hasPrefix("Thing.") ? String($0.dropFirst(6)) : $0 }
        #expect(taken == lines, sourceLocation: place)
    }
}

/// Writes the context's notifications into the trace of its hooks, as "-name".
final class PostTrace {
    private var tokens: [any NSObjectProtocol] = []

    init(_ context: NSManagedObjectContext, _ trace: Trace) {
        let names: [(Notification.Name, String)] = [
            (.NSManagedObjectContextObjectsDidChange, "-changed"),
            (.NSManagedObjectContextWillSave, "-willSave"),
            (.NSManagedObjectContextDidSave, "-didSave"),
            (.NSManagedObjectContextDidSaveObjectIDs, "-didSaveIDs"),
        ]
        // The context posts on the test's own thread.
        nonisolated(unsafe) let trace = trace
        tokens = names.map { name, text in
            NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { _ in
                trace.lines.append(text)
            }
        }
    }

    deinit { tokens.forEach(NotificationCenter.default.removeObserver) }
}
