// SPDX-License-Identifier: Apache-2.0
// A model whose row another context has deleted. Its object leaves the context without values, so the model gets one of its own
// with the last values, and stays readable.

import Foundation
import Perdure

/// A model that loses its row.
struct GoneModel {
    private let model: any PersistentModel
    private let id: NSManagedObjectID
    private let entity: NSEntityDescription
    private let values: [(slot: Int, value: Any?)]

    /// Takes the last values of a model that is alive; nil where there is none.
    init?(_ id: NSManagedObjectID, in context: NSManagedObjectContext) {
        guard let object = context.registeredObject(for: id) as? _ModelObject,
            let model = object.knownModel as? any PersistentModel
        else { return nil }
        self.model = model
        self.id = id
        entity = object.entity
        values = object.isFault ? [] : object.attributeValues
    }

    /// Gives the model an object without a context, if its own has left.
    func keepValues() {
        guard model.object.managedObjectContext == nil else { return }
        let kind: any PersistentModel.Type = type(of: model)
        let object = kind.newObject(of: entity)
        for (slot, value) in values { object._setValue(value, at: slot) }
        object.formerID = id
        object.know(model)
        model._$take(object)
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
