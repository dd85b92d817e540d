// SPDX-License-Identifier: Apache-2.0
// The link from a model to the managed object behind it. Backing+Values.swift reads and sets by slot, Backing+KeyPaths.swift
// by key path.

import Foundation
import Perdure
import PerdureBase

/// The object behind a model: owned, and beside it the same reference without counting, for reads.
public struct _Backing<Model: PersistentModel> {
    @usableFromInline var reference: Unmanaged<_ModelObject>?
    private var owner: _ModelObject?

    /// Data of a new model.
    public init(for modelType: Model.Type) { self.init(HomeEntities.newObject(modelType)) }

    /// Data of a class without subclasses; a model that is read gets its object next.
    public init(final modelType: Model.Type) {
        if ModelBirth.current.isReading { self.init() } else { self.init(for: modelType) }
    }

    /// Data of a class that may have subclasses: the object that a subclass has begun is this one's too.
    public init(base: Model.Type) {
        let birth = ModelBirth.current
        if birth.isReading {
            self.init()
        } else {
            self.init(birth.takeBegun(as: base) ?? HomeEntities.newObject(base))
        }
    }

    /// Data of a subclass: its storage comes before its superclass's, which finds the object that is begun here.
    public init(starting type: Model.Type) {
        let birth = ModelBirth.current
        guard !birth.isReading else {
            self.init()
            return
        }
        let object = birth.begun(as: type) ?? HomeEntities.newObject(type)
        birth.begin(object)
        self.init(object)
    }

    /// Data of an object that exists.
    public init(_ object: _ModelObject) {
        owner = object
        reference = .passUnretained(object)
    }

    @usableFromInline init() {}

    /// Makes the object of a new model.
    @usableFromInline @inline(never) mutating func start() {
        self = _Backing(HomeEntities.newObject(Model.self))
    }

    /// The object, made now if there is none.
    @inlinable @inline(__always) var object: Unmanaged<_ModelObject> {
        mutating get {
            if reference == nil { start() }
            return reference.unsafelyUnwrapped
        }
    }

    /// These data with their object, which knows its model from now on.
    public mutating func _begun(by model: AnyObject) -> Self {
        object._withUnsafeGuaranteedRef { $0.know(model) }
        return self
    }
}

extension _Backing: ObjectHolding {
    var heldObject: _ModelObject { owner ?? HomeEntities.newObject(Model.self) }
}
