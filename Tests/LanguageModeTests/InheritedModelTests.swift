// SPDX-License-Identifier: Apache-2.0
// Inherited properties of model classes are known by the subclass's key paths in the language mode of Swift 5 too: there a metatype
// is not opened by itself, and the superclass's key paths are other ones.

import Foundation
import SwiftData
import Testing

@Suite("Model classes in the language mode of Swift 5")
struct InheritedModelTests {
    private func context() throws -> ModelContext {
        ModelContext(
            try ModelContainer(
                for: Journey.self, WorkJourney.self,
                configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    }

    @Test("SD-179 a change of an inherited property is in the history's list")
    func history() throws {
        let context = try context()
        let journey = WorkJourney(name: "a", firm: "f")
        context.insert(journey)
        try context.save()
        journey.name = "b"
        try context.save()
        let changes = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).flatMap(
            \.changes)
        let updates = changes.compactMap { change -> DefaultHistoryUpdate<WorkJourney>? in
            if case .update(let update) = change { update as? DefaultHistoryUpdate<WorkJourney> } else { nil }
        }
        #expect(updates.map(\.updatedAttributes.count) == [1])
    }

    @Test("SD-87 SD-207 inherited properties are fetched and changed by the subclass's key paths")
    func keyPaths() throws {
        let context = try context()
        context.insert(WorkJourney(name: "a", firm: "f"))
        try context.save()
        var descriptor = FetchDescriptor<WorkJourney>()
        descriptor.propertiesToFetch = [\.name]
        #expect(try context.fetch(descriptor).map(\.firm) == ["f"])
        #expect(try context.update(model: WorkJourney.self, set: \.days, to: 3) == 1)
        #expect(try context.fetch(FetchDescriptor<WorkJourney>()).map(\.days) == [3])
    }

    @Test("SD-155 an index names an inherited property")
    func index() throws {
        let schema = Schema([Journey.self, WorkJourney.self])
        #expect(schema.entitiesByName["WorkJourney"]?.indices == [["name", "firm"]])
    }
}
