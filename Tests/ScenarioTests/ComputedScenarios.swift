// SPDX-License-Identifier: Apache-2.0
// SC-12 to SC-14: values computed of others, and cached.

import CoreData
import Foundation
import PerdureTestSupport
import Synchronization
import Testing

@Suite struct ComputedScenarios {
    @Test("SC-12 fullName of two parts, without observers", arguments: Stack.Kind.allCases)
    func fullName(_ kind: Stack.Kind) throws {
        let scenario = try Scenario(kind, ["Person": NamedPerson.self])
        let person = try scenario.saved("Person", as: NamedPerson.self)
        person.setValue("Grace", forKey: "firstName")
        person.setValue("Hopper", forKey: "lastName")
        #expect(person.fullName == "Grace Hopper")
        person.fullName = "Alan Turing"
        #expect(person.value(forKey: "firstName") as? String == "Alan")
        #expect(person.value(forKey: "lastName") as? String == "Turing")
        try scenario.a.save()
        scenario.a.refresh(person, mergeChanges: false)
        #expect(person.isFault)
        #expect(person.fullName == "Alan Turing")
    }

    @Test("SC-13 cached coreLocation", arguments: Stack.Kind.allCases)
    func cachedLocation(_ kind: Stack.Kind) throws {
        let scenario = try Scenario(kind, ["Place": Place.self])
        let place = try scenario.saved("Place", ["latitude": 1.0, "longitude": 2.0], as: Place.self)
        let first = place.coreLocation
        #expect(place.coreLocation === first)
        #expect(first.latitude == 1 && first.longitude == 2)
        #expect(!place.hasChanges)
        place.latitude = 3
        #expect(place.hasChanges)
        #expect(place.coreLocation.latitude == 3)
        #expect(place.coreLocation.longitude == 2)
    }

    @Test("SC-14 changedValuesForCurrentEvent does not list transients", arguments: Stack.Kind.allCases)
    func currentEvent(_ kind: Stack.Kind) throws {
        let scenario = try Scenario(kind, ["Place": Place.self])
        let place = try scenario.saved("Place", ["latitude": 3.0], as: Place.self)
        let seen = Mutex<[[String: Double]]>([])
        let token = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextObjectsDidChange, object: scenario.a, queue: nil
        ) { note in
            let updated = note.userInfo?[NSUpdatedObjectsKey] as? Set<NSManagedObject> ?? []
            let values = updated.map { $0.changedValuesForCurrentEvent() as? [String: Double] ?? [:] }
            seen.withLock { $0 += values }
        }
        defer { NotificationCenter.default.removeObserver(token) }
        place.latitude = 4
        scenario.a.processPendingChanges()
        #expect(seen.withLock { $0 } == [["latitude": 3]])
    }
}
