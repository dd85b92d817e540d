// SPDX-License-Identifier: Apache-2.0
// Brings models into a context: the one that is given, and all that relationships lead to.

import Foundation
import Perdure
import PerdureBase

extension ModelContext {
    /// Inserts a model and all new models that its relationships reach.
    ///
    /// Nothing happens for a model that is here already, unless it was deleted here and not saved since: the deletion is taken
    /// back. Stops the process for a model of another context, and for a class that the container's schema lacks.
    public func insert<T: PersistentModel>(_ model: T) {
        let object = model.object
        // Relationships lead here past this: setting one does not take a deletion back.
        if object.isDeleted, object.managedObjectContext === store { enter(object) } else { adopt(model) }
    }

    /// Brings a model into the context.
    func adopt(_ root: any PersistentModel) {
        let object = root.object
        guard object.managedObjectContext !== store else { return }
        // Most models come alone.
        if object.links == nil {
            if accepts(root) { _ = register(root) }
            return
        }
        var found: [any PersistentModel] = []
        var seen: Set<ObjectIdentifier> = []
        var queue: [any PersistentModel] = [root]
        while let model = queue.popLast() {
            guard seen.insert(ObjectIdentifier(model)).inserted else { continue }
            guard accepts(model), register(model) else { continue }
            found.append(model)
            queue += (model.object.links?.models ?? []).compactMap { $0 as? any PersistentModel }
        }
        for model in found { link(model.object) }
    }

    /// Whether a model is new to the context; reports one of another context.
    private func accepts(_ model: any PersistentModel) -> Bool {
        guard let other = model.object.managedObjectContext else { return true }
        if other === store { return false }
        ExceptionTrap.raise(
            CoreDataException.invalidArgument(
                "Illegal attempt to insert a model in to a different model context: the \(type(of: model)) "
                    + "\(model.persistentModelID) is already in a different context. Find it here by "
                    + "model(for:) instead."))
        return false
    }

    /// Inserts the object behind a model; gives the model another one where its own is of another container.
    private func register(_ model: any PersistentModel) -> Bool {
        guard isKnown(model) else { return false }
        enter(model.object)
        return true
    }

    /// Inserts an object, or takes its deletion back; a model whose former row is gone gets an identity of its own.
    private func enter(_ object: _ModelObject) {
        object.formerID = nil
        store.insert(object)
        object.hold()
        noteChange()
    }

    /// Whether the container has the model's class, of which the model's object is from now on.
    private func isKnown(_ model: any PersistentModel) -> Bool {
        let own = stores.coordinator.managedObjectModel
        // An object of the container's model was made of its class.
        if model.object.entity.model === own { return true }
        let known = own.entitiesByName[ModelFacts.of(type(of: model)).entityName]
        guard let entity = known, Self.fits(entity, type(of: model)) else {
            ExceptionTrap.raise(
                CoreDataException.invalidArgument(
                    "The schema of the container does not have the class \(String(reflecting: type(of: model))): "
                        + "give it to ModelContainer(for:)."))
            return false
        }
        ObjectMove(model, to: entity).run()
        return true
    }

    /// Whether an entity was made of a class, and not of another version's class of the same name.
    static func fits(_ entity: NSEntityDescription, _ type: any PersistentModel.Type) -> Bool {
        func objectClass<M: PersistentModel>(_: M.Type) -> AnyClass { ModelObject<M>.self }
        return entity.facts.objectClass == objectClass(type)
    }

    /// Turns the links of an inserted model into relationships, which tells both sides.
    private func link(_ object: _ModelObject) {
        guard let links = object.links else { return }
        let (destinations, members) = (links.destinations, links.members)
        links.destinations = [:]
        links.members = [:]
        for (slot, model) in destinations {
            object.setDestination(model as? any PersistentModel, at: slot, owner: nil)
        }
        for (slot, models) in members where !models.isEmpty {
            let own = Set(models.map { ObjectIdentifier($0) })
            let all = models + object.members(at: slot).filter { !own.contains(ObjectIdentifier($0)) }
            object.setMembers(all.compactMap { $0 as? any PersistentModel }, at: slot, owner: nil)
        }
    }
}

/// Gives a model an object of another entity, with the same values.
private struct ObjectMove {
    let model: any PersistentModel
    let entity: NSEntityDescription

    init(_ model: any PersistentModel, to entity: NSEntityDescription) {
        self.model = model
        self.entity = entity
    }

    func run() {
        let former = model.object
        let kind: any PersistentModel.Type = type(of: model)
        let new = kind.newObject(of: entity)
        for (slot, value) in former.attributeValues { new._setValue(value, at: slot) }
        new.links = former.links
        new.assigned = former.assigned
        new.know(model)
        model._$take(new)
    }

}
