// SPDX-License-Identifier: Apache-2.0
// The table of version conflicts (08-save-and-conflicts.md, section 10): B saves first, then A.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite struct VersionConflictTests {
    /// What a context does to the row {a: 1, b: 1}.
    enum Deed: Sendable, Equatable {
        case set(a: Int? = nil, b: Int? = nil)
        case delete, check, transient, nothing
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let id: String
        let theirs: Deed
        let mine: Deed
        /// nil is an error, [] a row that is gone.
        let error: [Int]?
        let objectTrump: [Int]
        let storeTrump: [Int]
        let overwrite: [Int]
        let rollback: [Int]
        var testDescription: String { id }

        init(
            _ id: String, _ theirs: Deed, _ mine: Deed, _ error: [Int]?, _ objectTrump: [Int],
            _ storeTrump: [Int],
            _ overwrite: [Int], _ rollback: [Int]
        ) {
            self.id = id
            self.theirs = theirs
            self.mine = mine
            self.error = error
            self.objectTrump = objectTrump
            self.storeTrump = storeTrump
            self.overwrite = overwrite
            self.rollback = rollback
        }
    }

    static let table = [
        Row("CT-1", .set(a: 2), .set(b: 3), nil, [2, 3], [2, 3], [1, 3], [2, 1]),
        Row("CT-2", .set(a: 2), .set(a: 3), nil, [3, 1], [2, 1], [3, 1], [2, 1]),
        Row("CT-3", .set(a: 2), .set(a: 2), nil, [2, 1], [2, 1], [2, 1], [2, 1]),
        Row("CT-4", .set(a: 2), .transient, [2, 1], [2, 1], [2, 1], [2, 1], [2, 1]),
        Row("CT-5", .set(a: 2), .set(a: 1), [2, 1], [2, 1], [2, 1], [2, 1], [2, 1]),
        Row("CT-6", .transient, .set(a: 3), [3, 1], [3, 1], [3, 1], [3, 1], [3, 1]),
        Row("CT-7", .set(a: 2), .check, nil, [2, 1], [2, 1], [2, 1], [2, 1]),
        Row("CT-8", .delete, .set(a: 3), nil, [3, 1], [], [3, 1], []),
        Row("CT-9", .set(a: 2), .delete, nil, [], [2, 1], [], [2, 1]),
        Row("CT-10", .delete, .delete, [], [], [], [], []),
    ]

    private static func model() -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "Row", .attribute("a", .integer64AttributeType), .attribute("b", .integer64AttributeType),
                .attribute("t", .undefinedAttributeType, isTransient: true)))
    }

    private func apply(_ deed: Deed, to object: NSManagedObject, in context: NSManagedObjectContext) {
        switch deed {
        case .set(let a, let b):
            if let a { object.setValue(a, forKey: "a") }
            if let b { object.setValue(b, forKey: "b") }
        case .delete: context.delete(object)
        case .check: context.detectConflicts(for: object)
        case .transient: object.setValue(5, forKey: "t")
        case .nothing: break
        }
    }

    private func stored(_ stack: Stack) throws -> [Int] {
        let context = stack.context()
        return try context.performAndWait {
            guard let object = try context.all("Row").first else { return [] }
            return [object.value(forKey: "a") as? Int ?? -1, object.value(forKey: "b") as? Int ?? -1]
        }
    }

    /// Runs a row of the table under a policy; the error and what is stored afterwards.
    private func run(_ row: Row, _ policy: NSMergePolicy, _ kind: Stack.Kind) throws -> (
        NSError?, [Int], Bool
    ) {
        let stack = try Stack(kind, Self.model())
        let mine = stack.context(policy)
        let theirs = stack.context()
        try mine.performAndWait {
            mine.insert("Row", ["a": 1, "b": 1])
            try mine.save()
        }
        try theirs.performAndWait {
            let object = try #require(try theirs.all("Row").first)
            apply(row.theirs, to: object, in: theirs)
        }
        return try mine.performAndWait {
            let object = try #require(try mine.all("Row").first)
            _ = object.value(forKey: "a")
            apply(row.mine, to: object, in: mine)
            try theirs.performAndWait { try theirs.save() }
            var failure: NSError?
            do { try mine.save() } catch { failure = error as NSError }
            return (failure, try stored(stack), mine.hasChanges)
        }
    }

    @Test("SAV-43 the error policy reports every conflict, and leaves the object dirty", arguments: table)
    func errorPolicy(_ row: Row) throws {
        for kind in Stack.Kind.allCases {
            let (error, values, hasChanges) = try run(row, .error, kind)
            if let expected = row.error {
                #expect(error == nil)
                #expect(values == expected)
            } else {
                #expect(error?.code == 133020 && error?.domain == NSCocoaErrorDomain)
                #expect((error?.userInfo["conflictList"] as? [NSMergeConflict])?.count == 1)
                #expect(hasChanges || row.mine == .check)
            }
        }
    }

    @Test("SAV-52 object trump", arguments: table)
    func objectTrump(_ row: Row) throws { try expect(row, .mergeByPropertyObjectTrump, row.objectTrump) }

    @Test("SAV-52 store trump", arguments: table)
    func storeTrump(_ row: Row) throws { try expect(row, .mergeByPropertyStoreTrump, row.storeTrump) }

    @Test("SAV-52 overwrite", arguments: table)
    func overwrite(_ row: Row) throws { try expect(row, .overwrite, row.overwrite) }

    @Test("SAV-52 rollback", arguments: table)
    func rollback(_ row: Row) throws { try expect(row, .rollback, row.rollback) }

    private func expect(_ row: Row, _ policy: NSMergePolicy, _ expected: [Int]) throws {
        for kind in Stack.Kind.allCases {
            let (error, values, hasChanges) = try run(row, policy, kind)
            #expect(error == nil, "\(kind)")
            #expect(values == expected, "\(kind)")
            // SAV-141: after the save the context is clean.
            #expect(!hasChanges, "\(kind)")
        }
    }

    @Test("SAV-40…42, SAV-143, SAV-144 what a conflict within one coordinator says")
    func conflictObject() throws {
        let stack = try Stack(.inMemory, Self.model())
        let mine = stack.context()
        let theirs = stack.context()
        try mine.performAndWait {
            let object = mine.insert("Row", ["a": 1, "b": 1])
            try mine.save()
            try theirs.performAndWait {
                try theirs.all("Row").first?.setValue(2, forKey: "a")
                try theirs.save()
            }
            object.setValue(3, forKey: "b")
            let error = #expect(throws: (any Error).self) { try mine.save() } as NSError?
            let list = try #require(error?.userInfo["conflictList"] as? [NSMergeConflict])
            let conflict = try #require(list.first)
            #expect(conflict.sourceObject === object)
            #expect(conflict.oldVersionNumber == 1 && conflict.newVersionNumber == 2)
            #expect(conflict.objectSnapshot?["b"] as? Int == 3 && conflict.objectSnapshot?["a"] as? Int == 1)
            #expect(conflict.cachedSnapshot?["a"] as? Int == 2)
            #expect(conflict.persistedSnapshot == nil)
            #expect(conflict.cachedSnapshot?.keys.sorted() == ["a", "b"])
            #expect(object.value(forKey: "b") as? Int == 3)
            #expect(error?.localizedDescription == "Could not merge changes.")
        }
    }

    @Test("STO-218, SAV-33 two coordinators on one file: the conflict has a persisted snapshot")
    func twoCoordinators() throws {
        let first = try Stack(.sqlite, Self.model())
        let second = try Stack(at: try #require(first.url), Self.model())
        let mine = first.context()
        let theirs = second.context()
        try mine.performAndWait {
            let object = mine.insert("Row", ["a": 1, "b": 1])
            try mine.save()
            try theirs.performAndWait {
                try theirs.all("Row").first?.setValue(2, forKey: "a")
                try theirs.save()
            }
            object.setValue(3, forKey: "b")
            let error = #expect(throws: (any Error).self) { try mine.save() } as NSError?
            let list = try #require(error?.userInfo["conflictList"] as? [NSMergeConflict])
            #expect(list.first?.persistedSnapshot?["a"] as? Int == 2)
            #expect(list.first?.cachedSnapshot?["a"] as? Int == 1)
        }
    }

    @Test("SAV-145 all conflicts are listed, and nothing else of the save is stored")
    func severalConflicts() throws {
        let stack = try Stack(.inMemory, Self.model())
        let mine = stack.context()
        let theirs = stack.context()
        try mine.performAndWait {
            let rows = (1...3).map { mine.insert("Row", ["a": $0, "b": 0]) }
            try mine.save()
            try theirs.performAndWait {
                for row in try theirs.all("Row", "a < 3") { row.setValue(9, forKey: "b") }
                try theirs.save()
            }
            for row in rows { row.setValue(5, forKey: "b") }
            let error = #expect(throws: (any Error).self) { try mine.save() } as NSError?
            #expect((error?.userInfo["conflictList"] as? [NSMergeConflict])?.count == 2)
            let other = stack.context()
            let changed = try other.performAndWait { try other.all("Row", "b == 5").count }
            #expect(changed == 0)
        }
    }

    @Test("SAV-62 a policy of the application's own decides, and what it throws fails the save")
    func customPolicy() throws {
        final class Adding: NSMergePolicy, @unchecked Sendable {
            override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
                for conflict in list {
                    let theirs = conflict.cachedSnapshot?["a"] as? Int ?? 0
                    let mine = conflict.objectSnapshot?["a"] as? Int ?? 0
                    guard mine < 100 else { throw CocoaError(.validationNumberTooLarge) }
                    conflict.sourceObject.setValue(theirs + mine, forKey: "a")
                }
            }
        }
        let row = Row("sum", .set(a: 20), .set(a: 3), nil, [], [], [], [])
        let (error, values, _) = try run(row, Adding(merge: .errorMergePolicyType), .inMemory)
        #expect(error == nil && values == [23, 1])
        let large = Row("large", .set(a: 20), .set(a: 300), nil, [], [], [], [])
        let (refusal, kept, _) = try run(large, Adding(merge: .errorMergePolicyType), .inMemory)
        #expect(refusal?.code == CocoaError.validationNumberTooLarge.rawValue && kept == [20, 1])
    }
}
