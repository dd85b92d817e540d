// SPDX-License-Identifier: Apache-2.0
// Batches and attributes that merge: values replace, changes are applied to what each row has.

import Foundation
import Perdure
import PerdureBatches
import PerdureHistory
import PerdureTestSupport
import Testing

@Suite("Batches of mergeable attributes") struct MergingBatchTests {
    @Test(
        "MT-44 MRG-95 a batch assigns 0 while 2 are pending: 2 after refresh, and after the save",
        arguments: Stack.Kind.lasting)
    func assigning(_ kind: Stack.Kind) throws {
        let accounts = try Accounts(kind)
        let other = accounts.stack.context()
        let account = try other.performAndWait {
            let account = try accounts.account("a", in: other)
            try account.apply(.increment(by: 2), forKey: "likes")
            #expect(account.value(forKey: "likes") as? Int == 12)
            return account
        }
        #expect(try accounts.update(["likes": 0], "owner == 'a'") == 1)
        #expect(try accounts.values("likes") == ["0", "15"])
        try other.performAndWait {
            #expect(account.value(forKey: "likes") as? Int == 12)
            other.refresh(account, mergeChanges: true)
            #expect(account.value(forKey: "likes") as? Int == 2)
            #expect(account.pendingDelta(forKey: "likes")?.description == "+2")
            try other.save()
        }
        #expect(try accounts.values("likes") == ["2", "15"])
    }

