// SPDX-License-Identifier: Apache-2.0
// Models. NSManagedObjectModel+Loading.swift reads files, +Joining joins them, +Versioning has the version hashes, +Freezing
// has the first use.

import Foundation
import PerdureBase
import PerdurePredicates

/// The entities of a store, with configurations, request templates and version labels.
///
/// A model may be edited until it is given to a coordinator; a setter used later stops the process with
/// "Can't modify an immutable model.". To change a model that is in use, copy it.
open class NSManagedObjectModel: NSObject, NSCopying, @unchecked Sendable {
    // Sendable because a model is immutable before a coordinator shares it between queues, and `lock` guards what is computed
    // later. Until then the model belongs to the code that builds it, as on Apple's systems.

    var seal = ModelSeal()
    package final var facts = ModelFacts() { willSet { seal.requireOpen() } }

    /// The file that the model was read from, for messages.
    package final var fileName: String?

    /// Guards freezing and what is computed once after it.
    package let lock = NSRecursiveLock()
    /// The outcome of the first use.
    var frozen: Result<FrozenModel, any Error>?
    var cachedHashes: [String: Data]?
    /// Whether objects of all entities are plain ones, whatever class their entity names.
    ///
    /// Migrations set it on copies of their own, before the first use: a program's classes fit one version of a model only.
    package final var makesPlainObjects = false
    /// The entities by class.
    ///
    /// The layer that knows the classes maintains the index.
    package let classIndex = Lock<EntityClassIndex?>(nil)

    /// Makes a model without entities.
    public override init() { super.init() }

    /// The entities; their order has no meaning.
    ///
    /// The process stops when two entities have one name; `validate()` throws instead. Entities that leave the list also leave
    /// their configurations.
    open var entities: [NSEntityDescription] {
        get { facts.entities }
        set {
            seal.requireOpen()
            if let name = Self.ambiguousName(newValue) { CoreDataException(.repeatedEntity(name)).stop() }
            replaceEntities(newValue)
        }
    }

    /// The entities by name.
    open var entitiesByName: [String: NSEntityDescription] {
        if case .success(let frozen) = frozen { return frozen.entitiesByName }
        return Dictionary(entities.compactMap { entity in entity.name.map { ($0, entity) } }) { first, _ in
            first
        }
    }

    /// Texts for people, by keys such as "Entity/Person", "Property/name/Entity/Person", "ErrorString/…".
    ///
    /// ## Compatibility
    /// Strings files beside a model are not read. `PropertyListSerialization` reads such a file.
    open var localizationDictionary: [String: String]? {
        get { facts.localizationDictionary }
        set { facts.localizationDictionary = newValue }
    }

    /// The developer's labels of this version of the model; stores keep them, compatibility ignores them.
    open var versionIdentifiers: Set<AnyHashable> {
        get { facts.versionIdentifiers }
        set { facts.versionIdentifiers = newValue }
    }

    /// The entities and their properties, for debugging.
    open override var description: String { DescriptionText.model(self) }

    /// Whether the other object is a model with the same contents; a copy is equal, and a model read from the same file is.
    ///
    /// The order of lists and the remarks for tools are ignored.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? NSManagedObjectModel).map { DescriptionEquality.areEqual(self, $0) } ?? false
    }

    /// Equal for equal models.
    open override var hash: Int { Set(entities.map { $0.name ?? "" }).hashValue }

    /// Copies the model with everything in it; the copy may be edited even when the model is in use.
    open func copy(with zone: NSZone? = nil) -> Any { ModelCopier().copy(self) }

    /// Replaces the entities and sets the model of each entity.
    ///
    /// Stops the process when an entity is in use elsewhere: stores and objects of its model rely on its numbers.
    package final func replaceEntities(_ entities: [NSEntityDescription]) {
        for entity in entities where entity.model !== self { entity.seal.requireOpen() }
        for entity in facts.entities where entity.model === self { entity.model = nil }
        for entity in entities { entity.model = self }
        facts.entities = entities
        for property in entities.lazy.flatMap(\.properties) {
            (property as? NSFetchedPropertyDescription)?.lendEntity()
        }
        for index in facts.configurations.indices {
            facts.configurations[index].entities.removeAll { $0.model !== self }
        }
    }

    private static func ambiguousName(_ entities: [NSEntityDescription]) -> String? {
        var seen: Set<String> = []
        return entities.lazy.compactMap(\.name).first { !seen.insert($0).inserted }
    }
}

/// The entities of a model by class, as they were after some registrations of classes.
package struct EntityClassIndex: @unchecked Sendable {
    // Sendable because only models in use have one, whose entities do not change.

    package let registrations: Int
    package let entities: [ObjectIdentifier: [NSEntityDescription]]

    package init(registrations: Int, entities: [ObjectIdentifier: [NSEntityDescription]]) {
        self.registrations = registrations
        self.entities = entities
    }
}

/// The facts of a model, in one value.
package struct ModelFacts {
    var entities: [NSEntityDescription] = []
    var configurations: [Configuration] = []
    var templates: [String: NSFetchRequest<any NSFetchRequestResult>] = [:]
    var versionIdentifiers: Set<AnyHashable> = []
    var localizationDictionary: [String: String]?
    /// Whether the model was read from a file: in some models in the field the inverses are not mutual.
    var isRead = false
    /// The facts of the model source that only tools use.
    package var source = SourceFacts()

    /// A named set of entities.
    struct Configuration {
        var name: String
        var entities: [NSEntityDescription]
        var toolAttributes: [String: String] = [:]
    }
}
