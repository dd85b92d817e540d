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

    /// The origin of the object that is being initialized on this thread: what waits, or a new object's own.
    @inline(__always) static func current(for entity: NSEntityDescription) -> ObjectOrigin {
        PendingObject.take(entity) ?? new(entity)
    }

    @inline(never) private static func new(_ entity: NSEntityDescription) -> ObjectOrigin {
        let id = TemporaryObjectID(entity: entity)
        return ObjectOrigin(
            family: EntityBinding.of(entity).strangers, number: id.key.number, id: id, isFault: false)
    }

    /// Makes the object with this origin.
    func makeObject() -> NSManagedObject {
        let place = PendingObject.place
        place.pointee = PendingObject(self)
        defer { place.pointee.family = nil }
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
        // Who takes it says so; a class that never calls its superclass's initializer does not exist.
        return objectClass.init(entity: entity, insertInto: nil)
    }
}

/// What the initializer of the next object is to know, in a place of its thread.
///
/// References are not counted here, because making a fault is the hottest work of a fetch: whoever lets something wait
/// holds it until the object is made.
private struct PendingObject {
    /// nil when nothing waits.
    var family: Unmanaged<ObjectFamily>?
    private let id: Unmanaged<NSManagedObjectID>?
    private let number: Int64
    private let isFault: Bool

    init(_ origin: ObjectOrigin) {
        family = Unmanaged.passUnretained(origin.family)
        id = origin.id.map { Unmanaged.passUnretained($0) }
        number = origin.number
        isFault = origin.isFault
    }

    @inline(__always) init(faultOf family: ObjectFamily, _ number: Int64) {
        self.family = Unmanaged.passUnretained(family)
        id = nil
        self.number = number
        isFault = true
    }

    private init() { (family, id, number, isFault) = (nil, nil, 0, false) }

    /// Gives what waits for an object of an entity.
    @inline(__always) static func take(_ entity: NSEntityDescription) -> ObjectOrigin? {
        let place = place
        let waiting = place.pointee
        guard let family = waiting.family,
            family._withUnsafeGuaranteedRef({ $0.binding.entity === entity })
        else { return nil }
        place.pointee.family = nil
        return ObjectOrigin(
            family: family.takeUnretainedValue(), number: waiting.number,
            id: waiting.id?.takeUnretainedValue(), isFault: waiting.isFault)
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
