// SPDX-License-Identifier: Apache-2.0
// What accessors written by hand call: the values of persistentBackingData by key path.

extension PersistentModel {
    /// Reads an attribute.
    public func getValue<Value: Decodable>(forKey keyPath: KeyPath<Self, Value>) -> Value {
        persistentBackingData.getValue(forKey: keyPath)
    }

    /// Reads a model.
    public func getValue<Value: PersistentModel>(forKey keyPath: KeyPath<Self, Value>) -> Value {
        persistentBackingData.getValue(forKey: keyPath)
    }

    /// Reads a model that may be missing.
    public func getValue<Value: PersistentModel>(forKey keyPath: KeyPath<Self, Value?>) -> Value? {
        persistentBackingData.getValue(forKey: keyPath)
    }

    /// Reads several models.
    public func getValue<Value, OtherModel>(forKey keyPath: KeyPath<Self, Value>) -> Value
    where Value: RelationshipCollection, OtherModel == Value.PersistentElement {
        persistentBackingData.getValue(forKey: keyPath)
    }

    /// Reads several models.
    public func getValue<Value, OtherModel>(forKey keyPath: KeyPath<Self, Value>) -> Value
    where Value: Decodable, Value: RelationshipCollection, OtherModel == Value.PersistentElement {
        persistentBackingData.getValue(forKey: keyPath)
    }

    /// Reads an attribute that a transformer writes.
    public func getTransformableValue<Value>(forKey keyPath: KeyPath<Self, Value>) -> Value {
        persistentBackingData.getTransformableValue(forKey: keyPath)
    }

    /// Sets an attribute.
    public func setValue<Value: Encodable>(forKey keyPath: KeyPath<Self, Value>, to newValue: Value) {
        persistentBackingData.setValue(forKey: keyPath, to: newValue)
    }

    /// Sets a model.
    public func setValue<Value: PersistentModel>(forKey keyPath: KeyPath<Self, Value>, to newValue: Value) {
        persistentBackingData.setValue(forKey: keyPath, to: newValue)
    }

    /// Sets a model that may be missing.
    public func setValue<Value: PersistentModel>(forKey keyPath: KeyPath<Self, Value?>, to newValue: Value?) {
        persistentBackingData.setValue(forKey: keyPath, to: newValue)
    }

    /// Sets several models.
    public func setValue<Value, OtherModel>(forKey keyPath: KeyPath<Self, Value>, to newValue: Value)
    where Value: RelationshipCollection, OtherModel == Value.PersistentElement {
        persistentBackingData.setValue(forKey: keyPath, to: newValue)
    }

    /// Sets several models.
    public func setValue<Value, OtherModel>(forKey keyPath: KeyPath<Self, Value>, to newValue: Value)
    where Value: Encodable, Value: RelationshipCollection, OtherModel == Value.PersistentElement {
        persistentBackingData.setValue(forKey: keyPath, to: newValue)
    }

    /// Sets an attribute that a transformer writes.
    public func setTransformableValue<Value>(forKey keyPath: KeyPath<Self, Value>, to newValue: Value) {
        persistentBackingData.setTransformableValue(forKey: keyPath, to: newValue)
    }
}
