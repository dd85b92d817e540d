// SPDX-License-Identifier: Apache-2.0
// A relationship that is a fetch: how long its result is kept.

import Foundation
import Perdure
import PerdurePatterns
import PerdureTestSupport
import Synchronization
import Testing

/// Finds its domains that expire soon.
final class FetchingClient: NSManagedObject {
    private static let expiring = FetchedMembers { (client: FetchingClient) in
        client.fetchCount += 1
        let request = NSFetchRequest<NSManagedObject>(entityName: "Domain")
        request.predicate = NSPredicate(
            format: "owner == %@ AND expires < %@", client, Date(timeIntervalSinceReferenceDate: 100))
        request.sortDescriptors = [NSSortDescriptor(key: "host", ascending: true)]
        return request
    }

    var expiringDomains: [NSManagedObject] { Self.expiring.members(of: self) }
    var hosts: [String] { expiringDomains.compactMap { $0.value(forKey: "host") as? String } }
    fileprivate(set) var fetchCount = 0
    func tryExpiringDomains() throws -> [NSManagedObject] { try Self.expiring.tryMembers(of: self) }
    func dropExpiringDomains() { Self.expiring.drop(for: self) }
}

@Suite("Fetched members")
struct FetchedMembersTests {
    private let soon = Date(timeIntervalSinceReferenceDate: 50)
    private let late = Date(timeIntervalSinceReferenceDate: 500)

    private func client(_ kind: Stack.Kind) throws -> (PatternStack, FetchingClient, [NSManagedObject]) {
        let stack = try PatternStack(kind, ["Client": FetchingClient.self])
        let client = try stack.new("Client", as: FetchingClient.self)
        let domains = ["a", "b"].map {
            stack.a.insert("Domain", ["host": $0, "expires": soon, "owner": client])
        }
        stack.a.insert("Domain", ["host": "late", "expires": late, "owner": client])
        stack.a.insert("Domain", ["host": "other", "expires": soon])
        try stack.a.save()
        return (stack, client, domains)
    }

    @Test(
        "TRN-150 TRN-151 TRN-154 TRN-160 one fetch, whose predicate names the owner, for many reads",
        arguments: Stack.Kind.allCases)
    func kept(_ kind: Stack.Kind) throws {
        let (stack, client, domains) = try client(kind)
        #expect(client.expiringDomains == domains)
        #expect(client.expiringDomains == domains)
        #expect(client.fetchCount == 1)
        #expect(!client.hasChanges && !stack.a.hasChanges)
    }

    @Test(
        "TRN-152 TRN-160 an event with an inserted, updated, deleted or refreshed domain drops the result",
        arguments: Stack.Kind.allCases)
    func dropped(_ kind: Stack.Kind) throws {
        let (stack, client, domains) = try client(kind)
        #expect(client.hosts == ["a", "b"])
        stack.a.insert("Domain", ["host": "c", "expires": soon, "owner": client])
        stack.a.processPendingChanges()
        #expect(client.hosts == ["a", "b", "c"])
        domains[0].setValue(late, forKey: "expires")
        stack.a.processPendingChanges()
        #expect(client.hosts == ["b", "c"])
        stack.a.delete(domains[1])
        stack.a.processPendingChanges()
        #expect(client.hosts == ["c"])
        stack.a.rollback()
        #expect(client.hosts == ["a", "b"])
        let count = client.fetchCount
        stack.a.refresh(domains[0], mergeChanges: true)
        stack.a.processPendingChanges()
        #expect(client.hosts == ["a", "b"])
        #expect(client.fetchCount == count + 1)
    }

    @Test(
        "TRN-160 changes of other entities keep the result; watched ones do not",
        arguments: Stack.Kind.allCases)
    func otherEntities(_ kind: Stack.Kind) throws {
        let (stack, client, domains) = try client(kind)
        let watching = FetchedMembers(watching: "Person") { (_: FetchingClient) in
            NSFetchRequest<NSManagedObject>(entityName: "Domain")
        }
        _ = client.expiringDomains
        #expect(watching.members(of: client).count == 4)
        let person = stack.a.insert("Person")
        stack.a.processPendingChanges()
        _ = client.expiringDomains
        #expect(client.fetchCount == 1)
        person.setValue("Ada", forKey: "firstName")
        stack.a.processPendingChanges()
        #expect(watching.members(of: client).contains(domains[0]))
        #expect(client.fetchCount == 1)
    }

