// SPDX-License-Identifier: Apache-2.0
// The place of an object's public ID. It is made on demand, because programs ask few of the objects of a large fetch for
// it.

import CSwiftRuntime
import Foundation
import Synchronization

/// An object's ID, made when it is first asked for.
///
/// Any thread may ask for the ID, unlike everything else of an object. The first thread that asks makes it. Only the
/// queue of the object's context replaces the ID, so this queue reads it plainly. Other threads mark the word while they
/// retain the ID, so that the queue does not release it under them.
struct LazyObjectID: ~Copyable {
    /// The address of the retained ID; 0 before the ID is made.
    ///
    /// The lowest bit is set while another thread retains the ID.
    private let word: Atomic<UInt>

    private static let mark: UInt = 1

    /// Takes over an ID that the caller has retained.
    @inline(__always) init(_ id: Unmanaged<NSManagedObjectID>?) {
        word = Atomic(id.map { UInt(bitPattern: $0.toOpaque()) } ?? 0)
    }

    private static func retaining(_ id: NSManagedObjectID) -> UInt {
        UInt(bitPattern: retained(Unmanaged.passUnretained(id)).toOpaque())
    }

    /// Retains an ID; the compiler cannot move this retain.
    ///
    /// The optimizer may move a plain retain behind the store that unmarks the word, when the ID may be gone. It knows
    /// nothing about this call, and the result comes from the call.
    private static func retained(_ id: Unmanaged<NSManagedObjectID>) -> Unmanaged<NSManagedObjectID> {
        // Never nil: the caller or its mark keeps the ID alive.
        swift_tryRetain(id.toOpaque()).map { Unmanaged.fromOpaque($0) } ?? id
    }

    private static func id(_ word: UInt) -> Unmanaged<NSManagedObjectID>? {
        UnsafeRawPointer(bitPattern: word & ~mark).map { Unmanaged.fromOpaque($0) }
    }

    /// The ID; the closure makes it if there is none.
    ///
    /// Call it only where no other code replaces the ID meanwhile.
    borrowing func get(_ make: () -> NSManagedObjectID) -> NSManagedObjectID {
        if let id = Self.id(word.load(ordering: .acquiring)) { return id.takeUnretainedValue() }
        let made = make()
        return Self.id(publish(made))?.takeUnretainedValue() ?? made
    }

    /// Publishes an ID, if the object has none.
    ///
    /// - Returns: the word before the call; 0 when the object had no ID.
    private borrowing func publish(_ made: NSManagedObjectID) -> UInt {
        let (isFirst, present) = word.compareExchange(
            expected: 0, desired: Self.retaining(made), ordering: .acquiringAndReleasing)
        if !isFirst { Unmanaged.passUnretained(made).release() }
        return present
    }

    /// The same ID as from `get`, on any thread, also while the context replaces it.
    borrowing func getAnywhere(_ make: () -> NSManagedObjectID) -> NSManagedObjectID {
        while true {
            let present = word.load(ordering: .acquiring)
            guard let id = Self.id(present) else {
                // One thread has published its ID. The loop reads it like any other.
                _ = publish(make())
                continue
            }
            guard exchangeUnmarked(present, for: present | Self.mark) else { continue }
            // The ID must be retained before the mark goes.
            let found = Self.retained(id)
            word.store(present, ordering: .releasing)
            return found.takeRetainedValue()
        }
    }

    /// Replaces the ID; call it only on the queue of the object's context.
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

    /// Replaces the word; false while another thread has marked it, which takes a moment only.
    private borrowing func exchangeUnmarked(_ present: UInt, for new: UInt) -> Bool {
        if present & Self.mark != 0 {
            sched_yield()
            return false
        }
        return word.compareExchange(expected: present, desired: new, ordering: .acquiringAndReleasing)
            .exchanged
    }

    /// Asks the processor for the memory of the ID.
    @inline(__always) borrowing func prefetch() {
        perdure_prefetch(UnsafeRawPointer(bitPattern: word.load(ordering: .relaxed) & ~Self.mark))
    }

    /// Releases the ID; called by the object's deinit.
    borrowing func release() { Self.id(word.load(ordering: .acquiring))?.release() }
}
