// SPDX-License-Identifier: Apache-2.0
// Who an object is: its number in its family's store. The public ID is made when somebody asks for it, because few of
// the objects of a large fetch are ever asked.

import CSwiftRuntime
import Foundation
import PerdureStore
import Synchronization

extension NSManagedObject {
    final var binding: EntityBinding {
        @inline(__always) get { family.binding }
        // The object was made for a super entity of its own.
        set { move(to: newValue, in: origin, link) }
    }

    /// The way to the object's context; nil for an object of none.
    final var link: ContextLink? {
        @inline(__always) get { family.link }
        set {
            if let newValue { return move(to: binding, in: origin, newValue) }
            if link != nil { family = family.leavers }
        }
    }

    /// The store of the object; nil while none is assigned.
    final var origin: ObjectIDOrigin? {
        @inline(__always) get { family.origin }
    }

    /// The object's key in its store.
    final var key: ObjectKey { family.key(number) }

    /// The ID, for any thread.
    final var sharedID: NSManagedObjectID {
        knownID.getAnywhere { NSManagedObjectID(key: key, origin: origin) }
    }

    /// The ID, for the queue of the object's context: nobody else gives the object another one.
    final var id: NSManagedObjectID {
        get { knownID.get { NSManagedObjectID(key: key, origin: origin) } }
        set {
            number = newValue.key.number
            if origin !== newValue.origin { move(to: binding, in: newValue.origin, link) }
            knownID.set(newValue)
        }
    }

    /// Takes another ID, in a context that knows the family for it.
    final func take(_ id: NSManagedObjectID, _ family: ObjectFamily) {
        number = id.key.number
        if self.family !== family { self.family = family }
        knownID.set(id)
    }

    private func move(to binding: EntityBinding, in origin: ObjectIDOrigin?, _ link: ContextLink?) {
        family = link?.sink?.family(binding, in: origin) ?? ObjectFamily(binding, in: origin, link)
    }
}

/// An object's ID, made at the first question.
///
/// IDs may be asked for on any thread, unlike everything else of an object: whoever comes first, his is the ID. The queue
/// of the object's context, which alone replaces it, reads it plainly. Other threads mark the word while they retain the
/// ID, so that it is not released under them.
struct KnownID: ~Copyable {
    /// The address of an ID, retained; 0 while nobody has asked.
    ///
    /// The lowest bit is set while another thread retains it.
    private let word: Atomic<UInt>

    private static let mark: UInt = 1

    /// Takes over an ID that is counted already.
    @inline(__always) init(_ id: Unmanaged<NSManagedObjectID>?) {
        word = Atomic(id.map { UInt(bitPattern: $0.toOpaque()) } ?? 0)
    }

    private static func retaining(_ id: NSManagedObjectID) -> UInt {
        UInt(bitPattern: retained(Unmanaged.passUnretained(id)).toOpaque())
    }

    /// Retains an ID before anything that comes later.
    ///
    /// An optimizer moves a plain retain behind the store that lets other threads at the word, where the ID may be gone.
    /// This call it does not know, and the result comes from it.
    private static func retained(_ id: Unmanaged<NSManagedObjectID>) -> Unmanaged<NSManagedObjectID> {
        // Never nil: the caller keeps the ID, or its mark does.
        swift_tryRetain(id.toOpaque()).map { Unmanaged.fromOpaque($0) } ?? id
    }

    private static func id(_ word: UInt) -> Unmanaged<NSManagedObjectID>? {
        UnsafeRawPointer(bitPattern: word & ~mark).map { Unmanaged.fromOpaque($0) }
    }

    /// The ID; made by the body if there is none.
    ///
    /// To be called where nobody replaces it meanwhile.
    borrowing func get(_ make: () -> NSManagedObjectID) -> NSManagedObjectID {
        if let id = Self.id(word.load(ordering: .acquiring)) { return id.takeUnretainedValue() }
        let made = make()
        return Self.id(publish(made))?.takeUnretainedValue() ?? made
    }

    /// Makes an ID the object's if there is none.
    ///
    /// - Returns: the word that was there before, 0 when there was none.
    private borrowing func publish(_ made: NSManagedObjectID) -> UInt {
        let (isFirst, present) = word.compareExchange(
            expected: 0, desired: Self.retaining(made), ordering: .acquiringAndReleasing)
        if !isFirst { Unmanaged.passUnretained(made).release() }
        return present
    }

    /// The ID as `get` gives it, on any thread, also while the context replaces it.
    borrowing func getAnywhere(_ make: () -> NSManagedObjectID) -> NSManagedObjectID {
        while true {
            let present = word.load(ordering: .acquiring)
            guard let id = Self.id(present) else {
                // Whoever comes first has published it: it is read like any other.
                _ = publish(make())
                continue
            }
            guard exchangeUnmarked(present, for: present | Self.mark) else { continue }
            // Retained before the mark goes.
            let found = Self.retained(id)
            word.store(present, ordering: .releasing)
            return found.takeRetainedValue()
        }
    }

    /// Takes another ID; to be called on the queue of the object's context.
    borrowing func set(_ id: NSManagedObjectID) {
        let new = Self.retaining(id)
        while true {
            let present = word.load(ordering: .acquiring)
            if exchangeUnmarked(present, for: new) {
                Self.id(present)?.release()
                return
            }
        }
    }

    /// Puts a word in the place of another one; not while a thread has marked it, which takes a moment only.
    private borrowing func exchangeUnmarked(_ present: UInt, for new: UInt) -> Bool {
        if present & Self.mark != 0 {
            sched_yield()
            return false
        }
        return word.compareExchange(expected: present, desired: new, ordering: .acquiringAndReleasing)
            .exchanged
    }

    /// Lets go of the ID; called by the object's deinit.
    borrowing func release() { Self.id(word.load(ordering: .acquiring))?.release() }
}
