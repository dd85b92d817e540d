// SPDX-License-Identifier: Apache-2.0
// The end of objects that only other objects have held. Each lets go of the next one, and on the stack a long chain of
// them would not have room: here they wait for each other (PRG-36).

import Foundation

/// Lets go of what the slots of ended objects hold, one object after the other, however long their chain is.
enum ReleaseQueue {
    // The value of the key is the address of the list that the outermost `release` of this thread has on its stack.
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    /// Gives slots back that nobody uses any more; within another call of the same thread, soon.
    static func release(_ slots: SlotStorage) {
        if let waiting = pthread_getspecific(key) {
            // Set below, to a list that lives until it is empty.
            return waiting.assumingMemoryBound(to: [SlotStorage].self).pointee.append(slots)
        }
        var waiting: [SlotStorage] = []
        withUnsafeMutablePointer(to: &waiting) { waiting in
            pthread_setspecific(key, waiting)
            slots.deallocate()
            while let next = waiting.pointee.popLast() { next.deallocate() }
            pthread_setspecific(key, nil)
        }
    }
}

extension SlotStorage {
    /// Gives the memory back at the end of its object.
    @inline(__always) func release() {
        // A row refers to keys only, never to objects.
        if ownsSlots { ReleaseQueue.release(self) } else { deallocate() }
    }
}
