// SPDX-License-Identifier: Apache-2.0
// Finds what contradicts itself in a model. Readers are lenient; whoever compiles a model asks here. The
// checks of single entities are in ModelChecker+Properties.swift, ModelChecker+Values.swift and ModelChecker+Relationships.swift;
// ModelBundle+Checking.swift is what a build calls.

import PerdurePredicates

extension ModelDocument {
    /// All contradictions of the model, each with its entity and property; empty for a sound model.
    package func problems() -> [ModelFormatError] {
        // Every other check follows the names of the model, which must come to an end.
        do { try checkDepth() } catch { return [error as? ModelFormatError].compactMap { $0 } }
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
    let lookup: ModelLookup
    let composites: CompositeChecker
    private(set) var problems: [ModelFormatError] = []
    /// What has been refused already, by entity and property.
    private let refused: Set<[String?]>

    /// Starts with what no model may say (ModelRefusals.swift).
    init(_ model: ModelDocument) {
        self.model = model
        lookup = ModelLookup(model)
        composites = CompositeChecker(model)
        problems = ModelRefusals(model, lookup).all()
        refused = Set(problems.map { [$0.entity, $0.property] })
    }

    /// Starts without a problem, for single checks.
    init(checking model: ModelDocument) {
        self.model = model
        lookup = ModelLookup(ModelDocument())
        composites = CompositeChecker(ModelDocument())
        refused = []
    }

    func isRefused(_ property: String, of entity: String) -> Bool { refused.contains([entity, property]) }

    var entities: [String: EntityDocument] { lookup.entities }

    /// The entity and its ancestors, nearest first, ending where a cycle would begin.
    func lineage(of entity: EntityDocument) -> [EntityDocument] { lookup.lineage(of: entity) }

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
        composites.check(&self)
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
}
