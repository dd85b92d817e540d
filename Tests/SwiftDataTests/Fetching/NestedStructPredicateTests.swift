// SPDX-License-Identifier: Apache-2.0
// Predicates on an optional struct with other structs inside, whose columns are those of the innermost members.

import PerdureTestSupport
import SwiftData
import Testing

struct MapPoint: Codable, Equatable {
    var x: Double
    var y: Double
}

struct Venue: Codable, Equatable {
    var city: String
    var point: MapPoint
    var exit: MapPoint?
}

@Model
final class Kiosk {
    var name: String
    var venue: Venue?

    init(_ name: String, _ venue: Venue? = nil) {
        self.name = name
        self.venue = venue
    }
}

@Suite struct NestedStructPredicateTests {
    private static let rome = Venue(city: "Rome", point: MapPoint(x: 1, y: 2))
    private static let oslo = Venue(city: "Oslo", point: MapPoint(x: 1, y: 3), exit: MapPoint(x: 7, y: 8))

    /// Kiosks in Rome (a), in Oslo (b), and nowhere (c); in memory or in a file.
    private func filled(_ configuration: ModelConfiguration) throws -> ModelContext {
        let context = ModelContext(try ModelContainer(for: Kiosk.self, configurations: configuration))
        context.insert(Kiosk("a", Self.rome))
        context.insert(Kiosk("b", Self.oslo))
        context.insert(Kiosk("c"))
        try context.save()
        return context
    }

    private func expect(_ names: [String], _ predicate: Predicate<Kiosk>, _ line: Int = #line) throws {
        let folder = try TemporaryFolder()
        let file = ModelConfiguration(url: folder.file("kiosks.store"))
        for configuration in [ModelConfiguration(isStoredInMemoryOnly: true), file] {
            let context = try filled(configuration)
            let found = try context.fetch(FetchDescriptor(predicate: predicate)).map(\.name).sorted()
            #expect(found == names && !context.hasChanges, "line \(line)")
        }
    }

    @Test("SD-158 SD-52 an optional struct with a struct inside compares with nil") func nothing() throws {
        try expect(["c"], #Predicate { $0.venue == nil })
        try expect(["a", "b"], #Predicate { $0.venue != nil })
    }

    @Test("SD-159 SD-52 members of both structs are asked in their columns") func members() throws {
        try expect(["a"], #Predicate { $0.venue?.city == "Rome" })
        try expect(["b", "c"], #Predicate { $0.venue?.city != "Rome" })
        try expect(["b"], #Predicate { $0.venue?.point.y == 3 })
        let least = 1.0
        try expect(["a", "b"], #Predicate { ($0.venue?.point.x ?? 0) >= least })
    }

    @Test("SD-158 SD-52 an optional struct inside is nil where it is, and where the outer one is")
    func innerNothing() throws {
        try expect(["a", "c"], #Predicate { $0.venue?.exit == nil })
        try expect(["b"], #Predicate { $0.venue?.exit?.x == 7 })
    }

    @Test("SD-159 SD-52 a struct with structs inside equals a captured one") func equality() throws {
        let (rome, oslo) = (Self.rome, Self.oslo)
        try expect(["a"], #Predicate { $0.venue == rome })
        try expect(["b"], #Predicate { $0.venue == oslo })
        try expect(["a", "c"], #Predicate { $0.venue != oslo })
        let other = Venue(city: "Rome", point: MapPoint(x: 1, y: 9))
        try expect([], #Predicate { $0.venue == other })
        let open = Venue(city: "Rome", point: rome.point, exit: rome.point)
        try expect([], #Predicate { $0.venue == open })
        let point = oslo.point
        try expect(["b"], #Predicate { $0.venue?.point == point })
    }
}
