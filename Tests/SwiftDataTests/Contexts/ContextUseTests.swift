// SPDX-License-Identifier: Apache-2.0
// Two threads in one context.

import PerdureTestSupport
import SwiftData
import Testing

@Suite struct ContextUseTests {
    /// Uses a context while a transaction of another thread is at it.
    private static func collide(_ use: (ModelContext) throws -> Void) throws {
        let context = try Library.context()
        let (begun, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let reference = Reference(context: context)
        Thread.detachNewThread {
            try? reference.context.transaction {
                begun.signal()
                end.wait()
            }
        }
        begun.wait()
        try use(context)
        end.signal()
    }

    private struct Reference: @unchecked Sendable {
        // Sendable although it is not: that is what the test is about.
        let context: ModelContext
    }

    #if DEBUG
    @Test("SD-145 a fetch while another thread uses the context stops a debug build") func fetch() async {
        await #expect(processExitsWith: .failure) {
            try ContextUseTests.collide { _ = try $0.fetch(FetchDescriptor<Author>()) }
        }
    }

    @Test("SD-145 so does a change of a model") func change() async {
        await #expect(processExitsWith: .failure) {
            try ContextUseTests.collide { $0.insert(Author(name: "Ada")) }
        }
    }

    #endif

    @Test("SD-145 one thread after the other is allowed, and a call in a call") func turns() throws {
        let context = try Library.context()
        let reference = Reference(context: context)
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            reference.context.insert(Author(name: "Ada"))
            try? reference.context.save()
            done.signal()
        }
        done.wait()
        try context.transaction {
            let count = try context.fetchCount(FetchDescriptor<Author>())
            #expect(count == 1)
            context.processPendingChanges()
        }
    }
}
