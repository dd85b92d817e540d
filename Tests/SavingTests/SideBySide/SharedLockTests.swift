// SPDX-License-Identifier: Apache-2.0
// The two modes of the coordinator's locks.

import Foundation
import Testing

@testable import Perdure

@Suite("Saves side by side: the lock") struct SharedLockTests {
    private let lock = SharedLock()

    /// Runs a body on a thread of its own, and waits for it.
    private func elsewhere<T>(_ body: @escaping @Sendable () -> T) -> T {
        let answer = Lock<T?>(nil)
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            answer.withLock { $0 = body() }
            done.signal()
        }
        done.wait()
        // Set before the signal.
        return answer.withLock { $0! }
    }

    private func couldBeTakenElsewhere() -> Bool {
        elsewhere { [lock] in
            let isFree = lock.tryLock()
            if isFree { lock.unlock() }
            return isFree
        }
    }

    @Test("one that is held alone or shared cannot be taken alone by another thread; afterwards it can")
    func excluding() {
        #expect(couldBeTakenElsewhere())
        lock.alone { #expect(!couldBeTakenElsewhere()) }
        lock.shared { #expect(!couldBeTakenElsewhere()) }
        #expect(couldBeTakenElsewhere())
    }

    @Test("several threads share it at the same time")
    func sharing() {
        let met = lock.shared { elsewhere { [lock] in lock.shared { true } } }
        #expect(met)
    }

    @Test("the thread that has it alone takes it again in either mode, and gives it back as often")
    func reentering() {
        lock.alone {
            lock.shared { lock.alone { #expect(lock.isHeldExclusively) } }
            #expect(lock.isHeldExclusively && !couldBeTakenElsewhere())
        }
        #expect(couldBeTakenElsewhere())
    }

    @Test("a thread that shares it may share it again while another waits to have it alone")
    func sharingAgain() {
        let isOver = DispatchSemaphore(value: 0)
        lock.shared {
            Thread.detachNewThread { [lock] in
                lock.alone {}
                isOver.signal()
            }
            while !lock.hasWaiters { sched_yield() }
            lock.shared { #expect(!lock.isHeldExclusively) }
        }
        isOver.wait()
        #expect(couldBeTakenElsewhere())
    }

    @Test("an error in a body gives the lock back")
    func throwing() {
        struct Failure: Error {}
        #expect(throws: Failure.self) { try lock.alone { throw Failure() } }
        #expect(throws: Failure.self) { try lock.shared { throw Failure() } }
        #expect(couldBeTakenElsewhere())
    }
}
