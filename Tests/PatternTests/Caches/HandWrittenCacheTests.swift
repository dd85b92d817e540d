// SPDX-License-Identifier: Apache-2.0
// Caches in a transient, as written by hand: a location made of numbers, an age made of a date.

import Foundation
import Perdure
import PerdureTestSupport
import Synchronization
import Testing

/// Caches a location; each part's setter drops it.
final class Place: NSManagedObject {
    private(set) var makeCount = 0

    var coreLocation: GeoPoint {
        get {
            willAccessValue(forKey: "coreLocation")
            defer { didAccessValue(forKey: "coreLocation") }
            if let cached = primitiveValue(forKey: "coreLocation") as? GeoPoint { return cached }
            makeCount += 1
            let made = GeoPoint(latitude, longitude)
            setPrimitiveValue(made, forKey: "coreLocation")
            return made
        }
        set {
            willChangeValue(forKey: "coreLocation")
            latitude = newValue.latitude
            longitude = newValue.longitude
            didChangeValue(forKey: "coreLocation")
        }
    }

    var latitude: Double {
        get { part("latitude") }
        set { setPart(newValue, "latitude") }
    }

    var longitude: Double {
        get { part("longitude") }
        set { setPart(newValue, "longitude") }
    }

    private func part(_ key: String) -> Double {
        willAccessValue(forKey: key)
        defer { didAccessValue(forKey: key) }
        return primitiveValue(forKey: key) as? Double ?? 0
    }

    private func setPart(_ value: Double, _ key: String) {
        willChangeValue(forKey: "coreLocation")
        willChangeValue(forKey: key)
        setPrimitiveValue(value, forKey: key)
        didChangeValue(forKey: key)
        setPrimitiveValue(nil, forKey: "coreLocation")
        didChangeValue(forKey: "coreLocation")
    }
}

/// Keeps its location in an instance variable, which it drops as a fault.
final class PlaceWithVariable: NSManagedObject {
    private var cached: GeoPoint?

    var coreLocation: GeoPoint {
        willAccessValue(forKey: "coreLocation")
        defer { didAccessValue(forKey: "coreLocation") }
        if let cached { return cached }
        let made = GeoPoint(value(forKey: "latitude") as? Double ?? 0, 0)
        cached = made
        return made
    }

    override func didTurnIntoFault() {
        super.didTurnIntoFault()
        cached = nil
    }
}

/// Caches its age in a transient, in days up to day 100.
final class AgingPerson: NSManagedObject {
    static var model: NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "Person", className: String(reflecting: AgingPerson.self), .attribute("name"),
                .attribute("dateOfBirth", .dateAttributeType),
                .attribute("age", .integer64AttributeType, isTransient: true)))
    }

    var age: Int? {
        willAccessValue(forKey: "age")
        defer { didAccessValue(forKey: "age") }
        if let cached = primitiveValue(forKey: "age") as? Int { return cached }
        guard let date = primitiveValue(forKey: "dateOfBirth") as? Date else { return nil }
        let age = 100 - Int(date.timeIntervalSinceReferenceDate / 86_400)
        setPrimitiveValue(age, forKey: "age")
        return age
    }

    /// The day of birth as a number.
    func bear(on day: Int) {
        willChangeValue(forKey: "age")
        willChangeValue(forKey: "dateOfBirth")
        setPrimitiveValue(Date(timeIntervalSinceReferenceDate: Double(day) * 86_400), forKey: "dateOfBirth")
        setPrimitiveValue(nil, forKey: "age")
        didChangeValue(forKey: "dateOfBirth")
        didChangeValue(forKey: "age")
    }
}

@Suite("Caches in transients, by hand")
struct HandWrittenCacheTests {
    private func place(_ kind: Stack.Kind) throws -> (PatternStack, Place) {
        let stack = try PatternStack(kind, ["Place": Place.self])
        return (stack, try stack.saved("Place", ["latitude": 1.0, "longitude": 2.0], as: Place.self))
    }

    @Test(
        "TRN-180 TRN-181 TRN-184 OBJ-172 OBJ-173 OBJ-174 built once, kept by a primitive write, the object stays clean",
        arguments: Stack.Kind.allCases)
    func getter(_ kind: Stack.Kind) throws {
        let (stack, place) = try place(kind)
        #expect(place.coreLocation === place.coreLocation)
        #expect(place.makeCount == 1)
        #expect(!place.hasChanges && !stack.a.hasChanges)
    }

