// SPDX-License-Identifier: Apache-2.0
// Batch insertions of rows whose composites have an equal unique element, and differ in their other elements.

import Foundation
import Perdure
import PerdureBatches
import PerdureTestSupport
import Testing

@Suite("Batch insertions with unique elements of composites") struct ElementUpsertTests {
    private static func model() -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "Quake", unique: [["place.spot.city"]], .attribute("name"),
                .composite("place", ["country"], inner: [.composite("spot", ["street", "city"])])))
    }

    private static func quake(_ name: String, _ country: String, _ city: String) -> [String: Any] {
        ["name": name, "place": ["country": country, "spot": ["city": city]] as [String: Any]]
    }

    /// The names and countries after an insertion of rows at once.
    private func inserted(
        _ kind: Stack.Kind, _ objects: [[String: Any]], _ policy: NSMergePolicy
    ) throws -> [String] {
        let stack = try Stack(kind, Self.model())
        let context = stack.context(policy)
        try context.performAndWait {
            _ = try context.execute(NSBatchInsertRequest(entityName: "Quake", objects: objects))
        }
        let reader = stack.context()
        return try reader.performAndWait {
            try reader.all("Quake", nil, by: "name").map { quake in
                let place = quake.value(forKey: "place") as? [String: Any]
                return "\(quake.value(forKey: "name") ?? "") \(place?["country"] ?? "")"
            }
        }
    }

    @Test(
        "STO-162 MOD-132 a later row of one insertion gives its values to the one with the equal element",
        arguments: Stack.Kind.lasting)
    func equalElements(_ kind: Stack.Kind) throws {
        let objects = [
            Self.quake("a", "pt", "Lisbon"), Self.quake("b", "jp", "Sendai"), Self.quake("c", "us", "Lisbon"),
        ]
        #expect(try inserted(kind, objects, .mergeByPropertyObjectTrump) == ["b jp", "c us"])
        #expect(try inserted(kind, objects, .mergeByPropertyStoreTrump) == ["a pt", "b jp"])
        let error = #expect(throws: NSError.self) { try inserted(kind, objects, .error) }
        #expect(error?.code == NSManagedObjectConstraintMergeError)
    }
}
