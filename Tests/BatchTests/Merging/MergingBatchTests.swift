// SPDX-License-Identifier: Apache-2.0
// Batches and attributes that merge: values replace, changes are applied to what each row has.

import Foundation
import Perdure
import PerdureBatches
import PerdureHistory
import PerdureTestSupport
import Testing

@Suite("Batches of mergeable attributes") struct MergingBatchTests {
    private let stack: Stack
    private let context: NSManagedObjectContext

    init() throws {
        stack = try Self.stack()
        context = stack.context()
        try context.performAndWait { [context] in
            for (owner, likes) in [("a", 10), ("b", 15)] {
                let account = context.insert("Account", ["owner": owner, "likes": likes])
                account.setValue(["x"] as Set<AnyHashable>, forKey: "tags")
                account.setValue(["k": 1], forKey: "settings")
            }
            try context.save()
        }
    }

    private static func stack() throws -> Stack {
        try Stack(
            .sqlite,
            MergingModel.accounts([
                "likes": { likes in
                    likes.setValidationPredicates(
                        [NSPredicate(format: "SELF <= 20"), NSPredicate(format: "SELF >= 0")],
                        withValidationWarnings: ["too many", "too few"])
                }
            ]), options: [NSPersistentHistoryTrackingKey: true])
    }

    @discardableResult
    private func update(
        _ properties: [AnyHashable: Any]? = nil, merge deltas: [String: MergeableDelta]? = nil,
        _ format: String? = nil
    ) throws -> Int? {
        let request = NSBatchUpdateRequest(entityName: "Account")
        request.propertiesToUpdate = properties
        request.propertiesToMerge = deltas
        request.predicate = format.map { NSPredicate(format: $0) }
        request.resultType = .updatedObjectsCountResultType
        let result = try context.performAndWait { try context.execute(request) }
        return (result as? NSBatchUpdateResult)?.result as? Int
    }

    private func account(_ owner: String, in context: NSManagedObjectContext) throws -> NSManagedObject {
        try #require(try context.all("Account", "owner == '\(owner)'").first)
    }

    /// The values of accounts "a" and "b", as a new context reads them.
    private func values(_ key: String) throws -> [String] {
        let reader = stack.context()
        return try reader.performAndWait {
            try reader.all("Account", by: "owner").map { account in
                switch account.value(forKey: key) {
                case let set as Set<AnyHashable>: set.map { "\($0)" }.sorted().joined(separator: " ")
                case let entries as [String: Any]:
                    entries.map { "\($0):\($1)" }.sorted().joined(separator: " ")
                case let value: value.map { "\($0)" } ?? "nil"
                }
            }
        }
    }

    private func raw(_ sql: String) throws -> [[String]] {
        try RawDatabase(try #require(stack.url)).rows(sql)
    }

    @Test("MT-44 MRG-95 a batch assigns 0 while 2 are pending: 2 after refresh, and after the save")
    func assigning() throws {
        let other = stack.context()
        let account = try other.performAndWait {
            let account = try self.account("a", in: other)
            try account.apply(.increment(by: 2), forKey: "likes")
            #expect(account.value(forKey: "likes") as? Int == 12)
            return account
        }
        #expect(try update(["likes": 0], "owner == 'a'") == 1)
        #expect(try values("likes") == ["0", "15"])
        try other.performAndWait {
            #expect(account.value(forKey: "likes") as? Int == 12)
            other.refresh(account, mergeChanges: true)
            #expect(account.value(forKey: "likes") as? Int == 2)
            #expect(account.pendingDelta(forKey: "likes")?.description == "+2")
            try other.save()
        }
        #expect(try values("likes") == ["2", "15"])
    }

    @Test("MRG-95 changes are applied to what each row has, of every kind")
    func deltas() throws {
        let settings = try MergeableDelta.set(["k": nil, "new": "v"])
        #expect(
            try update(merge: [
                "likes": .increment(by: 3), "score": .increment(by: 1), "points": .increment(by: 0.5),
                "amount": .increment(by: Decimal(string: "1.25")!), "tags": .insert("y"),
                "settings": settings,
            ]) == 2)
        #expect(try values("likes") == ["13", "18"] && values("score") == ["1", "1"])
        #expect(try values("points") == ["0.5", "0.5"] && values("amount") == ["1.25", "1.25"])
        #expect(try values("tags") == ["x y", "x y"] && values("settings") == ["new:v", "new:v"])
        try update(merge: ["tags": .remove("x"), "settings": .increment("n", by: 2)], "owner == 'b'")
        #expect(try values("tags") == ["x y", "y"] && values("settings") == ["new:v", "n:2 new:v"])
    }

