// SPDX-License-Identifier: Apache-2.0
// SC-43 and SC-44: parents, children, and what goes from one to the other.

import CoreData
import Foundation
import PerdureTestSupport
import Testing

@Suite struct NestingScenarios {
    private func child(of parent: NSManagedObjectContext) -> NSManagedObjectContext {
        let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        child.parent = parent
        return child
    }

    @Test("SC-43 parent, child and transients", arguments: Stack.Kind.allCases)
    func transients(_ kind: Stack.Kind) throws {
        let scenario = try Scenario(kind)
        let parent = scenario.a
        let child = child(of: parent)
        let id = try {
            let card = child.insert("Card", ["title": "Ace", "visible": false])
            try child.save()
            return card.objectID
        }()
        let above = try #require(parent.registeredObject(for: id))
        #expect(above.value(forKey: "visible") as? Bool == false && parent.hasChanges)
        try parent.save()
        let card = try #require(child.all("Card").first)
        #expect(card.objectID == above.objectID && card.value(forKey: "visible") as? Bool == true)
        #expect(above.value(forKey: "visible") as? Bool == false)
        card.setValue(false, forKey: "visible")
        try child.save()
        #expect(above.value(forKey: "visible") as? Bool == false)
        #expect(parent.hasChanges && !above.hasPersistentChangedValues)
    }

    @Test("SC-44 child insert IDs", arguments: Stack.Kind.allCases)
    func identifiers(_ kind: Stack.Kind) throws {
        let scenario = try Scenario(kind)
        let parent = scenario.a
        let child = child(of: parent)
        // Posted on the test's own thread.
        nonisolated(unsafe) var ids: Set<NSManagedObjectID>?
        let token = NotificationCenter.default.addObserver(
            forName: NSManagedObjectContext.didSaveObjectIDsNotification, object: child, queue: nil
        ) { ids = $0.userInfo?[NSInsertedObjectIDsKey] as? Set<NSManagedObjectID> }
        defer { NotificationCenter.default.removeObserver(token) }
        let person = child.insert("Person", ["firstName": "Ada"])
        try child.save()
        #expect(ids == [person.objectID] && person.objectID.isTemporaryID)
        let above = try #require(parent.registeredObject(for: person.objectID))
        try parent.save()
        #expect(!above.objectID.isTemporaryID)
        #expect(try scenario.b.all("Person").map(\.objectID) == [above.objectID])
    }
}
