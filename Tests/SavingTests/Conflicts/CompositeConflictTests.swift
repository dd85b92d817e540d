// SPDX-License-Identifier: Apache-2.0
// A composite attribute in a conflict is one value: who wins, wins all of its elements.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Conflicts of composites") struct CompositeConflictTests {
    private static func model() -> NSManagedObjectModel {
        let model = NSManagedObjectModel(EntitySketch("House", .attribute("name")))
        let place = NSCompositeAttributeDescription()
        place.name = "place"
        place.elements = ["street", "city"].map { name in
            let element = NSAttributeDescription()
            element.name = name
            element.attributeType = .stringAttributeType
            return element
        }
        model.entitiesByName["House"]?.properties.append(place)
        return model
    }

    private func text(_ value: Any?) -> String {
        let elements = value as? [String: Any] ?? [:]
        return ["street", "city"].map { elements[$0] as? String ?? "-" }.joined(separator: " ")
    }

    private func play(
        _ kind: Stack.Kind, _ policy: NSMergePolicy,
        _ check: (NSManagedObjectContext, NSManagedObject) throws -> String
    ) throws {
        let stack = try Stack(kind, Self.model())
        let (mine, theirs) = (stack.context(policy), stack.context())
        try mine.performAndWait {
            let house = mine.insert("House", ["name": "h", "place": ["street": "A", "city": "X"]])
            try mine.save()
            _ = house.value(forKey: "name")
            try theirs.performAndWait {
                let twin = try theirs.existingObject(with: house.objectID)
                twin.setValue(["street": "A", "city": "theirs"], forKey: "place")
                try theirs.save()
            }
            house.setValue(["street": "mine", "city": "X"], forKey: "place")
            let stored = try check(mine, house)
            let reader = stack.context()
            let found = try reader.performAndWait {
                try reader.all("House").map { text($0.value(forKey: "place")) }
            }
            #expect(found == [stored], "\(policy.mergeType)")
        }
    }

    @Test("MOD-134 elements are not merged with each other", arguments: Stack.Kind.allCases)
    func policies(_ kind: Stack.Kind) throws {
        let table: [(NSMergePolicy, String)] = [
            (.mergeByPropertyObjectTrump, "mine X"), (.overwrite, "mine X"),
            (.mergeByPropertyStoreTrump, "A theirs"), (.rollback, "A theirs"),
        ]
        for (policy, result) in table {
            try play(kind, policy) { context, house in
                try context.save()
                #expect(
                    text(house.value(forKey: "place")) == result && !context.hasChanges, "\(policy.mergeType)"
                )
                return result
            }
        }
    }

    @Test(
        "MOD-134 SAV-42 SAV-143 the snapshots of a conflict have the whole value",
        arguments: Stack.Kind.allCases)
    func snapshots(_ kind: Stack.Kind) throws {
        try play(kind, .error) { context, house in
            let error = #expect(throws: (any Error).self) { try context.save() } as NSError?
            let conflict = (error?.userInfo["conflictList"] as? [NSMergeConflict])?.first
            #expect(text(conflict?.objectSnapshot?["place"]) == "mine X")
            #expect(text(conflict?.cachedSnapshot?["place"]) == "A theirs")
            #expect(conflict?.objectSnapshot?.keys.sorted() == ["name", "place"])
            #expect(house.changedValues().keys.sorted() == ["place"])
            return "A theirs"
        }
    }
}
