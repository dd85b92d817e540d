// SPDX-License-Identifier: Apache-2.0
// How the parts of a hierarchy find the one object of a new model: an init accessor reaches only storage of its own class, and
// a subclass's storage comes first.

import Perdure
import PerdureBase

/// What a thread knows of the model that it is making.
final class ModelBirth {
    /// The object of a subclass whose superclass's part is not made yet.
    private var begunObject: _ModelObject?
    /// The object that exists and for which a model is made.
    var source: _ModelObject?

    /// The entity of the newest model's class.
    var recent: Recent?

    /// An entity that was looked up.
    struct Recent {
        let type: any PersistentModel.Type
        let entity: NSEntityDescription
        /// When it was looked up (HomeEntities).
        let generation: Int
    }

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

    /// Whether a model of a class is made for an object that exists; not so for any other model, as one in a transient property is.
    func isReading(_ type: any PersistentModel.Type) -> Bool { source.map { $0.modelType == type } ?? false }

    /// Whether a model of a class or of a subclass is made for an object that exists.
    func isReading(below type: any PersistentModel.Type) -> Bool { source?.isOf(type) ?? false }

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
