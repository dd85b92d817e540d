// SPDX-License-Identifier: Apache-2.0
// A relationship that is a fetch. Its result is kept until something changes that the fetch depends on. It needs no
// observer: the context counts changes by entity (EntityChangeCounts.swift), and the result is a companion of its
// owner.

import Foundation
import Perdure
import PerdureBase
import PerdureModel

/// The objects that a fetch finds for their owner, kept until an object of their entity changes.
///
/// ```swift
/// final class Client: NSManagedObject {
///     private static let expiring = FetchedMembers<Client, Domain> { client in
///         let request = NSFetchRequest<Domain>(entityName: "Domain")
///         request.predicate = NSPredicate(format: "owner == %@ AND expires < %@", client, Date() as NSDate)
///         return request
///     }
///
///     var expiringDomains: [Domain] { Self.expiring.members(of: self) }
/// }
/// ```
///
/// The first read fetches, with one access to each affected store; further reads give the same array. The result is
/// dropped
/// - when an event ends in which an object of the request's entity, or of a subentity, was inserted, updated, deleted,
///   refreshed or invalidated in the owner's context: before `NSManagedObjectContextObjectsDidChange` is posted, whose
///   handlers find the new result;
/// - when such an object is saved, or a save lets the store compute its derived attributes;
/// - when the owner turns into a fault, which includes refreshing it.
///
/// A change counts when its event ends: call `processPendingChanges()` for an earlier end. A predicate that follows
/// relationships of the members depends on other entities: name those entities under `watching`. Another context's save
/// counts once it is merged.
///
/// New owners work like fetched ones. An owner without a context has no members. The owner holds its members until it
/// turns into a fault.
///
/// ## Compatibility
/// An addition. It resembles a fetched property of the model, which is kept until its owner turns into a fault.
public final class FetchedMembers<Owner: NSManagedObject, Member: NSManagedObject>: Sendable {
    private let request: @Sendable (Owner) -> NSFetchRequest<Member>
    private let otherEntities: [String]

    /// Makes the relationship; all owners can share one.
    ///
    /// - Parameters:
    ///   - entityNames: entities besides the request's own whose changes drop the result.
    ///   - request: makes an owner's request; called at each fetch, on the queue of the owner's context.
    public init(
        watching entityNames: String..., request: @escaping @Sendable (Owner) -> NSFetchRequest<Member>
    ) {
        self.request = request
        otherEntities = entityNames
    }

    /// The members, in the request's order.
    ///
    /// Stops the process when the fetch fails, unless a throwing caller waits: `tryMembers(of:)` throws.
    ///
    /// - Parameter owner: an object; its fault is fired.
    /// - Returns: the objects that the fetch finds.
    public func members(of owner: Owner) -> [Member] {
        do { return try tryMembers(of: owner) } catch {
            ExceptionTrap.raise(error)
            return []
        }
    }

    /// The members, in the request's order; throws where `members(of:)` stops the process.
    ///
    /// - Parameter owner: an object; its fault is fired.
    /// - Returns: the objects that the fetch finds.
    /// - Throws: errors of the owner's fault and of the fetch; nothing is kept then.
    public func tryMembers(of owner: Owner) throws -> [Member] {
        try ExceptionTrap.catching { owner.willAccessValue(forKey: nil) }
        defer { owner.didAccessValue(forKey: nil) }
        guard let context = owner.managedObjectContext else { return [] }
        if let found = owner.companion(for: ObjectIdentifier(self)) as? FoundMembers<Member>,
            context.entityChanges?.count(of: found.entities) == found.count
        {
            return found.members
        }
        return try fetch(for: owner, in: context)
    }

    /// Forgets an owner's result: for requests that depend on more than objects, such as the time.
    public func drop(for owner: Owner) {
        if !owner.isFault { owner.keepCompanion(nil, for: ObjectIdentifier(self)) }
    }

    private func fetch(for owner: Owner, in context: NSManagedObjectContext) throws -> [Member] {
        // The former result must not stay if the fetch fails.
        drop(for: owner)
        let request = try ExceptionTrap.catching { self.request(owner) }
        let entities = try context.watchedEntities(request, others: otherEntities)
        let members = try context.fetch(request)
        // The count is read after the fetch, because the fetch may end an event.
        let count = context.entityChanges?.count(of: entities) ?? 0
        let found = FoundMembers(source: self, members: members, entities: entities, count: count)
        if !owner.isFault { owner.keepCompanion(found, for: ObjectIdentifier(self)) }
        return members
    }
}

/// The result of a fetch for one owner.
private final class FoundMembers<Member> {
    /// Kept alive, because its address is the key.
    let source: AnyObject
    let members: [Member]
    let entities: [NSEntityDescription]
    let count: Int

    init(source: AnyObject, members: [Member], entities: [NSEntityDescription], count: Int) {
        self.source = source
        self.members = members
        self.entities = entities
        self.count = count
    }
}

extension NSManagedObjectContext {
    /// The entities that a request depends on; starts counting their changes.
    fileprivate final func watchedEntities<Member>(_ request: NSFetchRequest<Member>, others: [String]) throws
        -> [NSEntityDescription]
    {
        guard let model = persistentStoreCoordinator?.managedObjectModel else {
            throw ContextErrors.noCoordinator
        }
        var entities = [try request.fetchValues.resolvedEntity(in: model)]
        for name in others {
            guard let entity = model.entitiesByName[name] else { throw ContextErrors.unknownEntity(name) }
            entities.append(entity)
        }
        entityChanges = entityChanges ?? EntityChangeCounts()
        entityChanges?.watch(entities)
        return entities
    }
}
