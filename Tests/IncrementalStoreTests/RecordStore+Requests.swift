// SPDX-License-Identifier: Apache-2.0
// What RecordStore.swift does with fetches and saves.

import CoreData
import Foundation

extension RecordStore {
    /// The answer to a fetch, by its result type.
    func found(_ fetch: NSFetchRequest<any NSFetchRequestResult>, _ context: NSManagedObjectContext?) throws
        -> Any
    {
        let names = try matches(fetch)
        switch fetch.resultType {
        case .countResultType:
            try note("count \(fetch.entityName ?? "")", "fetch", context)
            return [NSNumber(value: names.count)]
        case .managedObjectIDResultType:
            try note("IDs \(fetch.entityName ?? "")", "fetch", context)
            return names.map { id($0, fetch) }
        case .dictionaryResultType:
            try note("dictionaries \(fetch.entityName ?? "")", "fetch", context)
            return names.map { records[$0]?.values.filter { $0.value is String || $0.value is Int } ?? [:] }
        default:
            try note("objects \(fetch.entityName ?? "")", "fetch", context)
            return names.compactMap { context?.object(with: id($0, fetch)) }
        }
    }

    private func id(_ name: String, _ fetch: NSFetchRequest<any NSFetchRequestResult>) -> NSManagedObjectID {
        let coordinator = persistentStoreCoordinator
        let entity = coordinator?.managedObjectModel.entitiesByName[fetch.entityName ?? ""]
        return newObjectID(for: entity ?? NSEntityDescription(), referenceObject: name)
    }

    /// Predicates are evaluated on the records: that is what this store can do.
    private func matches(_ fetch: NSFetchRequest<any NSFetchRequestResult>) throws -> [String] {
        var names = records.filter { $0.value.entity == fetch.entityName }.keys.sorted()
        if let predicate = fetch.predicate {
            names = names.filter {
                predicate.evaluate(with: NSDictionary(dictionary: records[$0]?.values ?? [:]))
            }
        }
        if let sort = fetch.sortDescriptors?.first, let key = sort.key {
            names.sort { left, right in
                let values = [left, right].map { "\(records[$0]?.values[key] ?? "")" }
                return sort.ascending ? values[0] < values[1] : values[0] > values[1]
            }
        }
        let page = names.dropFirst(fetch.fetchOffset)
        return Array(fetch.fetchLimit > 0 ? page.prefix(fetch.fetchLimit) : page)
    }

    /// Writes a save: all of it, or nothing.
    func write(_ save: NSSaveChangesRequest, _ context: NSManagedObjectContext?) throws -> Any {
        guard let inserted = save.insertedObjects, let updated = save.updatedObjects,
            let deleted = save.deletedObjects, let locked = save.lockedObjects
        else {
            try note("save metadata", "save", context)
            savedMetadata = metadata
            return [Any]()
        }
        try note(
            "save +\(names(inserted)) ~\(names(updated)) -\(names(deleted)) =\(names(locked))", "save",
            context)
        for object in inserted.union(updated) {
            let name = name(of: object.objectID)
            let version = (records[name]?.version ?? 0) + 1
            records[name] = Record(
                entity: object.entity.name ?? "", values: values(of: object), version: version)
        }
        for object in deleted { records[name(of: object.objectID)] = nil }
        return [Any]()
    }

    private func names(_ objects: Set<NSManagedObject>) -> String {
        objects.map { name(of: $0.objectID) }.sorted().joined(separator: ",")
    }

    private func values(of object: NSManagedObject) -> [String: Any] {
        var values: [String: Any] = [:]
        for (key, property) in object.entity.propertiesByName {
            switch (property, object.value(forKey: key)) {
            case (is NSAttributeDescription, let value?):
                values[key] = key == "rating" ? rating ?? value : value
            case (_, let destination as NSManagedObject): values[key] = name(of: destination.objectID)
            case (_, let members as Set<NSManagedObject>):
                values[key] = members.map { name(of: $0.objectID) }.sorted()
            default: break
            }
        }
        return values
    }
}
