// SPDX-License-Identifier: Apache-2.0
// Releases objects that only other objects have held. Each object releases the next one. A long chain would overflow the
// stack, so the objects wait in a list (PRG-36).

import PerdureBase

/// Releases the values of ended objects, one object after the other, however long their chain is.
enum ReleaseQueue {
    // The thread's value is the address of the list on the stack of its outermost `release`.
    private static let local = ThreadLocal()

    /// Frees slots that are no longer used; a nested call on the same thread only puts them on the list.
    static func release(_ slots: SlotStorage) {
        if let waiting = local.pointer {
            // The code below sets it to a list that lives until the list is empty.
            return waiting.assumingMemoryBound(to: [SlotStorage].self).pointee.append(slots)
        }
        var waiting: [SlotStorage] = []
        withUnsafeMutablePointer(to: &waiting) { waiting in
            local.pointer = UnsafeMutableRawPointer(waiting)
            slots.deallocate()
            while let next = waiting.pointee.popLast() { next.deallocate() }
            local.pointer = nil
        }
    }
}

extension SlotStorage {
    /// Frees the memory at the end of its object.
    @inline(__always) func release() {
        // A row refers to keys only, never to objects.
        if ownsSlots { ReleaseQueue.release(self) } else { deallocate() }
    }
}
