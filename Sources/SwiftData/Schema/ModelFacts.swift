// SPDX-License-Identifier: Apache-2.0
// What one class says of itself, read once: properties by slot, names of key paths, and the class above it.

import Foundation
import PerdureBase

/// The facts of one class.
final class ModelFacts: @unchecked Sendable {
    // Sendable because nothing changes after init; key paths are references to properties and capture no values.

    let type: any PersistentModel.Type
    /// The superclass, where that is a model too.
    let superclass: ModelFacts?
    /// The properties that the class itself declares, in the order of their names.
    let own: [Property]
    /// All properties by slot: those of superclasses first.
    let properties: [Property]
    /// Constraints and indexes.
    let combinations: [any SchemaCombinations]
    /// The names of key paths with this class as root.
    let names: [AnyKeyPath: String]

    /// A property of a class.
    struct Property {
        let metadata: Schema.PropertyMetadata
        let form: ValueForm
        var name: String { metadata.name }
        var isOptional: Bool { metadata.valueType is any OptionalValue.Type }
    }

    private static let known = Lock<[ObjectIdentifier: ModelFacts]>([:])

    /// The facts of a class.
    static func of(_ type: any PersistentModel.Type) -> ModelFacts {
        if let facts = known.withLock({ $0[ObjectIdentifier(type)] }) { return facts }
        // The class's code runs without the lock: it evaluates the defaults of properties.
        let made = ModelFacts(type)
        return known.withLock {
            if let facts = $0[ObjectIdentifier(type)] { return facts }
            $0[ObjectIdentifier(type)] = made
            return made
        }
    }

    private init(_ type: any PersistentModel.Type) {
        self.type = type
        let parent = (_getSuperclass(type as AnyClass) as? any PersistentModel.Type).map(ModelFacts.of)
        superclass = parent
        let metadata = type.schemaMetadata
        own = metadata.filter(\.isProperty).sorted { $0.name < $1.name }
            .map { Property(metadata: $0, form: ValueForm($0)) }
        properties = (parent?.properties ?? []) + own
        combinations = metadata.compactMap { $0.metadata as? any SchemaCombinations }
        names = type._$keyPaths(type)
    }

    /// The names behind the slots.
    var slots: [String] { properties.map(\.name) }

    /// The number of the slot of a property.
    func slot(named name: String) -> Int? { properties.firstIndex { $0.name == name } }

    /// The name of the entity.
    var entityName: String { Self.entityName(type) }

    static func entityName(_ type: any PersistentModel.Type) -> String { String(describing: type) }

    /// The name of a key path of the class or of one of its superclasses.
    func name(of keyPath: AnyKeyPath) -> String? { names[keyPath] ?? superclass?.name(of: keyPath) }

    /// The key path of a property, with the class as root.
    func keyPath(named name: String) -> AnyKeyPath? { names.first { $0.value == name }?.key }

    /// The names of key paths of a class; those without a name are reported and left out.
    static func names<T: PersistentModel>(of keyPaths: [PartialKeyPath<T>]) -> [String] {
        keyPaths.compactMap { path in
            if let name = T._$keyPaths(T.self)[path] { return name }
            ExceptionTrap.raise(
                CoreDataException.invalidArgument(
                    "\(T.self): #Unique and #Index name persisted properties of the class, and \(path) is none."
                ))
            return nil
        }
    }

    /// The key paths of names.
    static func keyPaths<T: PersistentModel>(of type: T.Type, named names: [String]) -> [PartialKeyPath<T>] {
        let known = T._$keyPaths(T.self)
        return names.compactMap { name in known.first { $0.value == name }?.key as? PartialKeyPath<T> }
    }
}
