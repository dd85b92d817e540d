// SPDX-License-Identifier: Apache-2.0
// An incremental store over an HTTP server (NotesClient.swift). A fetch asks for all notes once, and keeps their nodes for the
// faults that follow.

import CoreData

/// A store whose objects are on a server.
public final class RemoteStore: NSIncrementalStore, @unchecked Sendable {
    // Sendable because a lock guards the nodes.

    /// The type under which the store is registered.
    public static let storeType = NSPersistentStore.StoreType(rawValue: "RemoteStore")

    /// Lets coordinators open such stores.
    public static func register() { NSPersistentStoreCoordinator.registerStoreClass(self, type: storeType) }

    private let lock = NSLock()
    /// What the server said last of each note.
    private var known: [String: NSIncrementalStoreNode] = [:]

    private var client: NotesClient { NotesClient(base: url ?? URL(fileURLWithPath: "/")) }

    public override var type: String { Self.storeType.rawValue }

    /// Every program must give the same IDs, so the server's address stands for its UUID.
    public override class func identifierForNewStore(at storeURL: URL) -> Any {
        "\(storeURL.host ?? "")-\(storeURL.port ?? 80)"
    }

    public override func loadMetadata() throws {
        try client.ask("GET", "notes")
        metadata = [NSStoreTypeKey: type, NSStoreUUIDKey: identifier ?? ""]
    }

    public override func execute(
        _ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?
    ) throws -> Any {
        switch request {
        case let save as NSSaveChangesRequest:
            try write(save)
            return [Any]()
        case let fetch as NSFetchRequest<any NSFetchRequestResult>:
            guard let context, let entity = fetch.entity else { throw CocoaError(.featureUnsupported) }
            return results(fetch, try matches(fetch, entity, context))
        default: return try super.execute(request, with: context)
        }
    }

    // MARK: Reading

    private func matches(
        _ fetch: NSFetchRequest<any NSFetchRequestResult>, _ entity: NSEntityDescription,
        _ context: NSManagedObjectContext
    ) throws -> [NSManagedObject] {
        let notes = try client.ask("GET", "notes") as? [[String: Any]] ?? []
        var found = notes.compactMap { note -> (NSManagedObjectID, [String: Any])? in
            guard let name = note["id"] as? String else { return nil }
            let id = newObjectID(for: entity, referenceObject: name)
            keep(note, id, name)
            return (id, note)
        }
        if let predicate = fetch.predicate {
            found = found.filter { predicate.evaluate(with: NSDictionary(dictionary: $0.1)) }
        }
        for sort in (fetch.sortDescriptors ?? []).reversed() {
            let key = sort.key ?? ""
            found.sort { left, right in
                let (first, second) = ("\(left.1[key] ?? "")", "\(right.1[key] ?? "")")
                return sort.ascending ? first < second : first > second
            }
        }
        let page = found.dropFirst(fetch.fetchOffset)
        return (fetch.fetchLimit > 0 ? page.prefix(fetch.fetchLimit) : page).map {
            context.object(with: $0.0)
        }
    }

    private func results(
        _ fetch: NSFetchRequest<any NSFetchRequestResult>, _ found: [NSManagedObject]
    ) -> [Any] {
        switch fetch.resultType {
        case .countResultType: [NSNumber(value: found.count)]
        case .managedObjectIDResultType: found.map(\.objectID)
        case .dictionaryResultType:
            found.map { $0.dictionaryWithValues(forKeys: Array($0.entity.attributesByName.keys)) }
        default: found
        }
    }

    public override func newValuesForObject(
        with objectID: NSManagedObjectID, with context: NSManagedObjectContext
    ) throws -> NSIncrementalStoreNode {
        let name = name(of: objectID)
        // A node serves one fault: whoever asks again wants to know what the server has now.
        if let node = lock.withLock({ known.removeValue(forKey: name) }) { return node }
        guard let note = try client.ask("GET", "notes/" + name) as? [String: Any] else {
            throw CocoaError(CocoaError.Code(rawValue: NSManagedObjectReferentialIntegrityError))
        }
        return Self.node(note, objectID)
    }

    private func keep(_ note: [String: Any], _ id: NSManagedObjectID, _ name: String) {
        let node = Self.node(note, id)
        lock.withLock { known[name] = node }
    }

    /// The names that the entity does not have, such as "id", are dropped by the node.
    private static func node(_ note: [String: Any], _ id: NSManagedObjectID) -> NSIncrementalStoreNode {
        NSIncrementalStoreNode(
            objectID: id, withValues: note, version: UInt64(note["version"] as? Int ?? 0))
    }

    private func name(of id: NSManagedObjectID) -> String { "\(referenceObject(for: id))" }

    // MARK: Writing

    public override func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] {
        array.map { newObjectID(for: $0.entity, referenceObject: UUID().uuidString) }
    }

    private func write(_ save: NSSaveChangesRequest) throws {
        for object in save.insertedObjects ?? [] { try put(object, version: 0) }
        for object in save.updatedObjects ?? [] { try put(object, version: version(of: object)) }
        for object in save.deletedObjects ?? [] {
            let name = name(of: object.objectID)
            try conflicting { try client.ask("DELETE", "notes/" + name, version: version(of: object)) }
            lock.withLock { known[name] = nil }
        }
    }

    private func put(_ object: NSManagedObject, version: UInt64) throws {
        let name = name(of: object.objectID)
        var note: [String: Any] = [:]
        for key in object.entity.attributesByName.keys { note[key] = object.value(forKey: key) }
        note["version"] = nil
        let body = note
        try conflicting { try client.ask("PUT", "notes/" + name, version: version, body: body) }
        lock.withLock { known[name] = nil }
    }

    /// The version that the object was read with: the model keeps it as an attribute.
    private func version(of object: NSManagedObject) -> UInt64 {
        UInt64(object.value(forKey: "version") as? Int ?? 0)
    }

    /// Turns the server's refusal into the error that programs know from other stores.
    private func conflicting(_ body: () throws -> Any?) throws {
        do { _ = try body() } catch NotesError.changed(let path) {
            throw NSError(
                domain: NSCocoaErrorDomain, code: NSManagedObjectMergeError,
                userInfo: [
                    NSLocalizedDescriptionKey:
                        "\(path) was changed on the server. Refresh the object and save again."
                ])
        }
    }
}