    @Test("TRN-182 TRN-189 each part's setter drops the cache and dirties", arguments: Stack.Kind.allCases)
    func partSetters(_ kind: Stack.Kind) throws {
        let (stack, place) = try place(kind)
        let former = place.coreLocation
        place.latitude = 3
        #expect(place.hasChanges && stack.a.hasChanges)
        #expect(place.coreLocation.latitude == 3)
        place.longitude = 4
        #expect(place.coreLocation.longitude == 4)
        #expect(former.latitude == 1)
    }

    @Test("TRN-183 the composite's setter goes through the parts", arguments: Stack.Kind.allCases)
    func compositeSetter(_ kind: Stack.Kind) throws {
        let (stack, place) = try place(kind)
        place.coreLocation = GeoPoint(5, 6)
        #expect(place.latitude == 5 && place.longitude == 6)
        try stack.a.save()
        #expect(try stack.stored(place, "latitude") as? Double == 5)
        #expect(place.coreLocation.longitude == 6)
    }

    /// What changedValuesForCurrentEvent says in the handler.
    private func reported(_ context: NSManagedObjectContext, _ change: () -> Void) -> [[String: Double]] {
        let seen = Mutex<[[String: Double]]>([])
        let token = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
        ) { note in
            let updated = note.userInfo?[NSUpdatedObjectsKey] as? Set<NSManagedObject> ?? []
            let values = updated.map { $0.changedValuesForCurrentEvent() as? [String: Double] ?? [:] }
            seen.withLock { $0 += values }
        }
        defer { NotificationCenter.default.removeObserver(token) }
        change()
        context.processPendingChanges()
        return seen.withLock { $0 }
    }

    @Test(
        "TRN-185 TRN-191 only persistent keys are reported, by a part's setter and by the composite's",
        arguments: Stack.Kind.allCases)
    func currentEvent(_ kind: Stack.Kind) throws {
        let (stack, place) = try place(kind)
        #expect(reported(stack.a) { place.latitude = 3 } == [["latitude": 1]])
        let values = reported(stack.a) { place.coreLocation = GeoPoint(8, 9) }
        #expect(values == [["latitude": 3, "longitude": 2]])
    }

    @Test(
        "TRN-186 after refresh true the cache in a transient is stale; in a variable that faulting drops it is not",
        arguments: Stack.Kind.allCases)
    func stale(_ kind: Stack.Kind) throws {
        let (stack, place) = try place(kind)
        _ = place.coreLocation
        try stack.twin(place, in: stack.b).latitude = 9
        try stack.b.save()
        stack.a.refresh(place, mergeChanges: true)
        #expect(place.latitude == 9)
        #expect(place.coreLocation.latitude == 1)
        let other = try PatternStack(kind, ["Place": PlaceWithVariable.self])
        let fresh = try other.saved("Place", ["latitude": 1.0], as: PlaceWithVariable.self)
        #expect(fresh.coreLocation.latitude == 1)
        try other.twin(fresh, in: other.b).setValue(9.0, forKey: "latitude")
        try other.b.save()
        other.a.refresh(fresh, mergeChanges: true)
        #expect(fresh.coreLocation.latitude == 9)
    }

    @Test(
        "TRN-188 OBJ-170 an age is computed anew after its date is set, saved or refreshed",
        arguments: Stack.Kind.allCases)
    func age(_ kind: Stack.Kind) throws {
        let stack = try PatternStack(kind, AgingPerson.model)
        let person = try stack.saved("Person", as: AgingPerson.self)
        #expect(person.age == nil)
        person.bear(on: 10)
        #expect(person.age == 90)
        person.bear(on: 20)
        #expect(person.age == 80)
        try stack.a.save()
        #expect(person.age == 80)
        stack.a.refresh(person, mergeChanges: true)
        #expect(person.age == 80)
        let twin = try stack.twin(person, in: stack.b)
        #expect(twin.primitiveValue(forKey: "age") == nil)
        #expect(twin.age == 80)
        #expect(!twin.hasChanges)
    }
}
