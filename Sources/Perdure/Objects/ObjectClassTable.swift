// SPDX-License-Identifier: Apache-2.0
// Which Swift class an entity's objects are instances of, and which entity a class belongs to. Generated
// code and macros register classes; others are found by name.

import Foundation
import Synchronization

/// The classes of all entities of this process.
///
/// An entity's class is looked for among the registered classes, then by its full name ("Module.Class"), then by
/// the bare name in the modules of registered classes and of the program; NSManagedObject and one logged warning
/// stand in for a class that is not found.
final class ObjectClassTable: Sendable {
    static let shared = ObjectClassTable()

    private let state = Mutex(State())

    private struct State {
        var registered: [String: NSManagedObject.Type] = [:]
        var warned: Set<String> = []
        /// The entities that use a class, held weakly: models own them.
        var entities: [ObjectIdentifier: [WeakEntity]] = [:]
    }

    private struct WeakEntity {
        weak var entity: NSEntityDescription?
    }

    /// Makes a class known under its bare and its full name.
    func register(_ type: NSManagedObject.Type, name: String) {
        state.withLock { $0.registered[name] = type }
    }

    /// The class of an entity's objects.
    func objectClass(of entity: NSEntityDescription) -> NSManagedObject.Type {
        let name: String = entity.managedObjectClassName ?? EntityFacts.defaultClassName
        let found = lookUp(name)
        if found == nil { warn(name, entity) }
        let type = found ?? NSManagedObject.self
        state.withLock { state in
            var users = state.entities[ObjectIdentifier(type), default: []].filter { $0.entity != nil }
            users.append(WeakEntity(entity: entity))
            state.entities[ObjectIdentifier(type)] = users
        }
        return type
    }

    /// The one entity that uses a class in the models in use.
    func requiredEntity(of type: NSManagedObject.Type) -> NSEntityDescription {
        let users = entities(of: type)
        guard users.count == 1 else { ObjectErrors.noSingleEntity(type, count: users.count).stop() }
        return users[0]
    }

    /// The entity of one model that uses a class; nil when none or several do.
    func entity(of type: NSManagedObject.Type, in model: NSManagedObjectModel) -> NSEntityDescription? {
        let matches = model.entities.filter { EntityBinding.of($0).objectClass == type }
        return matches.count == 1 ? matches[0] : nil
    }

    private func entities(of type: NSManagedObject.Type) -> [NSEntityDescription] {
        state.withLock { $0.entities[ObjectIdentifier(type), default: []].compactMap(\.entity) }
    }

    private func lookUp(_ name: String) -> NSManagedObject.Type? {
        if name == EntityFacts.defaultClassName { return NSManagedObject.self }
        if let type = state.withLock({ $0.registered[name] }) { return type }
        if let type = NSClassFromString(name) as? NSManagedObject.Type { return type }
        let bare = name.split(separator: ".").last.map(String.init) ?? name
        if let type = state.withLock({ $0.registered[bare] }) { return type }
        return Self.programModule.flatMap { NSClassFromString("\($0).\(bare)") as? NSManagedObject.Type }
    }

    /// The module of an executable has the executable's name, with underscores for what Swift does not allow.
    private static let programModule: String? = {
        let name = ProcessInfo.processInfo.processName
        let module = String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
        return module.isEmpty ? nil : module
    }()

    private func warn(_ name: String, _ entity: NSEntityDescription) {
        let isNew = state.withLock { $0.warned.insert(name).inserted }
        guard isNew else { return }
        let text =
            "CoreData: warning: Unable to load class named '\(name)' for entity '\(entity.name ?? "")'. "
            + "Class not found, using default NSManagedObject instead.\n"
        FileHandle.standardError.write(Data(text.utf8))
    }
}
