// SPDX-License-Identifier: Apache-2.0
// The kinds of queues, as numbers that programs may have stored.

import Perdure
import Testing

@Suite("Kinds of queues")
struct QueueTypeTests {
    @Test("CTX-15 the types have Apple's numbers")
    func numbers() {
        #expect(NSManagedObjectContextConcurrencyType(rawValue: 1) == .privateQueueConcurrencyType)
        #expect(NSManagedObjectContextConcurrencyType(rawValue: 2) == .mainQueueConcurrencyType)
        #expect(NSManagedObjectContextConcurrencyType(rawValue: 0) != nil)
        #expect(NSManagedObjectContextConcurrencyType(rawValue: 3) == nil)
    }

    @Test("CTX-15 a context says which type it has")
    func types() {
        let type = NSManagedObjectContext.ConcurrencyType.privateQueue
        #expect(NSManagedObjectContext(type).concurrencyType == type.rawValue)
        #expect(NSManagedObjectContext(.mainQueue).concurrencyType == .mainQueueConcurrencyType)
    }
}
