// SPDX-License-Identifier: Apache-2.0
// Finds the Swift class of an entity's objects. Macros register their classes, and programs may register more. Other
// classes are found by name (ClassName.swift). EntitiesByClass.swift finds the entity of a class.

import Foundation
import PerdureBase
import PerdureFoundationGaps
import Synchronization

/// The classes of all entities of this process.
///
/// The table looks for the model's class name among the registered classes, then in the module that it names. Then it
/// looks for the bare name: among the registered classes, and among all classes of the process, those of the program's
/// modules first. For a class that is not found, NSManagedObject stands in, with one logged warning.
final class ObjectClassTable: Sendable {
    static let shared = ObjectClassTable()

    private let state = Lock(State())
    /// Apart from the lock: each new object of a program asks for it.
    private let registered = Atomic<Int>(0)

    private struct State {
        /// Classes by full name, and by the names that programs registered.
        var named: [String: NSManagedObject.Type] = [:]
        /// Classes by bare name; of several classes, the first that was registered.
        var bare: [String: NSManagedObject.Type] = [:]
        var modules: [String] = []
        var warned: Set<String> = []
    }

    /// Registers a class under its full and its bare name.
    ///
    /// - Parameters:
    ///   - type: the class.
    ///   - name: one more name, as a model writes it.
    func register(_ type: NSManagedObject.Type, name: String? = nil) {
        let own = ClassName(of: type)
        state.withLock { state in
            for name in [own.text, name].compactMap(\.self) { state.named[name] = type }
            if state.bare[own.bare] == nil { state.bare[own.bare] = type }
            if let module = own.module, !state.modules.contains(module) { state.modules.append(module) }
        }
        registered.add(1, ordering: .releasing)
    }

    /// Registers a class that declares its entity itself, in a model that may not be in use yet.
    func register(_ type: NSManagedObject.Type, of entity: NSEntityDescription) {
        register(type, name: entity.managedObjectClassName)
        EntitiesByClass.shared.add(entity, of: type)
    }

    /// The number of registrations; a new one may change the result of an earlier search.
    var registrations: Int { registered.load(ordering: .acquiring) }

    /// The class of an entity's objects, chosen once: when the entity is put to use.
    func objectClass(of entity: NSEntityDescription) -> NSManagedObject.Type {
        if let type = namedClass(of: entity) { return type }
        warn(entity)
        return NSManagedObject.self
    }

    /// The class that an entity's class name means at present; nil when it is not found.
    func namedClass(of entity: NSEntityDescription) -> NSManagedObject.Type? {
        if entity.model?.makesPlainObjects == true { return NSManagedObject.self }
        if let type = entity.facts.objectClass as? NSManagedObject.Type { return type }
        let name: String = entity.managedObjectClassName ?? EntityFacts.defaultClassName
        return name == EntityFacts.defaultClassName ? NSManagedObject.self : lookUp(ClassName(name))
    }

    private func lookUp(_ name: ClassName) -> NSManagedObject.Type? {
        if let type = state.withLock({ $0.named[name.text] }) { return type }
        if name.module != nil, let type = Self.compiledClass(name.text) { return type }
        let (registered, modules) = state.withLock { ($0.bare[name.bare], $0.modules) }
        if let registered { return registered }
        return choice(of: name.bare, preferring: ProgramModules.names + modules)
    }

    /// The class with a bare name: the one in the first of the preferred modules, else the first by module name.
    private func choice(of bare: String, preferring modules: [String]) -> NSManagedObject.Type? {
        let found = CompiledClasses.named(bare).filter { $0.type is NSManagedObject.Type }
        let ranks = found.map { modules.firstIndex(of: $0.module) ?? modules.count }
        guard let rank = ranks.min(), let place = ranks.firstIndex(of: rank) else { return nil }
        let chosen = found[place]
        let rivals = zip(found, ranks).filter { $1 == rank && $0.depth == chosen.depth }.map(\.0)
        if rivals.count > 1 { warn(of: rivals.map(\.name), called: bare) }
        return chosen.type as? NSManagedObject.Type
    }

    private static func compiledClass(_ name: String) -> NSManagedObject.Type? {
        // Foundation logs a complaint when it is asked for a nested class.
        let isNested = name.utf8.count { $0 == UInt8(ascii: ".") } > 1
        return isNested ? nestedClass(name) : NSClassFromString(name) as? NSManagedObject.Type
    }

    private func warn(_ entity: NSEntityDescription) {
        let name: String = entity.managedObjectClassName ?? EntityFacts.defaultClassName
        let model = entity.model?.fileName ?? "made by the program"
        say(
            "Unable to load class named '\(name)' for entity '\(entity.name ?? "")'. Class not found, using default "
                + "NSManagedObject instead. (Model: \(model). No subclass of NSManagedObject in this process has the name.)"
        )
    }

    private func warn(of names: [String], called bare: String) {
        say(
            "A model names the class '\(bare)', and the process has several: \(names.joined(separator: ", ")). "
                + "\(names[0]) is used; name the module in the model to choose.")
    }

    /// Logs a warning, each text once.
    private func say(_ words: String) {
        guard state.withLock({ $0.warned.insert(words).inserted }) else { return }
        FileHandle.standardError.write(Data("CoreData: warning: \(words)\n".utf8))
    }
}
