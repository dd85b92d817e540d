// SPDX-License-Identifier: Apache-2.0
// What histories keep of attributes that merge.

import Foundation
import Perdure
import PerdureBatches
import PerdureHistory
import PerdureTestSupport
import Testing

@Suite("History of attributes that merge") struct HistoryDeltaTests {
    private static func model() -> NSManagedObjectModel {
        func attribute(_ name: String, _ kind: MergeKind) -> MergeableAttributeDescription {
            let attribute = MergeableAttributeDescription(kind)
            attribute.name = name
            return attribute
        }
        let account = NSEntityDescription()
        account.name = "Account"
        let owner = NSAttributeDescription()
        owner.name = "owner"
        owner.attributeType = .stringAttributeType
        let color = attribute("color", .value)
        color.attributeType = .stringAttributeType
        color.conflictResolution = .theirs
        account.properties = [
            owner, attribute("likes", .counter), attribute("tags", .set),
            attribute("settings", .dictionary), color,
        ]
        for property in account.properties { property.isOptional = true }
        let model = NSManagedObjectModel()
        model.entities = [account]
        return model
    }

    private static func stack(
        _ kind: Stack.Kind = .sqlite, _ options: [AnyHashable: Any]? = HistoryModel.options
    ) throws -> Stack {
        let stack = try Stack(kind, model(), options: options)
        try stack.save { $0.insert("Account", ["owner": "Ada", "likes": 10]) }
        return stack
    }

