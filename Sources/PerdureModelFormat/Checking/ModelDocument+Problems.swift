// SPDX-License-Identifier: Apache-2.0
// Finds what contradicts itself in a model. Readers are lenient; whoever compiles a model asks here. The
// rules are PerdurePredicates' (ModelRules/); what only a file can say is checked in ModelChecker+Properties.swift and
// ModelChecker+Values.swift. ModelBundle+Checking.swift is what a build calls.

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
    /// What stores refuse, and a build lets pass.
    private static let tolerated: Set<ModelRule> = [
        .differentIndexes, .constrainedAttribute, .wholeRange, .rangeOfAttributes,
    ]

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

    mutating func report(_ reason: String, _ entity: String? = nil, _ property: String? = nil) {
        problems.append(ModelFormatError(.inconsistent, reason, entity: entity, property: property))
    }

    /// Reports what rules found.
    mutating func report(_ faults: [ModelFault]) {
        problems += faults.filter { !Self.tolerated.contains($0.rule) }.map { ModelFormatError($0) }
    }

    mutating func check() {
        var names = PropertyNameRules(lookup)
        for entity in model.entities {
            report(.all { names.checkRepetitions(in: entity, $0) })
            checkProperties(of: entity)
            for relationship in entity.relationships {
                let place = ModelLookup.Relationship(document: relationship, entity: entity.name)
                report(.all { RelationshipRules(lookup, place, of: entity).checkEnds($0) })
            }
            for property in entity.fetchedProperties { check(property, of: entity) }
            checkConstraints(of: entity)
            for index in entity.indexes { check(index, of: entity) }
        }
        checkReferences()
        composites.check(&self)
    }

    private mutating func checkReferences() {
        for configuration in model.configurations {
            for name in configuration.entityNames where lookup.entity(named: name) == nil {
                problems.append(.unknownMember(name, ofConfiguration: configuration.name))
            }
        }
        for (name, request) in model.fetchRequestTemplates.sorted(by: { $0.key.precedesInBytes($1.key) })
        where lookup.entity(named: request.entityName) == nil {
            let entity = request.entityName
            report(
                "the fetch request template '\(name)' fetches this entity, which is not in the model; "
                    + "choose another one",
                entity)
        }
    }
}

extension ModelFormatError {
    /// A configuration with an entity that is not there; asked by whoever makes the configurations of a model too.
    package static func unknownMember(
        _ entity: String, ofConfiguration configuration: String
    ) -> ModelFormatError {
        ModelFormatError(
            .inconsistent,
            "the configuration '\(configuration)' names this entity, which is not in the model; "
                + "take it out of the configuration", entity: entity)
    }
}
