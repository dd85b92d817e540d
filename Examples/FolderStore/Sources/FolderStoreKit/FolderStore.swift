// SPDX-License-Identifier: Apache-2.0
// An incremental store over a folder of JSON files (ObjectFiles.swift). Each method is one that NSIncrementalStore asks for.

import CoreData

/// A store that keeps each object in a file.
public final class FolderStore: NSIncrementalStore, @unchecked Sendable {
    // Sendable because it has no state of its own but the folder.

    /// The type under which the store is registered.
    public static let storeType = NSPersistentStore.StoreType(rawValue: "FolderStore")

    /// Lets coordinators open such stores.
    public static func register() { NSPersistentStoreCoordinator.registerStoreClass(self, type: storeType) }

    private var files: ObjectFiles { ObjectFiles(folder: url ?? URL(fileURLWithPath: "/")) }

    public override var type: String { Self.storeType.rawValue }

    public override func loadMetadata() throws {
        let place = files.folder.appendingPathComponent("Store.json")
        if let data = try? Data(contentsOf: place), !data.isEmpty {
            metadata = try JSONSerialization.jsonObject(with: data) as? [String: Any]
            return
        }
        metadata = [NSStoreTypeKey: type, NSStoreUUIDKey: identifier ?? UUID().uuidString]
        try FileManager.default.createDirectory(at: files.folder, withIntermediateDirectories: true)
        try JSONSerialization.data(withJSONObject: metadata ?? [:]).write(to: place, options: .atomic)
    }

    // MARK: Reading

    public override func execute(
        _ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?
    ) throws -> Any {
        switch request {
        case let save as NSSaveChangesRequest:
            try write(save)
            return [Any]()
        case let fetch as NSFetchRequest<any NSFetchRequestResult>:
            guard let context else { throw CocoaError(.featureUnsupported) }
            return try results(fetch, matches(fetch, context))
        default: return try super.execute(request, with: context)
        }
    }

    private func matches(
        _ fetch: NSFetchRequest<any NSFetchRequestResult>, _ context: NSManagedObjectContext
    ) throws -> [NSManagedObject] {
        guard let entity = fetch.entity else { return [] }
        let entities = [entity] + (fetch.includesSubentities ? entity.subentities : [])
        var found: [NSManagedObject] = []
        for entity in entities {
            found += try files.names(entity.name ?? "").map {
                context.object(with: newObjectID(for: entity, referenceObject: $0))
            }
        }
        if let predicate = fetch.predicate { found = found.filter { predicate.evaluate(with: $0) } }
        for sort in (fetch.sortDescriptors ?? []).reversed() {
            guard let key = sort.key else { continue }
            found.sort { Self.precedes($0.value(forKey: key), $1.value(forKey: key)) == sort.ascending }
        }
        let page = found.dropFirst(fetch.fetchOffset)
        return Array(fetch.fetchLimit > 0 ? page.prefix(fetch.fetchLimit) : page)
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

    private static func precedes(_ left: Any?, _ right: Any?) -> Bool {
        switch (left, right) {
        case (let left as String, let right as String): left < right
        case (let left as NSNumber, let right as NSNumber): left.doubleValue < right.doubleValue
        case (let left as Date, let right as Date): left < right
        default: left == nil && right != nil
        }
    }

    public override func newValuesForObject(
        with objectID: NSManagedObjectID, with context: NSManagedObjectContext
    ) throws -> NSIncrementalStoreNode {
        guard let file = try files.read(name(of: objectID), objectID.entity.name ?? "") else {
            throw CocoaError(CocoaError.Code(rawValue: NSManagedObjectReferentialIntegrityError))
        }
        var values: [String: Any] = [:]
        for (key, attribute) in objectID.entity.attributesByName {
            values[key] = file.values[key].map { Self.value($0, of: attribute) }
        }
        for (key, relationship) in objectID.entity.relationshipsByName where !relationship.isToMany {
            values[key] = related(file.links[key] ?? [], relationship).first ?? NSNull()
        }
        return NSIncrementalStoreNode(objectID: objectID, withValues: values, version: file.version)
    }

    public override func newValue(
        forRelationship relationship: NSRelationshipDescription, forObjectWith objectID: NSManagedObjectID,
        with context: NSManagedObjectContext?
    ) throws -> Any {
        let file = try files.read(name(of: objectID), objectID.entity.name ?? "")
        let ids = related(file?.links[relationship.name] ?? [], relationship)
        return relationship.isToMany ? ids : ids.first ?? NSNull()
    }

    private func name(of id: NSManagedObjectID) -> String { "\(referenceObject(for: id))" }

    private func related(_ names: [String], _ relationship: NSRelationshipDescription) -> [NSManagedObjectID]
    {
        guard let entity = relationship.destinationEntity else { return [] }
        return names.map { newObjectID(for: entity, referenceObject: $0) }
    }

    // MARK: Writing

    public override func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] {
        array.map { newObjectID(for: $0.entity, referenceObject: UUID().uuidString) }
    }

    /// Makes all bytes before it writes the first file.
    private func write(_ save: NSSaveChangesRequest) throws {
        var waiting: [(data: Data, name: String, entity: String)] = []
        for object in (save.insertedObjects ?? []).union(save.updatedObjects ?? []) {
            let (name, entity) = (name(of: object.objectID), object.entity.name ?? "")
            let version = try files.read(name, entity)?.version ?? 0
            waiting.append((try files.data(file(of: object, version: version + 1)), name, entity))
        }
        for file in waiting { try files.write(file.data, file.name, file.entity) }
        for object in save.deletedObjects ?? [] {
            try files.remove(name(of: object.objectID), object.entity.name ?? "")
        }
    }

    private func file(of object: NSManagedObject, version: UInt64) -> ObjectFile {
        var file = ObjectFile(version: version, values: [:], links: [:])
        for (key, attribute) in object.entity.attributesByName where !attribute.isTransient {
            file.values[key] = object.value(forKey: key).map(Self.json)
        }
        for (key, relationship) in object.entity.relationshipsByName {
            let members =
                relationship.isToMany
                ? object.value(forKey: key) as? Set<NSManagedObject> ?? []
                : Set([object.value(forKey: key) as? NSManagedObject].compactMap { $0 })
            file.links[key] = members.map { name(of: $0.objectID) }.sorted()
        }
        return file
    }

    // MARK: Values

    private static func json(_ value: Any) -> Any {
        switch value {
        case let date as Date: date.timeIntervalSinceReferenceDate
        case let data as Data: data.base64EncodedString()
        case let uuid as UUID: uuid.uuidString
        case let url as URL: url.absoluteString
        default: value
        }
    }

    private static func value(_ json: Any, of attribute: NSAttributeDescription) -> Any {
        switch (attribute.attributeType, json) {
        case (.dateAttributeType, let seconds as NSNumber):
            Date(timeIntervalSinceReferenceDate: seconds.doubleValue)
        case (.binaryDataAttributeType, let text as String): Data(base64Encoded: text) ?? json
        case (.UUIDAttributeType, let text as String): UUID(uuidString: text) ?? json
        case (.URIAttributeType, let text as String): URL(string: text) ?? json
        default: json
        }
    }
}
