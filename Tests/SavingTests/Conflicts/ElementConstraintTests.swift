// SPDX-License-Identifier: Apache-2.0
// What a conflict over a constraint says when an element of a composite is part of the constraint.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Constraint conflicts: elements") struct ElementConstraintTests {
    private static func model() -> NSManagedObjectModel {
        let model = NSManagedObjectModel(EntitySketch("Spot", .attribute("name")))
        let pos = NSCompositeAttributeDescription()
        pos.name = "pos"
        pos.elements = ["x", "y"].map { name in
            let element = NSAttributeDescription()
            element.name = name
            element.attributeType = .integer64AttributeType
            return element
        }
        model.entitiesByName["Spot"]?.properties.append(pos)
        model.entitiesByName["Spot"]?.uniquenessConstraints = [["pos.x", "name"]]
        return model
    }

    @Test(
        "SAV-81 the values of a constraint contain elements by their paths", arguments: Stack.Kind.allCases)
    func values(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind, Self.model())
        let context = stack.context()
        try context.performAndWait {
            context.insert("Spot", ["name": "k", "pos": ["x": 5]])
            try context.save()
            context.insert("Spot", ["name": "k", "pos": ["x": 5, "y": 1]])
            let error = #expect(throws: (any Error).self) { try context.save() } as NSError?
            let list = error?.userInfo["conflictList"] as? [NSConstraintConflict]
            let conflict = try #require(list?.first)
            #expect(conflict.constraint == ["pos.x", "name"])
            #expect(conflict.constraintValues.keys.sorted() == ["name", "pos.x"])
            #expect(conflict.constraintValues["pos.x"] as? Int == 5)
            #expect(conflict.constraintValues["name"] as? String == "k")
        }
    }

    @Test("SAV-81 an element that is nil is NSNull in a conflict that a program makes")
    func made() {
        let snapshots: [[String: Any]] = [["name": "k", "pos": ["y": 1]], ["name": "k", "pos": NSNull()]]
        for snapshot in snapshots {
            let conflict = NSConstraintConflict(
                constraint: ["pos.x", "name"], database: nil, databaseSnapshot: nil, conflicting: [],
                conflictingSnapshots: [snapshot])
            #expect(conflict.constraintValues["pos.x"] is NSNull)
            #expect(conflict.constraintValues["name"] as? String == "k")
        }
    }
}