    private static func change(
        _ stack: Stack, _ body: (NSManagedObject, NSManagedObjectContext) throws -> Void
    ) throws -> NSPersistentHistoryChange {
        try stack.save { try body(#require(try $0.all("Account").first), $0) }
        return try #require(try stack.transactions.last?.changes?.first)
    }

    @Test(
        "MRG-96 STO-184 MT-53 a change lists a counter in updatedProperties, with the delta that was committed",
        arguments: Stack.Kind.lasting)
    func counter(_ kind: Stack.Kind) throws {
        let stack = try Self.stack(kind)
        let change = try Self.change(stack) { account, _ in
            try account.apply(.increment(by: 3), forKey: "likes")
            account.setValue("Ada L.", forKey: "owner")
        }
        #expect(change.changeType == .update)
        #expect(change.updatedProperties?.map(\.name).sorted() == ["likes", "owner"])
        #expect(change.mergeableDeltas.mapValues(\.description) == ["likes": "+3"])
    }

    @Test(
        "MRG-96 the delta is the save's own, whatever others committed before it",
        arguments: Stack.Kind.lasting)
    func concurrent(_ kind: Stack.Kind) throws {
        let stack = try Self.stack(kind)
        let contexts = [stack.context(), stack.context()]
        for (context, number) in zip(contexts, [2, 3]) {
            try context.performAndWait {
                let account = try #require(try context.all("Account").first)
                _ = account.value(forKey: "likes")
                try account.apply(.increment(by: number), forKey: "likes")
            }
        }
        for context in contexts { try context.performAndWait { try context.save() } }
        let deltas = try stack.transactions.compactMap { $0.changes?.first?.mergeableDeltas["likes"] }
        #expect(deltas.map(\.description) == ["+2", "+3"])
        #expect(try stack.stored("Account", "likes") == ["15"])
    }

    @Test(
        "MRG-96 sets, dictionaries and values have their changes too; a plain update has none",
        arguments: Stack.Kind.lasting)
    func kinds(_ kind: Stack.Kind) throws {
        let stack = try Self.stack(kind)
        let change = try Self.change(stack) { account, _ in
            try account.apply(.insert("a", "b"), forKey: "tags")
            try account.apply(.set(["theme": "dark"]), forKey: "settings")
            account.setValue("red", forKey: "color")
        }
        #expect(
            change.mergeableDeltas.mapValues(\.description) == [
                "tags": "{+a, +b}", "settings": "[theme: dark]", "color": "=string(\"red\")",
            ])
        let plain = try Self.change(stack) { account, _ in account.setValue("Grace", forKey: "owner") }
        #expect(plain.mergeableDeltas.isEmpty && plain.updatedProperties?.map(\.name) == ["owner"])
        let first = try #require(try stack.transactions.first?.changes?.first)
        #expect(first.changeType == .insert && first.mergeableDeltas.isEmpty)
    }

    @Test(
        "MRG-96 MRG-95 a batch's changes are there like those of a save; a value that it gives is an assignment",
        arguments: Stack.Kind.lasting)
    func batches(_ kind: Stack.Kind) throws {
        let stack = try Self.stack(kind)
        let context = stack.context()
        try context.performAndWait {
            let merging = NSBatchUpdateRequest(entityName: "Account")
            merging.propertiesToMerge = ["likes": .increment(by: 2), "tags": .insert("x")]
            try context.execute(merging)
            let assigning = NSBatchUpdateRequest(entityName: "Account")
            assigning.propertiesToUpdate = ["likes": 5, "owner": "Grace"]
            try context.execute(assigning)
        }
        let changes = try stack.transactions.dropFirst().compactMap { $0.changes?.first }
        #expect(
            changes.map { $0.mergeableDeltas.mapValues(\.description) } == [
                ["likes": "+2", "tags": "{+x}"], ["likes": "=5"],
            ])
        #expect(
            changes.map { $0.updatedProperties?.map(\.name).sorted() } == [
                ["likes", "tags"], ["likes", "owner"],
            ])
    }

    @Test(
        "MRG-96 MRG-53 a replacement that gave way to another one is no change", arguments: Stack.Kind.lasting
    )
    func lostReplacement(_ kind: Stack.Kind) throws {
        let stack = try Self.stack(kind)
        let late = stack.context()
        let account = try late.performAndWait { try #require(try late.all("Account").first) }
        late.performAndWait { account.setValue("blue", forKey: "color") }
        _ = try Self.change(stack) { account, _ in account.setValue("red", forKey: "color") }
        try late.performAndWait {
            account.setValue("Grace", forKey: "owner")
            late.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            try late.save()
        }
        let change = try #require(try stack.transactions.last?.changes?.first)
        #expect(change.mergeableDeltas["color"] == nil)
        #expect(change.updatedProperties?.map(\.name) == ["owner"])
    }

    @Test(
        "MRG-96 MT-47 the history of one store, replayed into another, gives the same sum",
        arguments: Stack.Kind.lasting)
    func replay(_ kind: Stack.Kind) throws {
        let stack = try Self.stack(kind)
        for number in [2, 3] {
            _ = try Self.change(stack) { account, _ in
                try account.apply(.increment(by: number), forKey: "likes")
            }
        }
        let copy = try Self.stack(kind, nil)
        try copy.save { context in
            let account = try #require(try context.all("Account").first)
            for change in try stack.transactions.flatMap({ $0.changes ?? [] }) {
                for (name, delta) in change.mergeableDeltas { try account.apply(delta, forKey: name) }
            }
        }
        #expect(try copy.stored("Account", "likes") == ["15"])
    }

    @Test("MRG-96 deltas go with their history; Apple's tables keep their shape")
    func table() throws {
        let stack = try Self.stack()
        _ = try Self.change(stack) { account, _ in try account.apply(.increment(by: 1), forKey: "likes") }
        #expect(
            try stack.raw("SELECT CHANGE, PROPERTY FROM PERDURE_HISTORYDELTAS") == [["2", "likes"]])
        let text = try stack.raw("SELECT sql FROM sqlite_master WHERE name = 'ACHANGE'")[0][0]
        #expect(text.hasSuffix("ZCOLUMNS BLOB )"))
        #expect(try stack.history(.deleteHistory(before: Date.distantFuture), as: Bool.self))
        #expect(try stack.raw("SELECT COUNT(*) FROM PERDURE_HISTORYDELTAS") == [["0"]])
        let plain = try Stack.withHistory()
        #expect(try plain.raw("SELECT name FROM sqlite_master WHERE name LIKE 'PERDURE%'").isEmpty)
    }

    @Test("MRG-96 bytes that are no change are an error that names the attribute")
    func damaged() throws {
        let stack = try Self.stack()
        _ = try Self.change(stack) { account, _ in try account.apply(.increment(by: 1), forKey: "likes") }
        try RawDatabase(#require(stack.url), isReadOnly: false).rows(
            "UPDATE PERDURE_HISTORYDELTAS SET DELTA = x'00ff'")
        let error = try #require(throws: NSError.self) { try stack.transactions }
        #expect(error.localizedDescription.contains("Account.likes"))
        #expect(try stack.history(.fetchHistory(after: Date.distantPast), .count, as: Int.self) == 2)
    }
}
