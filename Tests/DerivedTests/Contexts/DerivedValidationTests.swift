// SPDX-License-Identifier: Apache-2.0
// Derived values that the model's rules would refuse: nobody but the store can mend them.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Derived values beyond their rules") struct DerivedValidationTests {
    @Test("a sum beyond its type's range does not lock the object", arguments: Stack.Kind.allCases)
    func range(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind, ["Lamp", "Rug"]) {
            $0.entitiesByName["TodoList"]?.attributesByName["total"]?.attributeType = .integer16AttributeType
        }
        for title in ["Lamp", "Rug"] { try home.item(title).setValue(20000, forKey: "points") }
        try home.a.save()
        #expect(home.list.value(forKey: "total") as? Int == 40000)
        home.list.setValue("House", forKey: "name")
        try home.a.save()
        #expect(try home.stored(home.list, "name") as? String == "House")
        home.a.delete(try home.item("Rug"))
        try home.a.save()
        #expect(home.list.value(forKey: "total") as? Int == 20000)
    }

    @Test("a validation predicate does not lock the object", arguments: Stack.Kind.allCases)
    func predicate(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind) {
            $0.entitiesByName["TodoList"]?.attributesByName["count"]?.setValidationPredicates(
                [NSPredicate(format: "SELF < 1")], withValidationWarnings: ["no items"])
        }
        home.add("Lamp")
        try home.a.save()
        home.list.setValue("House", forKey: "name")
        try home.a.save()
        #expect(home.list.count == 1)
        #expect(try home.stored(home.list, "name") as? String == "House")
    }
}
