// SPDX-License-Identifier: Apache-2.0
// Objects that live as long as a managed object has its values; and a cache with an observer, as written by hand.

import Foundation
import Perdure
import PerdureTestSupport
import Synchronization
import Testing

/// Ends an observation when it is freed.
private final class Token {
    static let living = Mutex(0)
    private let token: any NSObjectProtocol

    init(_ context: NSManagedObjectContext, _ handler: @escaping @Sendable (Notification) -> Void) {
        token = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil, using: handler)
        Self.living.withLock { $0 += 1 }
    }

    deinit {
        NotificationCenter.default.removeObserver(token)
        Self.living.withLock { $0 -= 1 }
    }
}

/// Observes its context while it is no fault.
final class ObservingClient: NSManagedObject {
    private(set) var cache: [NSManagedObject]?
    private(set) var fetchCount = 0
    private(set) var callCount = 0

    var domains: [NSManagedObject] {
        willAccessValue(forKey: "expiringDomains")
        defer { didAccessValue(forKey: "expiringDomains") }
        if let cache { return cache }
        fetchCount += 1
        let found = (try? managedObjectContext?.all("Domain")) ?? []
        cache = found
        return found
    }

    private func observe() {
        cache = nil
        guard let managedObjectContext else { return }
        // The notification comes on the context's queue, where this object may be used.
        nonisolated(unsafe) let drop = { [weak self] (objects: Set<NSManagedObject>) in
            self?.callCount += 1
            if objects.contains(where: { $0.entity.name == "Domain" }) { self?.cache = nil }
        }
        let token = Token(managedObjectContext) { note in
            let keys = [NSInsertedObjectsKey, NSUpdatedObjectsKey, NSDeletedObjectsKey]
            drop(keys.reduce(into: []) { $0.formUnion(note.userInfo?[$1] as? Set<NSManagedObject> ?? []) })
        }
        keepWhileRealized(token, forKey: "domains")
    }

    override func awakeFromFetch() {
        super.awakeFromFetch()
        observe()
    }

    override func awakeFromInsert() {
        super.awakeFromInsert()
        observe()
    }
}

@Suite("Companions", .serialized)
struct CompanionTests {
    @Test(
        "TRN-152 TRN-153 TRN-156 TRN-157 one observer per object, however often it is fetched; none for a fault",
        arguments: Stack.Kind.allCases)
    func observer(_ kind: Stack.Kind) throws {
        let stack = try PatternStack(kind, ["Client": ObservingClient.self])
        let client = try stack.saved("Client", as: ObservingClient.self)
        #expect(Token.living.withLock { $0 } == 1)
        #expect(client.domains.isEmpty)
        let domain = stack.a.insert("Domain")
        stack.a.processPendingChanges()
        #expect(client.domains == [domain])
        try stack.a.save()
        for _ in 1...3 {
            stack.a.refresh(client, mergeChanges: false)
            #expect(Token.living.withLock { $0 } == 0)
            stack.a.processPendingChanges()
            #expect(client.domains == [domain])
            #expect(Token.living.withLock { $0 } == 1)
        }
        let calls = client.callCount
        domain.setValue("x", forKey: "host")
        stack.a.processPendingChanges()
        #expect(client.callCount == calls + 1)
    }

    @Test("TRN-156 a token does not outlive its object", arguments: Stack.Kind.allCases)
    func freed(_ kind: Stack.Kind) throws {
        let stack = try PatternStack(kind, ["Client": ObservingClient.self])
        let id = try stack.saved("Client").objectID
        stack.a.reset()
        do {
            let client = try stack.b.existingObject(with: id)
            #expect(client.companion(forKey: "domains") is Token)
            #expect(Token.living.withLock { $0 } == 1)
        }
        #expect(Token.living.withLock { $0 } == 0)
    }

    @Test(
        "TRN-156 a companion stays through saving and rollback, goes with refreshing, and can be replaced",
        arguments: Stack.Kind.allCases)
    func life(_ kind: Stack.Kind) throws {
        let stack = try PatternStack(kind)
        let person = try stack.new("Person")
        let first = NSObject()
        person.keepWhileRealized(first, forKey: "key")
        try stack.a.save()
        person.setValue("Ada", forKey: "firstName")
        stack.a.rollback()
        #expect(person.companion(forKey: "key") === first)
        #expect(person.companion(forKey: "other") == nil)
        person.keepWhileRealized(nil, forKey: "key")
        #expect(person.companion(forKey: "key") == nil)
        person.keepWhileRealized(first, forKey: "key")
        stack.a.refresh(person, mergeChanges: true)
        #expect(person.companion(forKey: "key") == nil)
        stack.a.refresh(person, mergeChanges: false)
        person.keepWhileRealized(first, forKey: "key")
        #expect(!person.isFault)
        #expect(person.companion(forKey: "key") === first)
    }
}
