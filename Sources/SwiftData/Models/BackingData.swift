// SPDX-License-Identifier: Apache-2.0
// The data behind a model, read and set by key paths. Backing.swift is the implementation.

import Foundation

/// A property's type that holds several models.
public protocol RelationshipCollection {
    /// The class of the models.
    associatedtype PersistentElement: PersistentModel
}

extension Array: RelationshipCollection where Element: PersistentModel {
    /// The class of the models.
    public typealias PersistentElement = Element
}

extension Optional: RelationshipCollection where Wrapped: RelationshipCollection {
    /// The class of the models.
    public typealias PersistentElement = Wrapped.PersistentElement
}

/// The data behind a model.
public protocol BackingData<Model> {
    /// The class of the model.
    associatedtype Model: PersistentModel

    /// Makes data for a new model.
    init(for modelType: Model.Type)
    /// The identity; nil before there is one.
    var persistentModelID: PersistentIdentifier? { get set }
    /// Facts for people who debug.
    var metadata: Any { get }

    /// The managed object; nil for data of a program's own.
    var _heldObject: _ModelObject? { get }

    /// Reads an attribute.
    func getValue<Value: Decodable>(forKey: KeyPath<Model, Value>) -> Value
    /// Reads a model.
    func getValue<Value: PersistentModel>(forKey: KeyPath<Model, Value>) -> Value
    /// Reads a model that may be missing.
    func getValue<Value: PersistentModel>(forKey: KeyPath<Model, Value?>) -> Value?
    /// Reads several models.
    func getValue<Value, OtherModel>(forKey: KeyPath<Model, Value>) -> Value
    where Value: RelationshipCollection, OtherModel == Value.PersistentElement
    /// Reads several models.
    func getValue<Value, OtherModel>(forKey: KeyPath<Model, Value>) -> Value
    where Value: Decodable, Value: RelationshipCollection, OtherModel == Value.PersistentElement
    /// Reads an attribute that a transformer writes.
    func getTransformableValue<Value>(forKey: KeyPath<Model, Value>) -> Value

    /// Sets an attribute.
    func setValue<Value: Encodable>(forKey: KeyPath<Model, Value>, to newValue: Value)
    /// Sets a model.
    func setValue<Value: PersistentModel>(forKey: KeyPath<Model, Value>, to newValue: Value)
    /// Sets a model that may be missing.
    func setValue<Value: PersistentModel>(forKey: KeyPath<Model, Value?>, to newValue: Value?)
    /// Sets several models.
    func setValue<Value, OtherModel>(forKey: KeyPath<Model, Value>, to newValue: Value)
    where Value: RelationshipCollection, OtherModel == Value.PersistentElement
    /// Sets several models.
    func setValue<Value, OtherModel>(forKey: KeyPath<Model, Value>, to newValue: Value)
    where Value: Encodable, Value: RelationshipCollection, OtherModel == Value.PersistentElement
    /// Sets an attribute that a transformer writes.
    func setTransformableValue<Value>(forKey: KeyPath<Model, Value>, to newValue: Value)
}

extension BackingData {
    /// Nil: data of a program's own have no managed object.
    public var _heldObject: _ModelObject? { nil }
}
