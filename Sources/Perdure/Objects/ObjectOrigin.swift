// SPDX-License-Identifier: Apache-2.0
// How an object of a user's class is made through the one initializer that every class has: what the context knows
// waits here, per thread, until NSManagedObject.init asks for it.

import Foundation

/// What an object's initializer needs to know.
struct ObjectOrigin {
    let family: ObjectFamily
    let number: Int64
    /// nil where it is made when somebody asks.
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
            // A class whose initializer names another entity has left it there.
            if place.pointee.family != nil { place.pointee.id?.release() }
            place.pointee.family = nil
        }
        return withExtendedLifetime(self) {
            family.binding.objectClass.init(entity: family.binding.entity, insertInto: nil)
        }
    }
}

/// Makes the faults of one family, one after the other: what they share is looked up once.
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

    /// Makes the fault with a number; to be called on the thread that made the maker.
    @inline(__always) func fault(_ number: Int64) -> NSManagedObject {
        place.pointee = PendingObject(faultOf: family, number)
        let object = objectClass.init(entity: entity, insertInto: nil)
        // A class whose initializer names another entity has left it there.
        place.pointee.family = nil
        return object
    }
}

/// What the initializer of the next object is to know, in a place of its thread.
///
/// References to families are not counted here, because making a fault is the hottest work of a fetch: whoever lets
/// something wait holds its family until the object is made.
struct PendingObject {
    /// nil when nothing waits.
    fileprivate(set) var family: Unmanaged<ObjectFamily>?
    /// Counted, unlike the family: the object that is made takes it over.
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

    /// What the object that is being initialized on this thread is: what waits, or a new one.
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

    // Freed by the destructor with its thread.
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key) { free($0) }
        return key
    }()

    /// The thread's place.
    @inline(__always) static var place: UnsafeMutablePointer<PendingObject> {
        if let place = pthread_getspecific(key) { return place.assumingMemoryBound(to: PendingObject.self) }
        return makePlace()
    }

    @inline(never) private static func makePlace() -> UnsafeMutablePointer<PendingObject> {
        let place = UnsafeMutablePointer<PendingObject>.allocate(capacity: 1)
        place.initialize(to: PendingObject())
        pthread_setspecific(key, place)
        return place
    }
}
