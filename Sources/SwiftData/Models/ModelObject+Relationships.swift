// SPDX-License-Identifier: Apache-2.0
// Relationships of the object behind a model: links to models while there is no context, relationships of managed objects
// afterwards.

import Foundation
import Perdure
import PerdureBase

extension _ModelObject {
    /// The model at the other end of a to-one relationship.
    final func destination(at slot: Int) -> AnyObject? {
        if let linked = links?.destinations[slot] { return linked }
        if managedObjectContext == nil { return nil }
        return (_toOne(at: slot) as? _ModelObject)?.model
    }

    /// The models of a to-many relationship, in the order in which they were added.
    final func members(at slot: Int) -> [AnyObject] {
        if let linked = links?.members[slot] {
            links?.walked += linked.count
            return linked
        }
        if managedObjectContext == nil { return [] }
        return orderedMembers(at: slot).map(\.model)
    }

    /// The objects of a to-many relationship of an object in a context.
    final func memberObjects(at slot: Int) -> [_ModelObject] { orderedMembers(at: slot) }

    /// Members in the order in which they were set, then others: saved ones by their numbers, new ones by their age.
    private func orderedMembers(at slot: Int) -> [_ModelObject] {
        let found = _toMany(at: slot)
        links?.walked += found.count
        var rest = Set<NSManagedObject>()
        var result: [_ModelObject] = []
        if let order = links?.orders[slot] {
            result = order.compactMap(\.object).filter { found.contains($0) }
            if result.count == found.count { return result }
            rest = found.subtracting(result)
        } else {
            rest = found
        }
        let others = rest.compactMap { $0 as? _ModelObject }.sorted { $0.isOlder(than: $1) }
        return result + others
    }

    private func isOlder(than other: _ModelObject) -> Bool {
        let (own, others) = (orderNumber, other.orderNumber)
        return own.isNew == others.isNew ? own.number < others.number : others.isNew
    }

    /// Sets the model at the other end of a to-one relationship.
    ///
    /// - Parameters:
    ///   - model: The model, or nil.
    ///   - slot: The relationship.
    ///   - owner: The model of this object; nil in its initializer, where it cannot be inserted.
    final func setDestination(_ model: (any PersistentModel)?, at slot: Int, owner: AnyObject?) {
        guard let context = context(with: model.map { [$0] } ?? [], owner) else {
            return makeLinks().destinations[slot] = model
        }
        // Entering the context may have given the model another object.
        if let present = (owner as? any PersistentModel)?.object, present !== self {
            return present.setDestination(model, at: slot, owner: owner)
        }
        if let model { context.adopt(model) }
        _setToOne(model?.object, at: slot)
    }

    /// Sets the models of a to-many relationship.
    final func setMembers(_ models: [any PersistentModel], at slot: Int, owner: AnyObject?) {
        let links = makeLinks()
        links.changes += 1
        links.walked += models.count
        var seen: Set<ObjectIdentifier> = []
        let models = models.filter { seen.insert(ObjectIdentifier($0)).inserted }
        guard let context = context(with: models, owner) else { return links.members[slot] = models }
        // Entering the context may have given the model another object.
        if let present = (owner as? any PersistentModel)?.object, present !== self {
            return present.setMembers(models, at: slot, owner: owner)
        }
        for model in models { context.adopt(model) }
        let objects = models.map(\.object)
        _setToMany(objects, at: slot)
        links.orders[slot] = objects.map(WeakObjectReference.init)
    }

    final func makeLinks() -> ModelLinks {
        if let links { return links }
        let made = ModelLinks()
        links = made
        return made
    }

    /// The context in which a relationship is set; nil where neither side has one.
    ///
    /// A model without a context enters that of the models that it is given, if it is complete.
    private func context(with models: [any PersistentModel], _ owner: AnyObject?) -> ModelContext? {
        if let context = modelContext { return context }
        guard let owner = owner as? any PersistentModel,
            let context = models.lazy.compactMap({ $0.object.modelContext }).first
        else { return nil }
        context.adopt(owner)
        return context
    }
}
