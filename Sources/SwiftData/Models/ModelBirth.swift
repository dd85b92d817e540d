// SPDX-License-Identifier: Apache-2.0
// How the parts of a hierarchy find the one object of a new model: an init accessor reaches only storage of its own class, and
// a subclass's storage comes first.

import Perdure
import PerdureBase

/// What a thread knows of the model that it is making.
final class ModelBirth {
    /// The objects of subclasses whose superclasses' parts are not made yet; the newest is the last.
    private var unfinished: [Unfinished] = []
    /// The object that exists and for which a model is made.
    var source: _ModelObject?

    /// The entity of the newest model's class.
    var recent: Recent?

    /// An object that lacks the parts above a class.
    private struct Unfinished {
        var object: _ModelObject
        /// The highest class whose part is there.
        var part: any PersistentModel.Type
    }

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

    /// Leaves an object with a subclass's part for the superclass's one.
    func begin(_ object: _ModelObject, with part: any PersistentModel.Type) {
        unfinished.append(Unfinished(object: object, part: part))
    }

    /// The newest object, if it waits for the part of a class in the middle of a hierarchy.
    ///
    /// A model that an initializer makes meanwhile waits for nothing, or is the newest itself.
    func continued(by type: any PersistentModel.Type) -> _ModelObject? {
        guard let newest = newest(below: type) else { return nil }
        unfinished[unfinished.count - 1].part = type
        return newest
    }

    /// The same, for the class at the top, where the object has all its parts.
    func finished(by type: any PersistentModel.Type) -> _ModelObject? {
        guard let newest = newest(below: type) else { return nil }
        unfinished.removeLast()
        return newest
    }

    private func newest(below type: any PersistentModel.Type) -> _ModelObject? {
        dropAbandoned()
        guard let newest = unfinished.last, newest.part != type, newest.part.isKind(of: type) else {
            return nil
        }
        return newest.object
    }

    /// Forgets objects that nobody else holds: their initializers have failed.
    private func dropAbandoned() {
        // A reference in a variable would be one more.
        while let last = unfinished.indices.last, isKnownUniquelyReferenced(&unfinished[last].object) {
            unfinished.removeLast()
        }
    }
}
