// SPDX-License-Identifier: Apache-2.0
// Finds the entity of a class: in one model for init(context:), in all models in use for entity(). ObjectClassTable.swift
// finds the class of an entity.

import Foundation
import PerdureBase

/// Entities of models in use, and entities that classes declare themselves.
final class EntitiesByClass: Sendable {
    static let shared = EntitiesByClass()

    private let state = Lock(State())

    private struct State {
        var declared: [ObjectIdentifier: [WeakEntity]] = [:]
    }

    private struct WeakEntity {
        // No weak variable, as in NSPropertyDescription.
        private let reference: WeakObjectReference<NSEntityDescription>
        let name: String

        init(entity: NSEntityDescription) {
            reference = WeakObjectReference(entity)
            name = entity.name ?? ""
        }

        var entity: NSEntityDescription? { reference.object }
    }

    /// Takes in an entity whose model may not be in use yet.
    func add(_ entity: NSEntityDescription, of type: NSManagedObject.Type) {
        state.withLock { state in
            var known = state.declared[ObjectIdentifier(type), default: []].filter { $0.entity != nil }
            known.append(WeakEntity(entity: entity))
            state.declared[ObjectIdentifier(type)] = known
        }
    }

    /// The one entity that uses a class, or a nameless one.
    ///
    /// Without any entity, or with entities of several names, a line on standard error says so.
    func anyOrNamelessEntity(of type: NSManagedObject.Type) -> NSEntityDescription {
        switch entity(of: type) {
        case .success(let entity): return entity
        case .failure(let error):
            FileHandle.standardError.write(Data("CoreData: error: \(error.reason)\n".utf8))
            return NSEntityDescription()
        }
    }

    /// The entity that uses a class.
    ///
    /// Models in use come before others. Several models may have the entity, because a program may read its model twice:
    /// the model that was put to use last gives the entity. Entities of different names are an error.
    func entity(of type: NSManagedObject.Type) -> Result<NSEntityDescription, CoreDataException> {
        let used = ModelsInUse.all.flatMap { $0.entities(of: type).map { (name: $0.name ?? "", entity: $0) } }
        let known = used.isEmpty ? declared(type) : used
        let names = Set(known.map(\.name))
        guard names.count == 1, let newest = known.last else {
            return .failure(ObjectErrors.noSingleEntity(type, names: names.sorted()))
        }
        return .success(newest.entity)
    }

    /// An entity of a class or of one of its subclasses, with its model; the caller keeps the model alive.
    ///
    /// The class's own entities come before entities of subclasses, because a subclass may have overridden the asked
    /// method. Of several models, the one that was put to use last comes first.
    func anyEntity(of type: NSManagedObject.Type) -> (
        entity: NSEntityDescription, model: NSManagedObjectModel
    )? {
        let newest = ModelsInUse.all.reversed()
        for model in newest { if let entity = model.entities(of: type).first { return (entity, model) } }
        for model in newest { if let entity = model.entity(below: type) { return (entity, model) } }
        guard let entity = declared(type).last?.entity, let model = entity.model else { return nil }
        return (entity, model)
    }

    private func declared(_ type: NSManagedObject.Type) -> [(name: String, entity: NSEntityDescription)] {
        state.withLock { state in
            state.declared[ObjectIdentifier(type), default: []].compactMap { known in
                known.entity.map { (known.name, $0) }
            }
        }
    }
}

extension NSManagedObject {
    /// The entity of the class in the models that are in use, or a nameless one.
    static func entityOfClass() -> NSEntityDescription {
        EntitiesByClass.shared.anyOrNamelessEntity(of: self)
    }
}

extension NSManagedObjectModel {
    /// An entity whose class is a subclass of a class.
    func entity(below type: NSManagedObject.Type) -> NSEntityDescription? {
        entities.first { entity in
            guard let own = ObjectClassTable.shared.namedClass(of: entity) else { return false }
            return ClassTables.superclasses(of: own).contains { $0 == type }
        }
    }

    /// The entities that use a class.
    func entities(of type: NSManagedObject.Type) -> [NSEntityDescription] {
        let known = classIndex.withLock(\.self)
        if let known, known.registrations == ObjectClassTable.shared.registrations {
            return known.entities[ObjectIdentifier(type)] ?? []
        }
        let made = EntityClassIndex(
            registrations: ObjectClassTable.shared.registrations,
            entities: Dictionary(grouping: entities) { entity in
                ObjectIdentifier(ObjectClassTable.shared.namedClass(of: entity) ?? NSManagedObject.self)
            })
        // A model that is not in use may still get other entities.
        if isFrozen { classIndex.withLock { $0 = made } }
        return made.entities[ObjectIdentifier(type)] ?? []
    }
}
