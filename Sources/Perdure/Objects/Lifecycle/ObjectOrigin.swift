// SPDX-License-Identifier: Apache-2.0
// Makes an object of a user's class through the one initializer that every class has. The context's facts about the
// object wait here, per thread, until NSManagedObject.init takes them.

import Foundation
import PerdureBase

/// The facts that an object's initializer needs.
struct ObjectOrigin {
    let family: ObjectFamily
    let number: Int64
    /// The ID; nil when it is made on demand.
    let id: NSManagedObjectID?
    let isFault: Bool

    init(family: ObjectFamily, number: Int64, id: NSManagedObjectID? = nil, isFault: Bool) {
        self.family = family
        self.number = number
        self.id = id
        self.isFault = isFault
    }

    /// An object with an ID that exists, in no context.
    init(binding: EntityBinding, id: NSManagedObjectID, isFault: Bool) {
        self.init(
            family: ObjectFamily(binding, in: id.origin, nil), number: id.key.number, id: id, isFault: isFault
        )
    }

    /// Makes the object with this origin.
    func makeObject() -> NSManagedObject {
        let place = PendingObject.place
        place.pointee = PendingObject(self)
        defer {
            // A class whose initializer names another entity did not take the facts.
            if place.pointee.family != nil { place.pointee.id?.release() }
            place.pointee.family = nil
        }
        return withExtendedLifetime(self) {
            family.binding.objectClass.init(entity: family.binding.entity, insertInto: nil)
        }
    }
}

extension NSManagedObject {
    /// The facts for the object that this thread initializes now.
    @inline(__always) static func nextOrigin(_ entity: NSEntityDescription) -> PendingObject {
        PendingObject.next(entity)
    }
}

/// Makes faults of one family; looks up the shared facts once.
struct FaultMaker {
    private let family: ObjectFamily
    private let place = PendingObject.place
    private let objectClass: NSManagedObject.Type
    private let entity: NSEntityDescription

    init(_ family: ObjectFamily) {
        self.family = family
        objectClass = family.binding.objectClass
        entity = family.binding.entity
    }

    /// Makes the fault with a number; call it only on the thread that made the maker.
    @inline(__always) func fault(_ number: Int64) -> NSManagedObject {
        place.pointee = PendingObject(faultOf: family, number)
        let object = objectClass.init(entity: entity, insertInto: nil)
        // A class whose initializer names another entity did not take the facts.
        place.pointee.family = nil
        return object
    }
}

/// The facts for the initializer of this thread's next object.
///
/// The reference to the family is not counted, because making a fault is the hottest work of a fetch. The code that makes
/// an object holds its family until the object is made.
struct PendingObject {
    /// The family; nil when no object waits.
    fileprivate(set) var family: Unmanaged<ObjectFamily>?
    /// The ID; counted, unlike the family: the new object takes it over.
    let id: Unmanaged<NSManagedObjectID>?
    let number: Int64
    let isFault: Bool

    fileprivate init(_ origin: ObjectOrigin) {
        family = Unmanaged.passUnretained(origin.family)
        id = origin.id.map { Unmanaged.passRetained($0) }
        number = origin.number
        isFault = origin.isFault
    }

    @inline(__always) fileprivate init(faultOf family: ObjectFamily, _ number: Int64) {
        self.family = Unmanaged.passUnretained(family)
        id = nil
        self.number = number
        isFault = true
    }

    private init() { (family, id, number, isFault) = (nil, nil, 0, false) }

    /// The facts for the object that this thread initializes now: the waiting ones, or those of a new object.
    @inline(__always) static func next(_ entity: NSEntityDescription) -> PendingObject {
        let place = place
        let waiting = place.pointee
        if let family = waiting.family, family._withUnsafeGuaranteedRef({ $0.binding.entity === entity }) {
            place.pointee.family = nil
            return waiting
        }
        return new(entity)
    }

    @inline(never) private static func new(_ entity: NSEntityDescription) -> PendingObject {
        let id = TemporaryObjectID(entity: entity)
        // The entity's binding owns the family.
        return PendingObject(
            ObjectOrigin(
                family: EntityBinding.of(entity).strangers, number: id.key.number, id: id, isFault: false))
    }

    // The memory is freed when the thread ends.
    private static let local = ThreadLocal { free($0) }

    /// The memory of this thread's pending object.
    @inline(__always) static var place: UnsafeMutablePointer<PendingObject> {
        if let place = local.pointer { return place.assumingMemoryBound(to: PendingObject.self) }
        return makePlace()
    }

    @inline(never) private static func makePlace() -> UnsafeMutablePointer<PendingObject> {
        let place = UnsafeMutablePointer<PendingObject>.allocate(capacity: 1)
        place.initialize(to: PendingObject())
        local.pointer = UnsafeMutableRawPointer(place)
        return place
    }
}
