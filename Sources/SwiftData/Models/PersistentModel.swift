// SPDX-License-Identifier: Apache-2.0
// What a model is: a class of the program whose values stand in a managed object behind it. @Model writes the conformance;
// PersistentModel+KeyPaths.swift has what hand-written ones call.

import Foundation
import PerdureBase

/// Lets a class be opened as a generic parameter, so that its key paths can be written with it as root.
public protocol _ModelRoot: AnyObject {}

/// A class whose instances a container persists.
///
/// `@Model` makes a class conform. Use models in the isolation of their context only; a `persistentModelID` may cross.
public protocol PersistentModel: AnyObject, Observable, Hashable, Identifiable, SendableMetatype, _ModelRoot {
    /// The class at the top of the hierarchy.
    associatedtype Root: PersistentModel = Self

    /// Makes a model over data that exist.
    init(backingData: any BackingData<Self>)
    /// The data behind the model.
    var persistentBackingData: any BackingData<Self> { get set }
    /// What the class persists.
    static var schemaMetadata: [Schema.PropertyMetadata] { get }

    /// The names of the class's key paths, with a subclass as their root.
    static func _$keyPaths(_ root: any AnyObject.Type) -> [AnyKeyPath: String]
    /// Makes a model over an object that exists.
    static func _$make(over object: _ModelObject) -> Self
    /// The object behind the model, which knows its model from now on.
    var _$object: _ModelObject { get }
    /// Puts another object behind the model.
    func _$take(_ object: _ModelObject)
    /// Tells readers of a property that it changes, or has changed.
    func _$tell(_ name: String, _ change: _ModelChange)
}

extension PersistentModel {
    /// The names of key paths in the metadata, for classes without the macro.
    public static func _$keyPaths(_ root: any AnyObject.Type) -> [AnyKeyPath: String] {
        let pairs = schemaMetadata.filter(\.isProperty).map { ($0.keypath, $0.name) }
        return Dictionary(pairs) { first, _ in first }
    }

    /// Makes a model without the macro over an object that exists.
    public static func _$make(over object: _ModelObject) -> Self {
        Self(backingData: _Backing<Self>(object))
    }

    /// Puts another object behind a model without the macro.
    public func _$take(_ object: _ModelObject) { persistentBackingData = _Backing<Self>(object) }

    /// Nothing: a class without the macro tells its readers itself.
    public func _$tell(_ name: String, _ change: _ModelChange) {}

    /// The object behind the model.
    var object: _ModelObject { _$object }

    /// The object behind a model without the macro.
    public var _$object: _ModelObject {
        if let object = SwiftData._object(behind: persistentBackingData, of: self) { return object }
        // A class of the program's own has data of its own, which no context can read.
        CoreDataException.invalidArgument(
            "\(Self.self): persistentBackingData must be what createBackingData() returned."
        ).stop()
    }

    /// The identity: temporary until the model is saved.
    public var persistentModelID: PersistentIdentifier { object.identifier }
    /// The identity, for a class without an `id` of its own.
    public var id: PersistentIdentifier { persistentModelID }
    /// The context of the model; nil before it is inserted and after its deletion is saved.
    public var modelContext: ModelContext? { object.modelContext }
    /// Whether the model differs from what was saved; false for a model without a context.
    public var hasChanges: Bool { object.managedObjectContext != nil && object.hasChanges }
    /// Whether the model is going to be deleted, or its row is gone.
    public var isDeleted: Bool { object.isDeleted || object.hasLostRow }

    /// Whether two models are the same instance or stand for the same row.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs === rhs || lhs.persistentModelID == rhs.persistentModelID
    }

    /// Hashes the identity; that of a new model changes with its first save.
    public func hash(into hasher: inout Hasher) { hasher.combine(persistentModelID) }

    /// Data for a new model of a class without the macro.
    public static func createBackingData<P: PersistentModel>() -> some BackingData<P> {
        _Backing<P>(for: P.self)
    }
}

/// The object behind data, which knows the model from now on; nil for data of another kind.
public func _object<Model: PersistentModel, Data: PersistentModel>(
    behind data: any BackingData<Data>, of model: Model
) -> _ModelObject? {
    guard let object = data._heldObject else { return nil }
    object.know(model)
    return object
}
