// SPDX-License-Identifier: Apache-2.0
// A model whose object leaves its context without values: another context has deleted the row, or a rollback takes the insertion
// back. The model gets an object of its own with the last values, and stays readable.

import Foundation
import Perdure

/// A model that loses its row.
struct GoneModel {
    private let model: any PersistentModel
    /// Models that have the same object.
    private let twins: [any PersistentModel]
    /// The ID of the row; nil for a model that never had one.
    private let id: NSManagedObjectID?
    private let entity: NSEntityDescription
    private let values: [(slot: Int, value: Any?)]
    /// What the program has set, for an insertion that follows.
    private let assigned: UInt64

    /// Takes the last values of a model that is alive; nil where there is none.
    init?(_ object: NSManagedObject?) {
        guard let object = object as? _ModelObject else { return nil }
        let models = object.knownModels.compactMap { $0 as? any PersistentModel }
        guard let model = models.first else { return nil }
        self.model = model
        twins = Array(models.dropFirst())
        id = object.objectID.isTemporaryID ? nil : object.objectID
        entity = object.entity
        assigned = object.assigned
        values = object.isFault ? [] : object.attributeValues
    }

    /// Gives the model an object without a context, if its own has left.
    func keepValues() {
        guard model.object.managedObjectContext == nil else { return }
        let kind: any PersistentModel.Type = type(of: model)
        let object = kind.newObject(of: entity)
        for (slot, value) in values { object._setValue(value, at: slot) }
        object.assigned = assigned
        object.formerID = id
        object.know(model)
        model._$take(object)
        for twin in twins {
            twin._$take(object)
            object.know(besides: twin)
        }
    }
}

extension _ModelObject {
    /// The values of all attributes.
    final var attributeValues: [(slot: Int, value: Any?)] {
        let properties = ModelFacts.of(modelType).properties
        return properties.indices.filter { properties[$0].form.destination == nil }.map {
            ($0, _value(at: $0))
        }
    }
}
