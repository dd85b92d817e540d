// SPDX-License-Identifier: Apache-2.0
// Values that are computed of others and kept: by hand in a transient, and with @Cached.

import Foundation
import Observation
import Perdure
import PerdurePatterns
import PerdureTestSupport
import Synchronization
import Testing

/// A place, computed of two numbers; immutable.
final class GeoPoint: NSObject, Sendable {
    let latitude: Double
    let longitude: Double

    init(_ latitude: Double, _ longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// Has the library's cache.
final class CachedPlace: NSManagedObject, DependentKeyDeclaring {
    static var dependentKeys: [String: Set<String>] { ["coreLocation": ["latitude", "longitude"]] }

    @Cached("latitude", "longitude", by: { (place: CachedPlace) in place.makeLocation() })
    var coreLocation: GeoPoint
    private(set) var makeCount = 0

    private func makeLocation() -> GeoPoint {
        makeCount += 1
        return GeoPoint(value(forKey: "latitude") as? Double ?? 0, value(forKey: "longitude") as? Double ?? 0)
    }
}

@Suite("@Cached")
struct CachedTests {
    private func place(_ kind: Stack.Kind) throws -> (PatternStack, CachedPlace) {
        let stack = try PatternStack(kind, ["Place": CachedPlace.self])
        return (stack, try stack.saved("Place", ["latitude": 1.0, "longitude": 2.0], as: CachedPlace.self))
    }

    @Test(
        "TRN-187 OBJ-172 OBJ-173 the same object until a source changes; reading leaves no trace",
        arguments: Stack.Kind.allCases)
    func reading(_ kind: Stack.Kind) throws {
        let (stack, place) = try place(kind)
        #expect(place.coreLocation === place.coreLocation)
        #expect(place.coreLocation.latitude == 1 && place.coreLocation.longitude == 2)
        #expect(place.makeCount == 1)
        #expect(!place.hasChanges && !stack.a.hasChanges)
    }

    @Test("TRN-187 setters and primitive writes of a source, not of others", arguments: Stack.Kind.allCases)
    func writing(_ kind: Stack.Kind) throws {
        let (_, place) = try place(kind)
        _ = place.coreLocation
        place.setValue(3.0, forKey: "latitude")
        #expect(place.coreLocation.latitude == 3)
        place.setPrimitiveValue(4.0, forKey: "longitude")
        #expect(place.coreLocation.longitude == 4)
        #expect(place.makeCount == 3)
        place.setValue("else", forKey: "coreLocation")
        _ = place.coreLocation
        #expect(place.makeCount == 3)
    }

    @Test(
        "TRN-187 TRN-186 refresh true with another context's latitude delivers a fresh object",
        arguments: Stack.Kind.allCases)
    func refreshTrue(_ kind: Stack.Kind) throws {
        let (stack, place) = try place(kind)
        let former = place.coreLocation
        try stack.twin(place, in: stack.b).setValue(9.0, forKey: "latitude")
        try stack.b.save()
        stack.a.refresh(place, mergeChanges: true)
        #expect(place.coreLocation !== former)
        #expect(place.coreLocation.latitude == 9)
    }

    @Test(
        "TRN-187 merging what another context saved, into realized objects and faults",
        arguments: Stack.Kind.allCases, [true, false])
    func merging(_ kind: Stack.Kind, _ isFault: Bool) throws {
        let (stack, place) = try place(kind)
        _ = place.coreLocation
        if isFault { stack.a.refresh(place, mergeChanges: false) }
        try stack.twin(place, in: stack.b).setValue(9.0, forKey: "latitude")
        try stack.saveBAndMerge()
        #expect(place.isFault == isFault)
        #expect(place.coreLocation.latitude == 9)
        #expect(!stack.a.hasChanges)
    }

    @Test("TRN-187 refresh false and rollback", arguments: Stack.Kind.allCases)
    func dropping(_ kind: Stack.Kind) throws {
        let (stack, place) = try place(kind)
        place.setValue(5.0, forKey: "latitude")
        #expect(place.coreLocation.latitude == 5)
        stack.a.rollback()
        #expect(place.coreLocation.latitude == 1)
        place.setValue(6.0, forKey: "latitude")
        #expect(place.coreLocation.latitude == 6)
        stack.a.refresh(place, mergeChanges: false)
        #expect(place.isFault)
        #expect(place.coreLocation.latitude == 1)
        #expect(!place.isFault)
    }

    @Test("TRN-187 a fault whose values are the same again keeps its value", arguments: Stack.Kind.allCases)
    func sameValues(_ kind: Stack.Kind) throws {
        let (stack, place) = try place(kind)
        let former = place.coreLocation
        stack.a.refresh(place, mergeChanges: false)
        #expect(place.coreLocation === former)
    }

    @Test(
        "TRN-187 a deleted object and one whose context is gone can be read", arguments: Stack.Kind.allCases)
    func gone(_ kind: Stack.Kind) throws {
        let (stack, place) = try place(kind)
        #expect(place.coreLocation.latitude == 1)
        stack.a.reset()
        #expect(place.coreLocation.latitude == 0)
        #expect(place.managedObjectContext == nil)
    }

    @Test(
        "TRN-187 readers of the cached property are told through its sources", arguments: Stack.Kind.allCases)
    func observation(_ kind: Stack.Kind) throws {
        let stack = try PatternStack(kind, ["Place": WatchedPlace.self])
        let place = try stack.saved("Place", ["latitude": 1.0], as: WatchedPlace.self)
        _ = place.latitudeText
        let changes = Mutex(0)
        withObservationTracking {
            #expect(place.latitudeText == "1.0")
        } onChange: {
            changes.withLock { $0 += 1 }
        }
        place.setValue(1.0, forKey: "longitude")
        #expect(changes.withLock { $0 } == 0)
        place.setValue(2.0, forKey: "latitude")
        #expect(changes.withLock { $0 } == 1)
        #expect(place.latitudeText == "2.0")
    }

    @Test("TRN-187 the cached key is declared dependent on its sources")
    func dependentKeys() {
        #expect(
            CachedPlace.keyPathsForValuesAffectingValue(forKey: "coreLocation") == ["latitude", "longitude"])
    }
}

/// Tells those who track what they read.
final class WatchedPlace: NSManagedObject, Observable {
    @Cached("latitude", by: { (place: WatchedPlace) in "\(place.value(forKey: "latitude") ?? "")" })
    var latitudeText: String
}