    @Test("MRG-95 values and expressions replace what is there, of every kind")
    func values() throws {
        try update([
            "likes": 7, "score": NSExpression(format: "likes + 1"),
            "points": NSExpression(format: "likes / 4.0"),
            "tags": ["n"] as Set<AnyHashable>, "settings": ["z": true], "color": "red", "note": "plain",
        ])
        #expect(try values("likes") == ["7", "7"] && values("score") == ["11", "16"])
        #expect(try values("points") == ["2.5", "3.75"] && values("tags") == ["n", "n"])
        #expect(try values("settings") == ["z:true", "z:true"] && values("color") == ["red", "red"])
        #expect(try values("note") == ["plain", "plain"])
        try update(["score": NSNull(), "tags": NSNull(), "color": NSNull()])
        #expect(try values("score") == ["nil", "nil"] && values("tags") == ["", ""])
        #expect(try raw("SELECT COUNT(*) FROM ZACCOUNT WHERE ZTAGS IS NULL") == [["2"]])
    }

    @Test("MRG-94 STO-164 changes of mergeable attributes alone conflict with nobody, others do")
    func versions() throws {
        let other = stack.context()
        try other.performAndWait {
            let account = try self.account("a", in: other)
            account.setValue("mine", forKey: "note")
            try update(["likes": 1], merge: ["tags": .insert("y")])
            try other.save()
            account.setValue("again", forKey: "note")
            try update(["color": "red"], merge: ["likes": .increment(by: 1)])
            try other.save()
            #expect(account.value(forKey: "likes") as? Int == 2)
            account.setValue("late", forKey: "note")
            try update(["note": "theirs"], merge: ["likes": .increment(by: 1)])
            let error = #expect(throws: NSError.self) { try other.save() }
            #expect(error?.code == NSManagedObjectMergeError)
        }
        #expect(try values("note") == ["theirs", "theirs"] && values("likes") == ["3", "3"])
    }

