// SPDX-License-Identifier: Apache-2.0
// The IDs of new objects, and the permanent IDs that take their places. A save asks each new object for it several times, so
// nothing is locked here.

import Foundation
import PerdureModel
import PerdureStore
import Synchronization

/// The ID of an object that was never saved; it holds its entity, because it may have no store.
final class TemporaryObjectID: NSManagedObjectID, @unchecked Sendable {
    // Sendable because entities of a frozen model never change, and the successor is atomic.
    private let knownEntity: NSEntityDescription
    private static let counter = Atomic<Int64>(0)
    private static let successions = Atomic<Int>(0)
    private let successor = IDSuccessor()
    /// The same object's ID before a store was assigned; children may still use it.
    private let former: TemporaryObjectID?

    /// Makes an ID with a number that no other object of this process has.
    ///
    /// - Parameters:
    ///   - entity: the object's entity.
    ///   - namespace: the store that the object is assigned to, if any.
    convenience init(entity: NSEntityDescription, namespace: ObjectIDNamespace? = nil) {
        let number = Self.counter.subtract(1, ordering: .relaxed).newValue
        self.init(entity: entity, number: number, namespace: namespace)
    }

    init(
        entity: NSEntityDescription, number: Int64, namespace: ObjectIDNamespace?,
        former: TemporaryObjectID? = nil
    ) {
        knownEntity = entity
        self.former = former
        // A temporary number is unique in the process, so the entity numbers are not needed.
        super.init(key: ObjectKey(entity: 0, root: 0, number: number), namespace: namespace)
    }

    override var entity: NSEntityDescription { knownEntity }
    override var permanent: NSManagedObjectID? { successor.id }
    override var permanentSuccessor: NSManagedObjectID? { successor.borneID }

    /// How many temporary IDs were replaced in this process; when it grows, children look for their objects again.
    static var successionCount: Int { successions.load(ordering: .acquiring) }

    /// Chooses the ID that takes this one's place; the save that chose it may still fail.
    func become(_ id: NSManagedObjectID) { successor.set(id, isBorne: false) }

    /// Notes that the object has its permanent ID from now on.
    func succeed(by id: NSManagedObjectID) {
        let isNew = !successor.set(id, isBorne: true)
        former?.succeed(by: id)
        if isNew { Self.successions.add(1, ordering: .releasing) }
    }

    /// The same temporary object, now assigned to a store.
    func assigned(to namespace: ObjectIDNamespace) -> TemporaryObjectID {
        TemporaryObjectID(entity: knownEntity, number: key.number, namespace: namespace, former: self)
    }
}

/// The permanent ID of a new object, as far as it is known: any thread may read it at any time.
///
/// An ID that another one replaced, after a failed save, stays until this goes: a reader may be about to retain it.
private struct IDSuccessor: ~Copyable {
    /// The address of the retained ID; its lowest bit says whether the object has this ID by now.
    private let word = Atomic<UInt>(0)
    private let replaced = OnceReference()

    private static let borne: UInt = 1

    var id: NSManagedObjectID? { Self.reference(word.load(ordering: .acquiring))?.takeUnretainedValue() }

    /// The ID, if the object has it by now.
    var borneID: NSManagedObjectID? {
        let word = word.load(ordering: .acquiring)
        return word & Self.borne == 0 ? nil : Self.reference(word)?.takeUnretainedValue()
    }

    private static func reference(_ word: UInt) -> Unmanaged<NSManagedObjectID>? {
        UnsafeRawPointer(bitPattern: word & ~borne).map { Unmanaged.fromOpaque($0) }
    }

    /// Replaces the ID.
    ///
    /// - Parameters:
    ///   - id: the new ID.
    ///   - isBorne: whether the object has the ID now; an object that had one has this one too.
    /// - Returns: whether the object had the former ID.
    @discardableResult
    borrowing func set(_ id: NSManagedObjectID, isBorne: Bool) -> Bool {
        let address = UInt(bitPattern: Unmanaged.passRetained(id).toOpaque())
        var former = word.load(ordering: .acquiring)
        while true {
            let new = address | (isBorne ? Self.borne : former & Self.borne)
            let result = word.weakCompareExchange(
                expected: former, desired: new, ordering: .acquiringAndReleasing)
            former = result.original
            if result.exchanged { break }
        }
        if let reference = Self.reference(former) { drop(reference, for: id) }
        return former & Self.borne != 0
    }

    private borrowing func drop(_ reference: Unmanaged<NSManagedObjectID>, for id: NSManagedObjectID) {
        // The ID itself was retained once more.
        if reference.toOpaque() == Unmanaged.passUnretained(id).toOpaque() { return reference.release() }
        (replaced.load(as: ReplacedIDs.self) ?? replaced.storeIfNil(ReplacedIDs())).add(reference)
    }

    deinit {
        Self.reference(word.load(ordering: .acquiring))?.release()
    }
}

/// IDs that saves chose and that were replaced.
private final class ReplacedIDs: Sendable {
    private let ids = Lock<[NSManagedObjectID]>([])

    /// Takes over a retained ID.
    func add(_ id: Unmanaged<NSManagedObjectID>) {
        let id = id.takeRetainedValue()
        ids.withLock { $0.append(id) }
    }
}
