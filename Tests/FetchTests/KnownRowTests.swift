// SPDX-License-Identifier: Apache-2.0
// Faults that take the rows that a store's cache knows: when they ask the context first.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Faults and known rows")
struct KnownRowTests {
    /// A context that computes how old rows may be.
    private final class ImpatientContext: NSManagedObjectContext, @unchecked Sendable {
        var isImpatient = false

        override var stalenessInterval: TimeInterval {
            get { isImpatient ? 0 : -1 }
            set {}
        }
    }

    @Test("FET-123 a context class that computes its stalenessInterval is asked for each fault")
    func computedInterval() throws {
        let shop = try BatchSizeTests.filled(5)
        let context = ImpatientContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = shop.stack.coordinator
        let found = try context.fetch(BatchSizeTests.request(0))
        try shop.expect(statements: 0) { _ = found[0].text("name") }
        context.isImpatient = true
        try shop.expect(statements: 4) { for object in found { _ = object.text("name") } }
        context.isImpatient = false
        context.refreshAllObjects()
        try shop.expect(statements: 0) { for object in found { _ = object.text("name") } }
    }

    @Test("a fault whose context is gone reads as nil, although the store's cache knows its row")
    func contextGone() throws {
        let shop = try BatchSizeTests.filled(3)
        var found: [NSManagedObject] = []
        do {
            let context = shop.stack.context()
            found = try context.fetch(BatchSizeTests.request(0))
            #expect(found[0].text("name") == "c0")
        }
        #expect(found[1].text("name") == nil && found[1].isFault)
    }

    @Test("a context that moves to a pinned generation, and back, fills faults with the rows of each")
    func pinned() throws {
        let shop = try BatchSizeTests.filled(3)
        let context = shop.stack.context()
        try context.setQueryGenerationFrom(.current)
        let found = try context.fetch(BatchSizeTests.request(0))
        let other = shop.stack.context()
        for object in try other.fetch(BatchSizeTests.request(0)) { object.setValue("new", forKey: "name") }
        try other.save()
        #expect(found[0].text("name") == "c0")
        try context.setQueryGenerationFrom(nil)
        context.refreshAllObjects()
        #expect(found.map { $0.text("name") } == ["new", "new", "new"])
    }
}
