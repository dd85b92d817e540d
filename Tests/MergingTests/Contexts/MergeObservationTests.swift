// SPDX-License-Identifier: Apache-2.0
// Observers of mergeable attributes, keys of dictionaries included: MT-28, MRG-64, MRG-66.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Observers of mergeable attributes")
struct MergeObservationTests {
    /// What an observer of a key path of A's account is told.
    private final class Told {
        private(set) var values: [String] = []
        private var observation: NSKeyValueObservation?

        init(_ account: NSManagedObject, _ keyPath: String) throws {
            observation = try account.observe(keyPath, options: [.old, .new]) { [unowned self] _, change in
                values.append("\(Self.text(change.oldValue)) \(Self.text(change.newValue))")
            }
        }

        private static func text(_ value: Any??) -> String {
            guard let value = value ?? nil, !(value is NSNull) else { return "-" }
            return "\(value)"
        }
    }

    @Test(
        "MT-28 MRG-66 a key that only run time knows is observed, and others are not heard",
        arguments: Stack.Kind.allCases)
    func runTimeKey(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["settings": ["x": 1]])
        let told = try Told(stage[stage.a], "settings.k")
        let heard = Heard(.NSManagedObjectContextDidSave, of: stage.b)
        try stage[stage.b].put(5, "k")
        try stage.b.save()
        stage.a.mergeChanges(fromContextDidSave: try #require(heard.notifications.first))
        #expect(told.values == ["- 5"])
        try stage[stage.b].put(2, "x")
        try stage.b.save()
        stage.a.mergeChanges(fromContextDidSave: try #require(heard.notifications.last))
        #expect(stage[stage.a].entries() == ["x": 2, "k": 5])
        #expect(told.values == ["- 5"])
    }

    @Test(
        "MRG-66 by every route: setters, undo, redo, refresh, rollback, saves",
        arguments: Stack.Kind.allCases)
    func routes(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["settings": ["k": 1]])
        let account = stage[stage.a]
        let told = try Told(account, "settings.k")
        try account.put(2, "k")
        stage.undo(stage.a)
        stage.redo(stage.a)
        stage.a.rollback()
        #expect(told.values == ["1 2", "2 1", "1 2", "2 1"])
        try stage[stage.b].put(3, "k")
        try stage.b.save()
        account.refresh()
        try account.add(1)
        try stage[stage.b].put(nil, "k")
        try stage.b.save()
        try account.put(0, "other")
        try stage.a.save()
        #expect(Array(told.values.dropFirst(4)) == ["1 3", "3 -"])
    }

    @Test("MRG-64 OBJ-51 setters announce, and undo does", arguments: Stack.Kind.allCases)
    func announcements(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["likes": 10])
        let told = try Told(stage[stage.a], "likes")
        try stage[stage.a].add(2)
        stage[stage.a].setValue(20, forKey: "likes")
        stage.undo(stage.a)
        #expect(told.values == ["10 12", "12 20", "20 10"])
    }

    @Test("MRG-66 behind a relationship too")
    func behindRelationship() throws {
        let model = NSManagedObjectModel(
            EntitySketch("User", .toOne("device", "Device")),
            EntitySketch("Device", .mergeable("facts", .dictionary)))
        let stack = try Stack(.inMemory, model)
        let context = stack.context()
        let (first, second) = (context.insert("Device", ["facts": ["k": 1]]), context.insert("Device"))
        let user = context.insert("User", ["device": first])
        let told = try Told(user, "device.facts.k")
        try first.put(2, "k", "facts")
        try first.put(2, "other", "facts")
        user.setValue(second, forKey: "device")
        try first.put(3, "k", "facts")
        #expect(told.values == ["1 2", "2 -"])
    }
}
