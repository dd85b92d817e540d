// SPDX-License-Identifier: Apache-2.0
// An incremental store as a program writes it: records in memory, each call written down. RecordStore+Requests.swift executes.

import CoreData
import Foundation
import Testing

private struct Asker {
    weak var context: NSManagedObjectContext?
}

/// Keeps records under names such as "a1" and tells what it was asked.
class RecordStore: NSIncrementalStore, @unchecked Sendable {
    // Sendable because a test uses its store on one thread at a time.
    class var typeName: String { "RecordStore" }

    var records: [String: Record] = [:]
    private(set) var calls: [String] = []
    private(set) var registered: [NSManagedObjectID] = []
    private(set) var unregistered: [NSManagedObjectID] = []
    private(set) var requests: [NSPersistentStoreRequest] = []
    /// The contexts that asked, which lead to the store: it must not hold them.
    var contexts: [NSManagedObjectContext?] { askers.map(\.context) }
    private var askers: [Asker] = []
    var savedMetadata: [String: Any]?
    /// What the next calls of some kinds throw.
    var failures: [String: any Error] = [:]
    /// Relationships that nodes leave out.
    var lazyRelationships: Set<String> = ["books", "tags"]
    /// What the store writes in the place of the rating that a save brings.
    var rating: Int?
    /// The name in the nodes that the store gives for all objects.
    var mistaken: String?
    private var count = 0

    func takeCalls() -> [String] {
        defer { calls = [] }
        return calls
    }

    func note(_ call: String, _ kind: String, _ context: NSManagedObjectContext?) throws {
        calls.append(call)
        askers.append(Asker(context: context))
        if let failure = failures.removeValue(forKey: kind) { throw failure }
    }

    override var type: String { Self.typeName }

    override func loadMetadata() throws {
        try note("loadMetadata", "loadMetadata", nil)
        metadata = [NSStoreTypeKey: Self.typeName, NSStoreUUIDKey: identifier ?? ""]
    }

    override class func identifierForNewStore(at storeURL: URL) -> Any {
        "SHELF-" + storeURL.lastPathComponent
    }

    override func execute(_ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?) throws
        -> Any
    {
        requests.append(request)
        switch request {
        case let save as NSSaveChangesRequest: return try write(save, context)
        case let fetch as NSFetchRequest<any NSFetchRequestResult>: return try found(fetch, context)
        default:
            try note("execute \(Swift.type(of: request))", "batch", context)
            return BatchAnswer()
        }
    }

    override func newValuesForObject(with objectID: NSManagedObjectID, with context: NSManagedObjectContext)
        throws -> NSIncrementalStoreNode
    {
        let name = name(of: objectID)
        try note("values \(name)", "values", context)
        guard let record = records[name] else {
            throw CocoaError(CocoaError.Code(rawValue: NSManagedObjectReferentialIntegrityError))
        }
        var values = record.values.filter { !lazyRelationships.contains($0.key) }
        for (key, relationship) in objectID.entity.relationshipsByName where values[key] != nil {
            values[key] = related(values[key], relationship)
        }
        values["unknown"] = 1
        let id = mistaken.map { newObjectID(for: objectID.entity, referenceObject: $0) } ?? objectID
        return NSIncrementalStoreNode(objectID: id, withValues: values, version: record.version)
    }

    override func newValue(
        forRelationship relationship: NSRelationshipDescription, forObjectWith objectID: NSManagedObjectID,
        with context: NSManagedObjectContext?
    ) throws -> Any {
        let name = name(of: objectID)
        try note("\(relationship.name) of \(name)", "relationship", context)
        return related(records[name]?.values[relationship.name], relationship)
    }

    override func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] {
        try note("obtain \(array.count)", "obtain", array.first?.managedObjectContext)
        return array.map { object in
            count += 1
            let letter = object.entity.name?.lowercased().prefix(1) ?? ""
            return newObjectID(for: object.entity, referenceObject: "new-\(letter)\(count)")
        }
    }

    override func managedObjectContextDidRegisterObjects(with objectIDs: [NSManagedObjectID]) {
        registered += objectIDs
    }

    override func managedObjectContextDidUnregisterObjects(with objectIDs: [NSManagedObjectID]) {
        unregistered += objectIDs
    }

    func name(of id: NSManagedObjectID) -> String { "\(referenceObject(for: id))" }

    private func related(_ value: Any?, _ relationship: NSRelationshipDescription) -> Any {
        guard let destination = relationship.destinationEntity else { return NSNull() }
        if relationship.isToMany {
            return (value as? [String] ?? []).map { newObjectID(for: destination, referenceObject: $0) }
        }
        return (value as? String).map { newObjectID(for: destination, referenceObject: $0) as Any }
            ?? NSNull()
    }
}

/// The answer to a batch, as a program makes one.
final class BatchAnswer: NSBatchUpdateResult {
    override var result: Any? { NSNumber(value: 42) }
}
