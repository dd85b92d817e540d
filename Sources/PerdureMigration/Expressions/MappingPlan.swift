// SPDX-License-Identifier: Apache-2.0
// A mapping model, checked against both models before a migration makes anything. PropertyRule.swift is one property.

import Foundation
import Perdure
import PerdureBase
import PerdureMapping
import PerdureModel
import PerdurePredicates

/// One entity mapping, ready to be carried out.
struct EntityPlan {
    let mapping: NSEntityMapping
    let policyClass: NSEntityMigrationPolicy.Type
    let source: NSEntityDescription?
    let destination: NSEntityDescription?
    /// The expression of the source objects; nil for all of exactly the source entity.
    let sources: ExpressionNode?
    let attributes: [PropertyRule]
    let relationships: [PropertyRule]
    /// Slots whose stored values are copied as they are.
    let copies: [SlotCopy]

    /// Whether the mapping makes objects of source objects.
    var makesObjects: Bool {
        destination != nil && mapping.mappingType != .removeEntityMappingType
            && mapping.mappingType != .addEntityMappingType && (source != nil || sources != nil)
    }

    /// Whether no program's code runs for the mapping's objects.
    var hasDefaultPolicy: Bool { policyClass == NSEntityMigrationPolicy.self }
}

/// Reads a mapping model.
struct MappingPlan {
    private let source: NSManagedObjectModel
    private let destination: NSManagedObjectModel

    init(source: NSManagedObjectModel, destination: NSManagedObjectModel) {
        self.source = source
        self.destination = destination
    }

    /// The plans of a model's entity mappings, in their order.
    ///
    /// - Throws: 134140 for a mapping that does not fit the models, 134110 for one that cannot be carried out.
    func plans(_ model: NSMappingModel) throws -> [EntityPlan] {
        var names: Set<String> = []
        for mapping in model.entityMappings where !names.insert(mapping.name).inserted {
            throw CoreDataException.invalidArgument(
                "The mapping model has two entity mappings named \"\(mapping.name ?? "")\". Give each a name of its own."
            )
        }
        return try model.entityMappings.map { try plan($0, isFromFile: model.isFromFile) }
    }

    private func plan(_ mapping: NSEntityMapping, isFromFile: Bool) throws -> EntityPlan {
        let old = try entity(
            mapping.sourceEntityName, mapping.sourceEntityVersionHash, source, "source", mapping, isFromFile)
        let new = try entity(
            mapping.destinationEntityName, mapping.destinationEntityVersionHash, destination, "destination",
            mapping, isFromFile)
        let check = ExpressionCheck(mapping: mapping, source: old)
        try check.check(mapping.sourceExpression?.node, of: nil)
        let rules = PropertyRules(mapping: mapping, source: old, check: check)
        let attributes = try new.map { try rules.attributes(of: $0) } ?? []
        return EntityPlan(
            mapping: mapping, policyClass: try PolicyClasses.type(of: mapping), source: old, destination: new,
            sources: mapping.sourceExpression?.node, attributes: attributes.filter { $0.copy == nil },
            relationships: try new.map { try rules.relationships(of: $0) } ?? [],
            copies: attributes.compactMap(\.copy))
    }

    private func entity(
        _ name: String?, _ hash: Data?, _ model: NSManagedObjectModel, _ side: String,
        _ mapping: NSEntityMapping, _ isFromFile: Bool
    ) throws -> NSEntityDescription? {
        guard let name else { return nil }
        guard let entity = model.entitiesByName[name] else {
            throw MigrationErrors.unfit(mapping, "the \(side) model has no entity \"\(name)\"")
        }
        // Apple's compiler and run time disagree on the hashes of entities with such attributes, so a file is not believed.
        let isUncertain =
            isFromFile && entity.attributesByName.values.contains { $0 is NSDerivedAttributeDescription }
        guard hash == nil || isUncertain || hash == model.entityVersionHashesByName[name] else {
            throw MigrationErrors.unfit(
                mapping, "the entity \"\(name)\" of the \(side) model has another version")
        }
        return entity
    }
}

/// Checks the names in an expression.
struct ExpressionCheck {
    let mapping: NSEntityMapping
    let source: NSEntityDescription?

    private static let variables: Set<String> = [
        NSMigrationManagerKey, NSMigrationSourceObjectKey, NSMigrationDestinationObjectKey,
        NSMigrationEntityMappingKey, NSMigrationPropertyMappingKey, NSMigrationEntityPolicyKey,
    ]

    /// Checks the variables, the properties of the source that are read, and the predicates of requests.
    ///
    /// - Parameters:
    ///   - node: The expression; nil is fine.
    ///   - property: The property that it sets; nil for the source expression.
    /// - Throws: 134110 with mapping, property and text.
    func check(_ node: ExpressionNode?, of property: String?) throws {
        guard let node else { return }
        _ = try node.rewritten { part in
            if let problem = problem(of: part) {
                throw MigrationErrors.badExpression(PredicatePrinter.format(node), problem, mapping, property)
            }
            return nil
        }
    }

    private func problem(of part: ExpressionNode) -> String? {
        switch part {
        case .variable(let name) where !Self.variables.contains(name):
            return "there is no variable $\(name); known are "
                + Self.variables.sorted().map { "$" + $0 }.joined(separator: ", ")
        case .variable(NSMigrationSourceObjectKey) where source == nil && mapping.sourceExpression == nil:
            return "a mapping without a source entity has no $source"
        case .function(let call) where call.name == ManagerFunctions.fetchRequest:
            return requestProblem(call)
        default: break
        }
        guard let source, let key = part.sourceKey, source.propertiesByName[key] == nil,
            !Self.objectKeys.contains(key)
        else { return nil }
        return "the source entity \"\(source.name ?? "")\" has no property \"\(key)\""
    }

    private static let objectKeys: Set<String> = ["self", "objectID", "entity"]

    private func requestProblem(_ call: FunctionCall) -> String? {
        guard call.arguments.count == 2, case .constant(.string(let text)) = call.arguments[1] else {
            return nil
        }
        do {
            _ = try NSPredicate(validating: text)
            return nil
        } catch {
            return "the predicate \"\(text)\" cannot be read: \(MigrationErrors.text(error))"
        }
    }
}

extension ExpressionNode {
    /// The property of `$source` that the expression reads first; nil for any other expression.
    var sourceKey: String? {
        switch self {
        case .keyPath(.variable(NSMigrationSourceObjectKey), let keys):
            return keys.first.flatMap { $0.hasPrefix("@") ? nil : $0 }
        case .function(let call):
            guard call.name == "valueForKey:", case .variable(NSMigrationSourceObjectKey) = call.operand,
                case .constant(.string(let key)) = call.arguments.first
            else { return nil }
            return key
        default: return nil
        }
    }

    /// The property of `$source` whose value the whole expression is; nil for any other expression.
    var copiedKey: String? {
        if case .keyPath(_, let keys) = self, keys.count > 1 { return nil }
        return sourceKey
    }
}
