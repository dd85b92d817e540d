// SPDX-License-Identifier: Apache-2.0
// Plain properties that could be two sides of one relationship in more than one way.

import SwiftData
import Testing

@Model
final class Crossing {
    var start: Pier?
    var end: Pier?

    init() {}
}

@Model
final class Pier {
    var crossings: [Crossing] = []

    init() {}
}

@Suite("Inverses that nobody states") struct InversePairingTests {
    @Test("SD-66 SD-68 two properties one way and one the other are three relationships of one way each")
    func twoAndOne() throws {
        let schema = Schema([Crossing.self, Pier.self])
        let crossing = try #require(schema.entitiesByName["Crossing"]).relationshipsByName
        let pier = try #require(schema.entitiesByName["Pier"]).relationshipsByName
        #expect(Set(crossing.keys) == ["start", "end"] && Set(pier.keys) == ["crossings"])
        #expect(crossing["start"]?.inverseName == nil)
        #expect(crossing["end"]?.inverseName == nil)
        #expect(pier["crossings"]?.inverseName == nil)
    }

    @Test("SD-66 setting one of them leaves the others as they are") func apart() throws {
        let context = ModelContext(
            try ModelContainer(
                for: Crossing.self, Pier.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        )
        let (crossing, pier) = (Crossing(), Pier())
        context.insert(crossing)
        context.insert(pier)
        crossing.start = pier
        #expect(pier.crossings.isEmpty && crossing.end == nil)
        pier.crossings = [crossing]
        #expect(crossing.start === pier && crossing.end == nil)
    }
}
