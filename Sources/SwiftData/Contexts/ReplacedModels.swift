// SPDX-License-Identifier: Apache-2.0
// New models whose unique values another object has: a save drops their objects, and the models stand for that other object from
// then on (SD-83). UpsertPolicy.swift finds them.

import Foundation
import Perdure

/// New objects that a save drops, each with the object that takes its place.
struct ReplacedModels {
    private var survivors: [ObjectIdentifier: _ModelObject] = [:]
    private var dropped: [_ModelObject] = []

    /// What the merge policy has decided about the conflicts of a save.
    init(_ conflicts: [NSConstraintConflict]) {
        for conflict in conflicts { note(conflict) }
    }

    private mutating func note(_ conflict: NSConstraintConflict) {
        let objects = conflict.conflictingObjects.compactMap { $0 as? _ModelObject }
        guard let survivor = conflict.registeredObject as? _ModelObject ?? objects.last else { return }
        for object in objects where object !== survivor && object.objectID.isTemporaryID {
            survivors[ObjectIdentifier(object)] = survivor
            dropped.append(object)
        }
    }

    /// Lets the models of the dropped objects have the others, once these are saved.
    func forward(in context: NSManagedObjectContext) {
        for object in dropped where object.managedObjectContext == nil {
            guard let model = object.knownModel as? any PersistentModel, model.object === object,
                let survivor = survivor(of: object), survivor.managedObjectContext === context,
                survivor.entity === object.entity
            else { continue }
            forward(model, to: survivor)
        }
    }

    /// The last object in a chain: with several constraints, one that took another's place may be dropped too.
    private func survivor(of object: _ModelObject) -> _ModelObject? {
        var found = survivors[ObjectIdentifier(object)]
        for _ in dropped {
            guard let next = found, next.managedObjectContext == nil else { break }
            found = survivors[ObjectIdentifier(next)]
        }
        return found
    }

    private func forward(_ model: any PersistentModel, to survivor: _ModelObject) {
        let kind: any PersistentModel.Type = type(of: model)
        let names = ModelFacts.of(kind).properties.map(\.name)
        for name in names { model._$tell(name, .willSet) }
        model._$take(survivor)
        survivor.know(besides: model)
        for name in names { model._$tell(name, .didSet) }
    }
}
