// SPDX-License-Identifier: Apache-2.0
// Classes that inherit from models: one table, objects of their own classes.

import SwiftData
import Testing

@Suite struct SwiftDataInheritanceTests {
    @Test("SD-92 a subclass assigns its own properties and calls its superclass") func initializers() {
        let trip = BusinessTrip(name: "Oslo", perDiem: 80.5)
        #expect(trip.label == "Oslo 3 80.5 B")
        #expect(Trip(name: "Rome").label == "Rome 2")
    }

    @Test("SD-93 a fetch of a class finds models of its subclasses as they are") func fetches() throws {
        let container = try Library.container()
        let context = ModelContext(container)
        for trip in [Trip(name: "Rome"), BusinessTrip(name: "Oslo", perDiem: 80.5), Trip(name: "Bern")] {
            context.insert(trip)
        }
        try context.save()
        let second = ModelContext(container)
        let found = try second.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)]))
        #expect(found.map(\.label) == ["Bern 2", "Oslo 3 80.5 B", "Rome 2"])
        #expect(found[1] is BusinessTrip)
        let business = try second.fetch(FetchDescriptor<BusinessTrip>(sortBy: [SortDescriptor(\.name)]))
        #expect(business.map(\.perDiem) == [80.5])
        #expect(business.first === found[1])
    }

    @Test("SD-95 a deletion may leave subclasses") func deletions() throws {
        let context = try Library.context()
        context.insert(Trip(name: "Rome"))
        context.insert(BusinessTrip(name: "Oslo", perDiem: 1))
        try context.save()
        try context.delete(model: Trip.self, includeSubclasses: false)
        try context.save()
        #expect(try context.fetch(FetchDescriptor<Trip>()).map(\.name) == ["Oslo"])
    }

    @Test("SD-96 the schema describes the hierarchy") func schema() throws {
        let schema = Schema([BusinessTrip.self])
        let business = try #require(schema.entity(for: BusinessTrip.self))
        #expect(business.superentityName == "Trip")
        #expect(business.storedProperties.map(\.name) == ["code", "perDiem"])
        #expect(business.inheritedProperties.map(\.name) == ["days", "name"])
        #expect(schema.entity(for: Trip.self)?.subentities == [business])
    }

    private func journeys() throws -> ModelContainer {
        try ModelContainer(
            for: Journey.self, WorkJourney.self, Firm.self, Bureau.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }

    @Test("SD-92 models made before super.init leave the subclass its object") func modelsInside() throws {
        let container = try journeys()
        let context = ModelContext(container)
        context.insert(try WorkJourney(name: "Oslo", for: "ACME", in: "Main", with: "Ada"))
        try context.save()
        let second = ModelContext(container)
        let found = try second.fetch(FetchDescriptor<Journey>())
        #expect(found.map(\.name) == ["Oslo"])
        let journey = try #require(found.first as? WorkJourney)
        #expect(journey.modelContext === second)
        #expect(journey.perDiem == 9 && journey.companion == "Ada")
        #expect(journey.firm?.name == "ACME")
        #expect(journey.bureau?.name == "Main" && journey.bureau?.rooms == 2)
        withExtendedLifetime(second) {}
    }

    @Test("SD-92 an initializer that fails before super.init leaves nothing to the next model")
    func failure() throws {
        let container = try journeys()
        #expect(throws: NamelessJourney.self) { try WorkJourney(name: "", for: "ACME", in: "Main") }
        let context = ModelContext(container)
        context.insert(Journey(name: "Rome"))
        try context.save()
        let second = ModelContext(container)
        let found = try second.fetch(FetchDescriptor<Journey>())
        #expect(found.map(\.name) == ["Rome"] && !(found.first is WorkJourney))
        withExtendedLifetime(second) {}
    }
}