    @Test("TRN-160 changes of a subentity count, of a sibling do not", arguments: Stack.Kind.allCases)
    func subentities(_ kind: Stack.Kind) throws {
        let stack = try PatternStack(kind)
        let owner = try stack.saved("Client")
        let counted = Mutex(0)
        let shapes = FetchedMembers { (_: NSManagedObject) in
            counted.withLock { $0 += 1 }
            return NSFetchRequest<NSManagedObject>(entityName: "Shape")
        }
        let circles = FetchedMembers { (_: NSManagedObject) in
            NSFetchRequest<NSManagedObject>(entityName: "Circle")
        }
        #expect(shapes.members(of: owner).isEmpty && circles.members(of: owner).isEmpty)
        stack.a.insert("Circle")
        stack.a.processPendingChanges()
        #expect(shapes.members(of: owner).count == 1)
        #expect(circles.members(of: owner).count == 1)
        let before = counted.withLock { $0 }
        stack.a.insert("Tag")
        stack.a.processPendingChanges()
        _ = shapes.members(of: owner)
        #expect(counted.withLock { $0 } == before)
        stack.a.insert("Shape")
        stack.a.processPendingChanges()
        #expect(shapes.members(of: owner).count == 2)
        #expect(circles.members(of: owner).count == 1)
    }

