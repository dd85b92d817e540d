// SPDX-License-Identifier: Apache-2.0
// Reads and sets by key path, for classes without the macro and for accessors in the style of expanded code.

import Foundation
import Perdure
import PerdureBase

extension _Backing: BackingData {
    /// The identity; setting it has no effect, because stores give identities.
    public var persistentModelID: PersistentIdentifier? {
        get { PersistentIdentifier(heldObject.objectID) }
        set {}
    }

    /// The entity's name.
    public var metadata: Any { heldObject.entity.name ?? "" }

    /// The number of a key path's slot.
    private func slot(_ keyPath: AnyKeyPath) -> Int {
        let facts = ModelFacts.of(Model.self)
        if let slot = facts.name(of: keyPath).flatMap(facts.slot(named:)) { return slot }
        CoreDataException.invalidArgument(
            "\(keyPath) is no persisted property of \(Model.self): schemaMetadata must list it."
        ).stop()
    }

    /// The same data, so that reading may begin the object.
    private var own: Self { _Backing(heldObject) }

    /// Reads an attribute.
    public func getValue<Value: Decodable>(forKey keyPath: KeyPath<Model, Value>) -> Value {
        heldObject.formed(at: slot(keyPath))
    }

    /// Reads a model.
    public func getValue<Value: PersistentModel>(forKey keyPath: KeyPath<Model, Value>) -> Value {
        var own = own
        return own._value(at: slot(keyPath))
    }

    /// Reads a model that may be missing.
    public func getValue<Value: PersistentModel>(forKey keyPath: KeyPath<Model, Value?>) -> Value? {
        var own = own
        return own._value(at: slot(keyPath))
    }

    /// Reads several models.
    public func getValue<Value, OtherModel>(forKey keyPath: KeyPath<Model, Value>) -> Value
    where Value: RelationshipCollection, OtherModel == Value.PersistentElement {
        let found = heldObject.members(at: slot(keyPath)).compactMap { $0 as? OtherModel }
        // A collection of models is an array of them, or an optional one.
        return (found as Any) as! Value
    }

    /// Reads several models.
    public func getValue<Value, OtherModel>(forKey keyPath: KeyPath<Model, Value>) -> Value
    where Value: Decodable, Value: RelationshipCollection, OtherModel == Value.PersistentElement {
        let found = heldObject.members(at: slot(keyPath)).compactMap { $0 as? OtherModel }
        // A collection of models is an array of them, or an optional one.
        return (found as Any) as! Value
    }

    /// Reads an attribute that a transformer writes.
    public func getTransformableValue<Value>(forKey keyPath: KeyPath<Model, Value>) -> Value {
        heldObject.formed(at: slot(keyPath))
    }

    /// Sets an attribute.
    public func setValue<Value: Encodable>(forKey keyPath: KeyPath<Model, Value>, to newValue: Value) {
        let slot = slot(keyPath)
        heldObject.assigned |= 1 << UInt64(slot & 63)
        heldObject.setFormed(newValue, at: slot)
    }

    /// Sets a model.
    public func setValue<Value: PersistentModel>(forKey keyPath: KeyPath<Model, Value>, to newValue: Value) {
        heldObject.setDestination(newValue, at: slot(keyPath), owner: heldObject.knownModel)
    }

    /// Sets a model that may be missing.
    public func setValue<Value: PersistentModel>(forKey keyPath: KeyPath<Model, Value?>, to newValue: Value?)
    {
        heldObject.setDestination(newValue, at: slot(keyPath), owner: heldObject.knownModel)
    }

    /// Sets several models.
    public func setValue<Value, OtherModel>(forKey keyPath: KeyPath<Model, Value>, to newValue: Value)
    where Value: RelationshipCollection, OtherModel == Value.PersistentElement {
        setMembers(newValue, OtherModel.self, at: slot(keyPath))
    }

    /// Sets several models.
    public func setValue<Value, OtherModel>(forKey keyPath: KeyPath<Model, Value>, to newValue: Value)
    where Value: Encodable, Value: RelationshipCollection, OtherModel == Value.PersistentElement {
        setMembers(newValue, OtherModel.self, at: slot(keyPath))
    }

    private func setMembers<Value, Element: PersistentModel>(
        _ value: Value, _ type: Element.Type, at slot: Int
    ) {
        let models = value as? [Element] ?? []
        heldObject.setMembers(models, at: slot, owner: heldObject.knownModel)
    }

    /// Sets an attribute that a transformer writes.
    public func setTransformableValue<Value>(forKey keyPath: KeyPath<Model, Value>, to newValue: Value) {
        let slot = slot(keyPath)
        heldObject.assigned |= 1 << UInt64(slot & 63)
        heldObject.setFormed(newValue, at: slot)
    }
}
