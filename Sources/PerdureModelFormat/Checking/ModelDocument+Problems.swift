// SPDX-License-Identifier: Apache-2.0
// Finds the contradictions in a model. Readers are lenient; builds call `problems()`, through ModelBundle+Checking.swift.
// The rules lie in PerdurePredicates (ModelRules/). ModelChecker+Properties.swift and ModelChecker+Values.swift check
// the texts that only a file has.

import PerdurePredicates

extension ModelDocument {
    /// All contradictions of the model, each with its entity and property; empty for a sound model.
    package func problems() -> [ModelFormatError] {
        // Every other check follows the names of the model; a bounded depth makes sure that these checks end.
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
    /// The rules that stores enforce and builds do not.
    private static let tolerated: Set<ModelRule> = [
        .differentIndexes, .constrainedAttribute, .wholeRange, .rangeOfAttributes,
    ]

    let model: ModelDocument
    let lookup: ModelLookup
    let composites: CompositeChecker
    private(set) var problems: [ModelFormatError] = []
    /// The entity and property of each refusal so far.
    private let refused: Set<[String?]>

    /// Starts with the refusals of the model (ModelRefusals.swift).
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

    /// Reports the faults that rules found, except tolerated ones.
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
        for (name, request) in model.fetchRequestTemplates.inByteOrder(of: \.key)
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
    /// The error of a configuration that names an unknown entity; the code that makes a model's configurations uses it too.
    package static func unknownMember(
        _ entity: String, ofConfiguration configuration: String
    ) -> ModelFormatError {
        ModelFormatError(
            .inconsistent,
            "the configuration '\(configuration)' names this entity, which is not in the model; "
                + "take it out of the configuration", entity: entity)
    }
}
