// SPDX-License-Identifier: Apache-2.0
// Finds what contradicts itself in a model. Readers are lenient; whoever compiles a model asks here. The
// checks of single entities are in ModelChecker+Properties.swift, ModelChecker+Values.swift and ModelChecker+Relationships.swift;
// ModelBundle+Checking.swift is what a build calls.

import PerdurePredicates

extension ModelDocument {
    /// All contradictions of the model, each with its entity and property; empty for a sound model.
    package func problems() -> [ModelFormatError] {
        var checker = ModelChecker(self)
        checker.check()
        return checker.problems
    }

    /// Throws the first contradiction of the model.
    ///
    /// - Throws: `ModelFormatError` of the kind `inconsistent`.
    package func validate() throws {
        if let problem = problems().first { throw problem }
    }
}

/// Collects the problems of one model.
struct ModelChecker {
    let model: ModelDocument
    let entities: [String: EntityDocument]
    private(set) var problems: [ModelFormatError] = []

    init(_ model: ModelDocument) {
        self.model = model
        entities = Dictionary(model.entities.map { ($0.name, $0) }) { first, _ in first }
    }

    mutating func report(_ reason: String, _ entity: String? = nil, _ property: String? = nil) {
        problems.append(ModelFormatError(.inconsistent, reason, entity: entity, property: property))
    }

    mutating func check() {
        var seen: Set<String> = []
        for entity in model.entities {
            if !seen.insert(entity.name).inserted {
                report("two entities have the name '\(entity.name)'; rename one of them", entity.name)
            }
            checkInheritance(of: entity)
            checkProperties(of: entity)
            for relationship in entity.relationships { check(relationship, of: entity) }
            for property in entity.fetchedProperties { check(property, of: entity) }
            checkConstraints(of: entity)
            for index in entity.indexes { check(index, of: entity) }
        }
        checkReferences()
        checkComposites()
    }

    private mutating func checkInheritance(of entity: EntityDocument) {
        guard let parent = entity.superentityName else { return }
        if entities[parent] == nil {
            report(
                "its parent entity '\(parent)' is not in the model; add it, or choose another one",
                entity.name)
        } else if lineage(of: entity).contains(where: {
            $0.name != entity.name && $0.superentityName == entity.name
        }) {
            let chain = (lineage(of: entity).map(\.name) + [entity.name]).joined(separator: ", ")
            report(
                "the entity is its own ancestor (\(chain)); change the parent of one of them", entity.name)
        } else if parent == entity.name {
            report("the entity is its own parent; choose another one, or none", entity.name)
        }
    }

    /// The entity and its ancestors, nearest first, ending where a cycle would begin.
    func lineage(of entity: EntityDocument) -> [EntityDocument] {
        var chain = [entity]
        var seen: Set<String> = [entity.name]
        while let parent = chain[chain.count - 1].superentityName.flatMap({ entities[$0] }),
            seen.insert(parent.name).inserted
        { chain.append(parent) }
        return chain
    }

    private mutating func checkReferences() {
        for configuration in model.configurations {
            for name in configuration.entityNames where entities[name] == nil {
                report(
                    "the configuration '\(configuration.name)' names this entity, which is not in the model; "
                        + "take it out of the configuration",
                    name)
            }
        }
        for (name, request) in model.fetchRequestTemplates.sorted(by: { $0.key.precedesInBytes($1.key) })
        where entities[request.entityName] == nil {
            let entity = request.entityName
            report(
                "the fetch request template '\(name)' fetches this entity, which is not in the model; "
                    + "choose another one",
                entity)
        }
    }

    /// Composite types must exist and must not hold themselves.
    private mutating func checkComposites() {
        let types = Dictionary(model.composites.map { ($0.name, $0) }) { first, _ in first }
        for composite in model.composites {
            var open = Self.references(of: composite)
            var seen: Set<String> = []
            while let name = open.popLast() {
                guard seen.insert(name).inserted else { continue }
                if let type = types[name] { open += Self.references(of: type) }
            }
            if seen.contains(composite.name) {
                report(
                    "the composite type '\(composite.name)' holds itself; take the element out that leads back"
                )
            }
            for name in Self.references(of: composite) where types[name] == nil {
                report(
                    "the composite type '\(composite.name)' uses the type '\(name)', which is not in the model; "
                        + "add it, or choose another one"
                )
            }
        }
    }

    private static func references(of composite: CompositeDocument) -> [String] {
        composite.elements.compactMap(\.compositeName)
    }
}