    @Test("MRG-95 changes are applied to what each row has, of every kind", arguments: Stack.Kind.lasting)
    func deltas(_ kind: Stack.Kind) throws {
        let accounts = try Accounts(kind)
        let settings = try MergeableDelta.set(["k": nil, "new": "v"])
        #expect(
            try accounts.update(merge: [
                "likes": .increment(by: 3), "score": .increment(by: 1), "points": .increment(by: 0.5),
                "amount": .increment(by: Decimal(string: "1.25")!), "tags": .insert("y"),
                "settings": settings,
            ]) == 2)
        #expect(try accounts.values("likes") == ["13", "18"] && accounts.values("score") == ["1", "1"])
        #expect(
            try accounts.values("points") == ["0.5", "0.5"] && accounts.values("amount") == ["1.25", "1.25"])
        #expect(
            try accounts.values("tags") == ["x y", "x y"]
                && accounts.values("settings") == ["new:v", "new:v"])
        try accounts.update(
            merge: ["tags": .remove("x"), "settings": .increment("n", by: 2)], "owner == 'b'")
        #expect(
            try accounts.values("tags") == ["x y", "y"]
                && accounts.values("settings") == ["new:v", "n:2 new:v"])
    }

    @Test("MRG-95 values and expressions replace what is there, of every kind", arguments: Stack.Kind.lasting)
    func values(_ kind: Stack.Kind) throws {
        let accounts = try Accounts(kind)
        try accounts.update([
            "likes": 7, "score": NSExpression(format: "likes + 1"),
            "points": NSExpression(format: "likes / 4.0"),
            "tags": ["n"] as Set<AnyHashable>, "settings": ["z": true], "color": "red", "note": "plain",
        ])
        #expect(try accounts.values("likes") == ["7", "7"] && accounts.values("score") == ["11", "16"])
        #expect(try accounts.values("points") == ["2.5", "3.75"] && accounts.values("tags") == ["n", "n"])
        #expect(
            try accounts.values("settings") == ["z:true", "z:true"]
                && accounts.values("color") == ["red", "red"])
        #expect(try accounts.values("note") == ["plain", "plain"])
        try accounts.update(["score": NSNull(), "tags": NSNull(), "color": NSNull()])
        #expect(try accounts.values("score") == ["nil", "nil"] && accounts.values("tags") == ["", ""])
        let empty = try accounts.stack.column(
            file: "SELECT COUNT(*) FROM ZACCOUNT WHERE ZTAGS IS NULL",
            server: "SELECT count(*)::text FROM account WHERE tags IS NULL")
        #expect(empty == ["2"])
    }

    @Test(
        "MRG-94 STO-164 changes of mergeable attributes alone conflict with nobody, others do",
        arguments: Stack.Kind.lasting)
    func versions(_ kind: Stack.Kind) throws {
        let accounts = try Accounts(kind)
        let other = accounts.stack.context()
        try other.performAndWait {
            let account = try accounts.account("a", in: other)
            account.setValue("mine", forKey: "note")
            try accounts.update(["likes": 1], merge: ["tags": .insert("y")])
            try other.save()
            account.setValue("again", forKey: "note")
            try accounts.update(["color": "red"], merge: ["likes": .increment(by: 1)])
            try other.save()
            #expect(account.value(forKey: "likes") as? Int == 2)
            account.setValue("late", forKey: "note")
            try accounts.update(["note": "theirs"], merge: ["likes": .increment(by: 1)])
            let error = #expect(throws: NSError.self) { try other.save() }
            #expect(error?.code == NSManagedObjectMergeError)
        }
        #expect(
            try accounts.values("note") == ["theirs", "theirs"] && accounts.values("likes") == ["3", "3"])
    }

    @Test(
        "MRG-62 MRG-95 bounds hold for the results: 1610 and 1620 with the value, and nothing is written",
        arguments: Stack.Kind.lasting)
    func bounds(_ kind: Stack.Kind) throws {
        let accounts = try Accounts(kind)
        let refused: [(() throws -> Void, Int, Int?)] = [
            ({ try accounts.update(["note": "x"], merge: ["likes": .increment(by: 8)]) }, 1610, 23),
            ({ try accounts.update(["note": "x", "likes": 21]) }, 1610, 21),
            ({ try accounts.update(["note": "x", "likes": NSExpression(format: "likes * 2")]) }, 1610, 30),
            ({ try accounts.update(["note": "x"], merge: ["likes": .increment(by: -11)]) }, 1620, -1),
            (
                {
                    try accounts.update(
                        ["note": "x"],
                        merge: ["score": .increment(by: Int64.max), "likes": .increment(by: 30)])
                }, 1610, 40
            ),
        ]
        for (body, code, value) in refused {
            let error = #expect(throws: NSError.self) { try body() }
            #expect(error?.code == code && error?.userInfo[NSValidationKeyErrorKey] as? String == "likes")
            if value != 40 { #expect(error?.userInfo[NSValidationValueErrorKey] as? Int == value) }
            #expect(
                try accounts.values("likes") == ["10", "15"] && accounts.values("note") == ["nil", "nil"])
        }
        try accounts.update(merge: ["score": .increment(by: Int64.max)])
        let overflow = #expect(throws: NSError.self) {
            try accounts.update(merge: ["score": .increment(by: 1)])
        }
        #expect(overflow?.code == 1610 && overflow?.userInfo[NSValidationKeyErrorKey] as? String == "score")
    }

    @Test(
        "MRG-95 changes for other attributes, of another kind, or beside a value are typed errors",
        arguments: Stack.Kind.lasting)
    func refusals(_ kind: Stack.Kind) throws {
        let accounts = try Accounts(kind)
        let refused: [() throws -> Void] = [
            { try accounts.update(merge: ["note": .increment(by: 1)]) },
            { try accounts.update(merge: ["nothing": .increment(by: 1)]) },
            { try accounts.update(merge: ["tags": .increment(by: 1)]) },
            { try accounts.update(merge: ["likes": .increment(by: 0.5)]) },
            { try accounts.update(["likes": 1], merge: ["likes": .increment(by: 1)]) },
            { try accounts.update(merge: ["visits": .increment(by: 1)]) },
            { try accounts.update(["tags": 5]) },
            { try accounts.update(["likes": "x"]) }, { try accounts.update(merge: [:]) },
            { try accounts.update(["tags": NSExpression(format: "likes")]) },
        ]
        for body in refused {
            let error = #expect(throws: CoreDataException.self) { try body() }
            #expect(error?.name == .invalidArgumentException)
        }
        #expect(try accounts.stack.versions(of: "Account") == [1, 1])
    }

    @Test("MRG-96 MT-53 the history has the changes that a batch applied", arguments: Stack.Kind.lasting)
    func history(_ kind: Stack.Kind) throws {
        let accounts = try Accounts(kind)
        try accounts.update(["note": "x", "score": 4], merge: ["likes": .increment(by: 2)], "owner == 'a'")
        let request = NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?)
        request.resultType = .transactionsAndChanges
        let transactions = try accounts.context.performAndWait {
            (try accounts.context.execute(request) as? NSPersistentHistoryResult)?.result
                as? [NSPersistentHistoryTransaction]
        }
        let changes = try #require(transactions?.last?.changes)
        #expect(transactions?.count == 2 && changes.count == 1 && changes[0].changeType == .update)
        #expect(changes[0].updatedProperties?.map(\.name).sorted() == ["likes", "note", "score"])
    }

    @Test("MRG-101 a batch insertion adds to the row that is there", arguments: Stack.Kind.lasting)
    func upserting(_ kind: Stack.Kind) throws {
        let accounts = try Accounts(kind)
        let merging = accounts.stack.context(.mergeByPropertyObjectTrump)
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

    @Test("MRG-95 many rows, in several portions", arguments: Stack.Kind.lasting)
    func many(_ kind: Stack.Kind) throws {
        let accounts = try Accounts(kind)
        let objects = (0..<2_500).map { ["owner": "n\($0)", "likes": $0 % 5] as [String: Any] }
        _ = try accounts.context.performAndWait {
            try accounts.context.execute(NSBatchInsertRequest(entityName: "Account", objects: objects))
        }
        #expect(try accounts.update(merge: ["likes": .increment(by: 1)], "owner BEGINSWITH 'n'") == 2_500)
        let likes = try accounts.values("likes").compactMap { Int($0) }
        #expect(likes.count == 2_502 && likes.reduce(0, +) == 10 + 15 + 5_000 + 2_500)
        guard let url = accounts.stack.url else { return }
        #expect(
            try RawDatabase(url).rows("SELECT COUNT(*) FROM PERDURE_MERGES WHERE WRITES = 1") == [["2500"]])
    }
}

/// A store with the accounts "a" and "b".
private struct Accounts {
    let stack: Stack
    let context: NSManagedObjectContext

    init(_ kind: Stack.Kind) throws {
        stack = try Self.stack(kind)
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

    private static func stack(_ kind: Stack.Kind) throws -> Stack {
        try Stack(
            kind,
            MergingModel.accounts([
                "likes": { likes in
                    likes.setValidationPredicates(
                        [NSPredicate(format: "SELF <= 20"), NSPredicate(format: "SELF >= 0")],
                        withValidationWarnings: ["too many", "too few"])
                }
            ]), options: [NSPersistentHistoryTrackingKey: true])
    }

    @discardableResult
    func update(
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

    func account(_ owner: String, in context: NSManagedObjectContext) throws -> NSManagedObject {
        try #require(try context.all("Account", "owner == '\(owner)'").first)
    }

    /// The values of accounts "a" and "b", as a new context reads them.
    func values(_ key: String) throws -> [String] {
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
}