    @Test(
        "TRN-155 handlers of ObjectsDidChange fetch, and see the processed changes",
        arguments: Stack.Kind.allCases)
    func duringNotification(_ kind: Stack.Kind) throws {
        let (stack, client, _) = try client(kind)
        #expect(client.hosts == ["a", "b"])
        let seen = Mutex<[[String]]>([])
        nonisolated(unsafe) let owner = client  // Used on the thread that posts, which is this one.
        let token = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextObjectsDidChange, object: stack.a, queue: nil
        ) { _ in
            let hosts = owner.hosts
            seen.withLock { $0.append(hosts) }
        }
        defer { NotificationCenter.default.removeObserver(token) }
        stack.a.insert("Domain", ["host": "c", "expires": soon, "owner": client])
        stack.a.processPendingChanges()
        #expect(seen.withLock { $0 } == [["a", "b", "c"]])
    }

    @Test(
        "TRN-153 TRN-156 nothing is kept for a fault, and nothing keeps the owner",
        arguments: Stack.Kind.allCases)
    func faulting(_ kind: Stack.Kind) throws {
        let (stack, client, _) = try client(kind)
        _ = client.expiringDomains
        stack.a.refresh(client, mergeChanges: false)
        #expect(client.isFault)
        #expect(client.hosts == ["a", "b"])
        #expect(client.fetchCount == 2)
        let id = client.objectID
        weak var freed: NSManagedObject?
        do {
            let other = stack.stack.context()
            let twin = try #require(try other.existingObject(with: id) as? FetchingClient)
            #expect(twin.expiringDomains.count == 2)
            freed = twin
        }
        #expect(freed == nil)
    }

    @Test(
        "TRN-152 TRN-160 what another context saved counts once it is merged, also objects not known here",
        arguments: Stack.Kind.allCases)
    func merging(_ kind: Stack.Kind) throws {
        let (stack, client, domains) = try client(kind)
        #expect(client.hosts == ["a", "b"])
        let twin = try stack.twin(client, in: stack.b)
        stack.b.insert("Domain", ["host": "new", "expires": soon, "owner": twin])
        stack.b.delete(try stack.twin(domains[0], in: stack.b))
        try stack.saveBAndMerge()
        #expect(client.hosts == ["b", "new"])
        // Nothing of A keeps the late one alive; B brings its date forward.
        try stack.b.all("Domain", "host == 'late'")[0].setValue(soon, forKey: "expires")
        try stack.saveBAndMerge()
        #expect(client.hosts == ["b", "late", "new"])
    }

    @Test("TRN-157 a new owner works like a fetched one", arguments: Stack.Kind.allCases)
    func newOwner(_ kind: Stack.Kind) throws {
        let stack = try PatternStack(kind, ["Client": FetchingClient.self])
        let client = try stack.new("Client", as: FetchingClient.self)
        #expect(client.hosts == [])
        stack.a.insert("Domain", ["host": "new", "expires": soon, "owner": client])
        stack.a.processPendingChanges()
        #expect(client.hosts == ["new"])
        try stack.a.save()
        #expect(client.hosts == ["new"])
    }

    @Test(
        "TRN-158 TRN-29 after saving the members are right; those that are faults fire",
        arguments: Stack.Kind.allCases)
    func saving(_ kind: Stack.Kind) throws {
        let (stack, client, domains) = try client(kind)
        _ = client.expiringDomains
        domains[0].setValue("z", forKey: "host")
        try stack.a.save()
        #expect(client.hosts == ["b", "z"])
        stack.a.refresh(domains[1], mergeChanges: false)
        #expect(client.hosts == ["b", "z"])
    }

    @Test("TRN-158 what only the store knows is fetched after a save", arguments: Stack.Kind.allCases)
    func storedOnly(_ kind: Stack.Kind) throws {
        let stack = try PatternStack(kind)
        let owner = try stack.saved("Client")
        let stored = FetchedMembers { (_: NSManagedObject) in
            let request = NSFetchRequest<NSManagedObject>(entityName: "Tag")
            request.includesPendingChanges = false
            return request
        }
        stack.a.insert("Tag")
        stack.a.processPendingChanges()
        #expect(stored.members(of: owner).isEmpty)
        try stack.a.save()
        #expect(stored.members(of: owner).count == 1)
    }

    @Test(
        "TRN-160 a throwing read beside the plain one; nothing is kept of what failed",
        arguments: Stack.Kind.allCases)
    func errors(_ kind: Stack.Kind) throws {
        let stack = try PatternStack(kind)
        let owner = try stack.saved("Client")
        let wrong = FetchedMembers { (_: NSManagedObject) in
            NSFetchRequest<NSManagedObject>(entityName: "Nothing")
        }
        #expect(throws: CoreDataException.self) { try wrong.tryMembers(of: owner) }
        let unwatchable = FetchedMembers(watching: "Nothing") { (_: NSManagedObject) in
            NSFetchRequest<NSManagedObject>(entityName: "Tag")
        }
        let error = #expect(throws: CoreDataException.self) { try unwatchable.tryMembers(of: owner) }
        #expect(error?.reason.contains("\"Nothing\"") == true)
    }

    @Test(
        "TRN-160 dropping by hand, resetting, and an owner without a context", arguments: Stack.Kind.allCases)
    func ends(_ kind: Stack.Kind) throws {
        let (stack, client, _) = try client(kind)
        _ = client.expiringDomains
        client.dropExpiringDomains()
        #expect(try client.tryExpiringDomains().count == 2)
        #expect(client.fetchCount == 2)
        stack.a.reset()
        #expect(client.expiringDomains.isEmpty)
        #expect(client.fetchCount == 2)
    }

    @Test(
        "TRN-159 a fetched property is kept until its owner turns into a fault",
        arguments: Stack.Kind.allCases)
    func fetchedProperty(_ kind: Stack.Kind) throws {
        let model = FixtureModel.scenarios()
        let property = NSFetchedPropertyDescription()
        property.name = "allTags"
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Tag")
        request.entity = model.entitiesByName["Tag"]
        property.fetchRequest = request
        model.entitiesByName["Client"]?.properties.append(property)
        let stack = try PatternStack(kind, model)
        let client = try stack.saved("Client")
        #expect((client.value(forKey: "allTags") as? [Any])?.count == 0)
        stack.a.insert("Tag")
        stack.a.processPendingChanges()
        #expect((client.value(forKey: "allTags") as? [Any])?.count == 0)
        stack.a.refresh(client, mergeChanges: false)
        #expect((client.value(forKey: "allTags") as? [Any])?.count == 1)
    }
}
