// SPDX-License-Identifier: Apache-2.0
// The link from a model to the managed object behind it. Backing+Values.swift reads and sets by slot, Backing+KeyPaths.swift
// by key path.

import Foundation
import Perdure
import PerdureBase

/// The object behind a model: owned, and beside it the same reference without counting, for reads.
///
/// There is none while a model is made for an object that exists: the initial values of its properties are for nobody then.
public struct _Backing<Model: PersistentModel> {
    @usableFromInline private(set) var reference: Unmanaged<_ModelObject>?
    private var owner: _ModelObject?
    /// Members that were changed in place; they live as long as this model.
    var loans: MembersLoans?

    /// Data of a new model.
    public init(for modelType: Model.Type) { self.init(HomeEntities.newObject(modelType)) }

    /// Data of a class without subclasses; a model that is read gets its object next.
    public init(final modelType: Model.Type) {
        if ModelBirth.current.isReading(modelType) { self.init() } else { self.init(for: modelType) }
    }

    /// Data of a class that may have subclasses: the object that a subclass has begun is this one's too.
    public init(base: Model.Type) {
        let birth = ModelBirth.current
        if birth.isReading(below: base) {
            self.init()
        } else {
            self.init(birth.finished(by: base) ?? HomeEntities.newObject(base))
        }
    }

    /// Data of a subclass: its storage comes before its superclass's, which finds the object that is begun here.
    public init(starting type: Model.Type) {
        let birth = ModelBirth.current
        guard !birth.isReading(below: type) else {
            self.init()
            return
        }
        if let object = birth.continued(by: type) {
            self.init(object)
        } else {
            let object = HomeEntities.newObject(type)
            birth.begin(object, with: type)
            self.init(object)
        }
    }

    /// Data of an object that exists.
    public init(_ object: _ModelObject) {
        owner = object
        reference = .passUnretained(object)
    }

    private init() {}

    /// The object of a model that is made.
    @inlinable @inline(__always) var object: Unmanaged<_ModelObject> { reference.unsafelyUnwrapped }

    /// The object, which knows its model from now on.
    public func _object(of model: AnyObject) -> _ModelObject {
        let object = heldObject
        object.know(model)
        return object
    }

    /// These data, whose object knows its model from now on.
    public func _begun(by model: AnyObject) -> Self {
        heldObject.know(model)
        return self
    }
}

extension _Backing {
    var heldObject: _ModelObject { owner.unsafelyUnwrapped }

    /// The object.
    public var _heldObject: _ModelObject? { owner }
}
