// SPDX-License-Identifier: Apache-2.0
// Fetches, rows and relationships of an incremental store: the program's answers become keys and rows.

import Foundation
import Perdure
import PerdureModel
import PerdureStore

extension IncrementalEngine {
    /// Runs a body with the context that asks, or on the queue of a context of its own.
    private func asking<Result>(
        _ context: NSManagedObjectContext?, _ body: (NSManagedObjectContext) throws -> Result
    ) throws -> Result {
        try requireOpen()
        if let context { return try body(context) }
        let own = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        own.persistentStoreCoordinator = program.persistentStoreCoordinator
        return try own.performAndWait { try body(own) }
    }

    func execute(_ request: NSPersistentStoreRequest, _ context: NSManagedObjectContext?) throws -> Any {
        try asking(context) { try program.execute(request, with: $0) }
    }

    func keys(_ request: NSFetchRequest<any NSFetchRequestResult>, _ context: NSManagedObjectContext?) throws
        -> [ObjectKey]
    {
        try asking(context) { context in
            let answer = try program.execute(request, with: context)
            guard let found = answer as? [Any] else {
                throw wrong(answer, "an array of objects or of their IDs")
            }
            return try found.map { result in
                switch result {
                case let object as NSManagedObject: try key(of: object.objectID, "execute(_:with:)")
                case let id as NSManagedObjectID: try key(of: id, "execute(_:with:)")
                default: throw wrong(result, "an array of objects or of their IDs")
                }
            }
        }
    }

    func count(_ request: NSFetchRequest<any NSFetchRequestResult>, _ context: NSManagedObjectContext?) throws
        -> Int
    {
        let answer = try execute(request, context)
        switch answer {
        case let number as Int: return number
        case let number as NSNumber: return number.intValue
        case let list as [Any] where list.count == 1:
            if let number = list[0] as? Int ?? (list[0] as? NSNumber)?.intValue { return number }
        default: break
        }
        throw wrong(answer, "an array with the number of objects")
    }

    func dictionaries(
        _ request: NSFetchRequest<any NSFetchRequestResult>, _ context: NSManagedObjectContext?
    ) throws -> [[String: Any]] {
        let answer = try execute(request, context)
        guard let found = answer as? [Any] else { throw wrong(answer, "an array of dictionaries") }
        return try found.map { result in
            guard let dictionary = result as? [String: Any] else {
                throw wrong(result, "an array of dictionaries")
            }
            return dictionary
        }
    }

    private func wrong(_ answer: Any, _ wanted: String) -> NSError {
        IncrementalErrors.wrongAnswer(program, "execute(_:with:)", answer, wanted)
    }

    // MARK: Rows

    func rows(for keys: [ObjectKey], _ context: NSManagedObjectContext?) throws -> [Row] {
        guard let namespace = program.engineStore?.namespace else { throw StoreError.closed }
        return try asking(context) { context in
            try keys.compactMap { try row(of: namespace.id($0), context) }
        }
    }

    /// The row of an object; nil when the program says that there is none.
    func row(of id: NSManagedObjectID, _ context: NSManagedObjectContext) throws -> Row? {
        do {
            let node = try program.newValuesForObject(with: id, with: context)
            guard node.objectID.key(beside: id)?.number == id.key.number else {
                throw IncrementalErrors.wrongID(program, "newValuesForObject(with:with:)", node.objectID)
            }
            try keepMembers(of: node, id)
            return try PlainRow.row(of: id, version: Int64(bitPattern: node.version)) { property in
                let value = node.value(for: property)
                guard value == nil, let relationship = property as? NSRelationshipDescription else {
                    return value
                }
                return try program.newValue(forRelationship: relationship, forObjectWith: id, with: context)
            }
        } catch  where IncrementalErrors.isMissing(error) {
            return nil
        }
    }

    private func keepMembers(of node: NSIncrementalStoreNode, _ id: NSManagedObjectID) throws {
        for (name, relationship) in id.entity.relationshipsByName where relationship.isToMany {
            guard let value = node.value(for: relationship), let slot = schema[id.key.entity].slots[name]
            else { continue }
            let members = try keys(of: value, relationship, "newValuesForObject(with:with:)")
            keep(members, MemberName(owner: id.key, slot: slot))
        }
    }

    func members(of slot: Int, for owner: ObjectKey, _ context: NSManagedObjectContext?) throws -> [ObjectKey]
    {
        if let known = keptMembers(MemberName(owner: owner, slot: slot)) { return known }
        guard let id = program.engineStore?.namespace.id(owner) else { throw StoreError.closed }
        let name = schema[owner.entity].properties[slot].name
        guard let relationship = id.entity.relationshipsByName[name] else { return [] }
        return try asking(context) { context in
            let value = try program.newValue(
                forRelationship: relationship, forObjectWith: id, with: context)
            return try keys(of: value, relationship, "newValue(forRelationship:forObjectWith:with:)")
        }
    }

    /// The keys of a to-many relationship's members.
    private func keys(of value: Any, _ relationship: NSRelationshipDescription, _ method: String) throws
        -> [ObjectKey]
    {
        let found: [Any]? =
            switch value {
            case is NSNull: []
            case let members as NSOrderedSet: members.array
            case let members as Set<NSManagedObjectID>: Array(members)
            case let members as NSSet: members.allObjects
            default: value as? [Any]
            }
        guard let ids = found as? [NSManagedObjectID] else {
            throw IncrementalErrors.wrongAnswer(
                program, method, value,
                "an array of object IDs for the relationship \"\(relationship.name)\" of \"\(relationship.entity.name ?? "")\""
            )
        }
        return try ids.map { try key(of: $0, method) }
    }

    /// The key of an ID that must be one of this store.
    func key(of id: NSManagedObjectID, _ method: String) throws -> ObjectKey {
        let id = id.chosen
        guard !id.isTemporaryID, id.namespace === program.engineStore?.namespace else {
            throw IncrementalErrors.wrongID(program, method, id)
        }
        return id.key
    }

    // MARK: Readers without a context

    func rows(for keys: [ObjectKey]) throws -> [Row] { try rows(for: keys, nil) }

    func members(of slot: Int, for owner: ObjectKey) throws -> [ObjectKey] {
        try members(of: slot, for: owner, nil)
    }

    /// Runs a plan that comes without a request: all objects of an entity.
    func fetch(_ plan: FetchPlan) throws -> FetchOutcome {
        guard plan.predicate == nil, plan.sort.isEmpty else { throw Self.unplanned }
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: schema[plan.entity].name)
        request.includesSubentities = plan.includesSubentities
        request.fetchLimit = plan.limit ?? 0
        request.fetchOffset = plan.offset
        request.resultType = plan.shape == .count ? .countResultType : .managedObjectIDResultType
        return switch plan.shape {
        case .count: .count(try count(request, nil))
        case .keys: .keys(try keys(request, nil))
        case .rows: .rows(try rows(for: keys(request, nil), nil))
        case .tuples: throw Self.unplanned
        }
    }

    private static var unplanned: StoreError {
        .unsupported(UnsupportedRequest("an NSIncrementalStore executes fetch requests only"))
    }
}