    @Test("MRG-62 MRG-95 bounds hold for the results: 1610 and 1620 with the value, and nothing is written")
    func bounds() throws {
        let refused: [(() throws -> Void, Int, Int?)] = [
            ({ try update(["note": "x"], merge: ["likes": .increment(by: 8)]) }, 1610, 23),
            ({ try update(["note": "x", "likes": 21]) }, 1610, 21),
            ({ try update(["note": "x", "likes": NSExpression(format: "likes * 2")]) }, 1610, 30),
            ({ try update(["note": "x"], merge: ["likes": .increment(by: -11)]) }, 1620, -1),
            (
                {
                    try update(
                        ["note": "x"],
                        merge: ["score": .increment(by: Int64.max), "likes": .increment(by: 30)])
                }, 1610, 40
            ),
        ]
        for (body, code, value) in refused {
            let error = #expect(throws: NSError.self) { try body() }
            #expect(error?.code == code && error?.userInfo[NSValidationKeyErrorKey] as? String == "likes")
            if value != 40 { #expect(error?.userInfo[NSValidationValueErrorKey] as? Int == value) }
            #expect(try values("likes") == ["10", "15"] && values("note") == ["nil", "nil"])
        }
        try update(merge: ["score": .increment(by: Int64.max)])
        let overflow = #expect(throws: NSError.self) { try update(merge: ["score": .increment(by: 1)]) }
        #expect(overflow?.code == 1610 && overflow?.userInfo[NSValidationKeyErrorKey] as? String == "score")
    }

    @Test("MRG-95 changes for other attributes, of another kind, or beside a value are typed errors")
    func refusals() throws {
        let refused: [() throws -> Void] = [
            { try update(merge: ["note": .increment(by: 1)]) },
            { try update(merge: ["nothing": .increment(by: 1)]) },
            { try update(merge: ["tags": .increment(by: 1)]) },
            { try update(merge: ["likes": .increment(by: 0.5)]) },
            { try update(["likes": 1], merge: ["likes": .increment(by: 1)]) },
            { try update(merge: ["visits": .increment(by: 1)]) }, { try update(["tags": 5]) },
            { try update(["likes": "x"]) }, { try update(merge: [:]) },
            { try update(["tags": NSExpression(format: "likes")]) },
        ]
        for body in refused {
            let error = #expect(throws: CoreDataException.self) { try body() }
            #expect(error?.name == .invalidArgumentException)
        }
        #expect(try raw("SELECT Z_OPT FROM ZACCOUNT") == [["1"], ["1"]])
    }

    @Test("MRG-96 MT-53 the history has the changes that a batch applied")
    func history() throws {
        try update(["note": "x", "score": 4], merge: ["likes": .increment(by: 2)], "owner == 'a'")
        let request = NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?)
        request.resultType = .transactionsAndChanges
        let transactions = try context.performAndWait {
            (try context.execute(request) as? NSPersistentHistoryResult)?.result
                as? [NSPersistentHistoryTransaction]
        }
        let changes = try #require(transactions?.last?.changes)
        #expect(transactions?.count == 2 && changes.count == 1 && changes[0].changeType == .update)
        #expect(changes[0].updatedProperties?.map(\.name).sorted() == ["likes", "note", "score"])
    }

    @Test("MRG-101 a batch insertion adds to the row that is there")
    func upserting() throws {
        let merging = stack.context(.mergeByPropertyObjectTrump)
        let first: [[String: Any]] = [
            ["id": "i", "title": "one", "count": 5, "labels": ["a"] as Set<AnyHashable>]
        ]
        let second: [[String: Any]] = [
            ["id": "i", "title": "two", "count": 2, "labels": ["b"] as Set<AnyHashable>],
            ["id": "i", "count": 1],
            ["id": "j", "count": 1], ["id": "j", "count": 1, "labels": ["c"] as Set<AnyHashable>],
        ]
        try merging.performAndWait {
            try merging.execute(NSBatchInsertRequest(entityName: "Item", objects: first))
            try merging.execute(NSBatchInsertRequest(entityName: "Item", objects: second))
            let items = try merging.all("Item", by: "id")
            #expect(items.map { $0.value(forKey: "count") as? Int } == [8, 2])
            #expect(items.map { $0.value(forKey: "title") as? String } == ["two", nil])
            #expect(items.map { $0.value(forKey: "labels") as? Set<AnyHashable> } == [["a", "b"], ["c"]])
        }
    }

    @Test("MRG-95 many rows, in several portions")
    func many() throws {
        let objects = (0..<2_500).map { ["owner": "n\($0)", "likes": $0 % 5] as [String: Any] }
        _ = try context.performAndWait {
            try context.execute(NSBatchInsertRequest(entityName: "Account", objects: objects))
        }
        #expect(try update(merge: ["likes": .increment(by: 1)], "owner BEGINSWITH 'n'") == 2_500)
        #expect(try raw("SELECT SUM(ZLIKES) FROM ZACCOUNT") == [["\(10 + 15 + 5_000 + 2_500)"]])
        #expect(try raw("SELECT COUNT(*) FROM PERDURE_MERGES WHERE WRITES = 1") == [["2500"]])
    }
}
