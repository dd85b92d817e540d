// SPDX-License-Identifier: Apache-2.0
// How the parts of a hierarchy find the one object of a new model: an init accessor reaches only storage of its own class, and
// a subclass's storage comes first.

import PerdureBase

/// What a thread knows of the model that it is making.
final class ModelBirth {
    /// The object of a subclass whose superclass's part is not made yet.
    private var begunObject: _ModelObject?
    /// Whether a model is made for an object that exists.
    var isReading = false

    private static let local = ThreadLocal { pointer in
        if let pointer { Unmanaged<ModelBirth>.fromOpaque(pointer).release() }
    }

    /// The calling thread's.
    static var current: ModelBirth {
        if let pointer = local.pointer {
            return Unmanaged<ModelBirth>.fromOpaque(pointer).takeUnretainedValue()
        }
        let made = ModelBirth()
        local.pointer = Unmanaged.passRetained(made).toOpaque()
        return made
    }

    /// Leaves an object for the superclass's part.
    func begin(_ object: _ModelObject) { begunObject = object }

    /// The object that a subclass of a class has begun.
    ///
    /// An object that nobody else holds belongs to an initializer that failed.
    func begun(as type: any PersistentModel.Type) -> _ModelObject? {
        guard let object = begunObject, !isKnownUniquelyReferenced(&begunObject), object.isOf(type)
        else { return nil }
        return object
    }

    /// The same, for the class at the top, where the object has all its parts.
    func takeBegun(as type: any PersistentModel.Type) -> _ModelObject? {
        guard begunObject != nil else { return nil }
        let found = begun(as: type)
        begunObject = nil
        return found
    }
}
