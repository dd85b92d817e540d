// SPDX-License-Identifier: Apache-2.0
// Lists of objects that get their permanent IDs while a predicate that names them is in use.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Lists of objects") struct ObjectListTests {
    private static func model() -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch("Person", .attribute("name"), .toMany("pets", "Pet", inverse: "owner")),
            EntitySketch("Pet", .attribute("name"), .toOne("owner", "Person", inverse: "pets")))
    }

    @Test(
        "PRE-35 PRE-45 new objects of a list of any length are found before and after their save",
        arguments: [8, 9, 40])
    func savedMeanwhile(_ count: Int) throws {
        let stack = try Stack(.sqlite, Self.model())
        let context = stack.context()
        try context.performAndWait {
            let people = (0..<count).map { context.insert("Person", ["name": "\($0)"]) }
            let pets = people.map { context.insert("Pet", ["owner": $0]) }
            let stranger = context.insert("Person")
            let isListed = NSPredicate(format: "SELF IN %@", argumentArray: [people])
            let isOfListed = NSPredicate(format: "owner IN %@", argumentArray: [people])
            for state in ["unsaved", "saved"] {
                #expect(people.filter { isListed.evaluate(with: $0) }.count == count, "\(state)")
                #expect(pets.filter { isOfListed.evaluate(with: $0) }.count == count, "\(state)")
                #expect(!isListed.evaluate(with: stranger), "\(state)")
                try context.save()
            }
            #expect(try context.fetch(request(isListed)).count == count)
        }
    }

    private func request(_ predicate: NSPredicate) -> NSFetchRequest<NSManagedObject> {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.predicate = predicate
        return request
    }
}
