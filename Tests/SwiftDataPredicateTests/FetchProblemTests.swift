// SPDX-License-Identifier: Apache-2.0
// The check of a program's fetches against its schema, as a program's test calls it.

import CoreData
import Foundation
import SwiftDataPredicates
import Testing

@Suite("Checks of fetches")
struct FetchProblemTests {
    private let checker = FetchChecker(VoyageHarbor.model(), naming: VoyageNaming())

    @Test("SD-157 a check without a store finds nothing in good fetches")
    func good() {
        for row in VoyagePredicates.all {
            #expect(checker.problems(of: row.description, row.predicate).map(\.description) == [])
        }
        #expect(checker.problems(#Predicate<Voyage> { $0.title.localizedStandardContains("x") }).isEmpty)
        let order = [SortDescriptor(\Voyage.title), SortDescriptor(\Voyage.captain?.age)]
        #expect(checker.problems(order: order, keyPaths: [\Voyage.title, \Voyage.captain]).isEmpty)
    }

    @Test("SD-157 a check without a store names every problem")
    func bad() throws {
        let problems = checker.problems(
            of: "newest", #Predicate<Voyage> { $0.computed.isEmpty },
            order: [SortDescriptor(\.computed), SortDescriptor(\.title), SortDescriptor(\.title.count)],
            keyPaths: [\.computed, \.title])
        #expect(problems.map(\.reason.place) == [.predicate, .sortDescriptor, .sortDescriptor, .keyPath])
        #expect(problems.allSatisfy { $0.description.hasPrefix("newest: The ") })
    }

    @Test("SD-157 a class and a property that the schema lacks are named")
    func unknown() throws {
        let other = checker.problems(#Predicate<String> { $0.isEmpty })
        #expect(other.map(\.reason.advice) == ["add it to the schema"])
        let model = NSManagedObjectModel()
        let entity = NSEntityDescription()
        entity.name = "Voyage"
        model.entities = [entity]
        let lacking = FetchChecker(model, naming: VoyageNaming()).problems(
            #Predicate<Voyage> { $0.rating > 1 })
        #expect(lacking.count == 1)
        #expect(lacking.first?.description.contains("keypath rating not found in entity") == true)
    }
}
