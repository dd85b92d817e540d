// SPDX-License-Identifier: Apache-2.0
// SC-34: a derived attribute that is not optional.

import CoreData
import Foundation
import PerdureTestSupport
import Testing

/// A list that sees to its own first values.
final class CarefulList: NSManagedObject {
    override func awakeFromInsert() {
        super.awakeFromInsert()
        setPrimitiveValue(0, forKey: "count")
    }
}

@Suite struct DerivedScenarios {
    private func stack(_ kind: Stack.Kind, className: String? = nil) throws -> Stack {
        let model = TodoModel.make()
        let entity = try #require(model.entitiesByName["TodoList"])
        entity.attributesByName["count"]?.isOptional = false
        if let className { entity.managedObjectClassName = className }
        return try Stack(kind, model)
    }

    @Test("SC-34 non-optional derived attribute", arguments: Stack.Kind.allCases)
    func required(_ kind: Stack.Kind) throws {
        let unprepared = try stack(kind)
        let context = unprepared.context()
        let list = context.insert("TodoList", ["name": "Home"])
        context.insert("Item", ["title": "Lamp", "todolist": list])
        let error = #expect(throws: CocoaError.self) { try context.save() }
        #expect(error?.code == .validationMissingMandatoryProperty)
        #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == "count")
        #expect(error?.localizedDescription == "count is a required value.")
        let prepared = try stack(kind, className: "ScenarioTests.CarefulList")
        let second = prepared.context()
        let careful = second.insert("TodoList", ["name": "Home"])
        for title in ["Lamp", "Rug"] { second.insert("Item", ["title": title, "todolist": careful]) }
        try second.save()
        #expect(careful.value(forKey: "count") as? Int == 2)
    }
}
