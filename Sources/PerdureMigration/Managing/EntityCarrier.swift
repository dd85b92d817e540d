// SPDX-License-Identifier: Apache-2.0
// Carries out one entity mapping: makes objects, evaluates expressions, sets properties. It is what the default hooks of
// NSEntityMigrationPolicy do.

import Foundation
import Perdure
import PerdureBase
import PerdureMapping
import PerdureModel
import PerdurePredicates

/// One entity mapping at work.
final class EntityCarrier {
    let plan: EntityPlan
    let index: Int
    /// The run owns its carriers.
    private unowned let run: MigrationRun
    /// The mapping's policy, from its `begin` to its `end`.
    var policy: NSEntityMigrationPolicy?
    private let evaluator = PredicateEvaluator()

    init(_ plan: EntityPlan, _ index: Int, _ run: MigrationRun) {
        self.plan = plan
        self.index = index
        self.run = run
    }

    var mapping: NSEntityMapping { plan.mapping }

    // MARK: First pass

    /// Makes a destination object, sets its attributes and associates it.
    func makeInstance(of source: NSManagedObject, by policy: NSEntityMigrationPolicy) throws {
        guard let entity = plan.destination else { return }
        let object = NSManagedObject(entity: entity, insertInto: nil)
        if !plan.copies.isEmpty, let slot = try object.copyStoredValues(of: source, plan.copies) {
            throw unfit(slot, source)
        }
        run.destination.context.insert(object)
        try run.number(object, like: source)
        if !plan.attributes.isEmpty { try setAttributes(of: object, source, policy) }
        try run.associate(source, object, index)
    }

    private func setAttributes(
        of object: NSManagedObject, _ source: NSManagedObject, _ policy: NSEntityMigrationPolicy
    ) throws {
        var variables: [String: Any]?
        for rule in plan.attributes {
            try wrapping(rule) {
                if let key = rule.sourceKey {
                    return try set(source.value(forKey: key), rule, object)
                }
                var known = variables ?? self.variables(object, source, policy)
                known[NSMigrationPropertyMappingKey] = rule.mapping
                variables = known
                try set(evaluator.value(of: rule.node, with: nil, variables: known), rule, object)
            }
        }
    }

    private func set(_ value: Any?, _ rule: PropertyRule, _ object: NSManagedObject) throws {
        let value = value is NSNull ? nil : value
        if value == nil, rule.keepsDefault { return }
        try object.trySetValue(value, forKey: rule.name)
    }

    private func unfit(_ slot: Int, _ source: NSManagedObject) -> NSError {
        let name = plan.destination.map { EntityBinding.of($0).names[slot] } ?? ""
        return MigrationErrors.badValue(
            CoreDataException.invalidArgument(
                "the number of \(source.objectID.uriRepresentation()) does not fit the attribute's new type."),
            mapping, name)
    }

    // MARK: Second pass

    /// Sets the relationships that have an expression.
    func setRelationships(of object: NSManagedObject, by policy: NSEntityMigrationPolicy) throws {
        guard !plan.relationships.isEmpty else { return }
        let source = try run.source(of: object, index)
        try setRelationships(of: object, source, policy)
    }

    func setRelationships(
        of object: NSManagedObject, _ source: NSManagedObject?, _ policy: NSEntityMigrationPolicy
    ) throws {
        var known = variables(object, source, policy)
        for rule in plan.relationships {
            try wrapping(rule) {
                known[NSMigrationPropertyMappingKey] = rule.mapping
                let value = try evaluator.value(of: rule.node, with: nil, variables: known)
                try setMembers(value, rule, object)
            }
        }
    }

    private func setMembers(_ value: Any?, _ rule: PropertyRule, _ object: NSManagedObject) throws {
        guard let relationship = rule.property as? NSRelationshipDescription else { return }
        guard var members = ManagerFunctions.objects(in: value) else {
            throw CoreDataException.invalidArgument(
                "\(value ?? "nil") is no object and no collection of objects.")
        }
        if rule.findsByRelationship, let destination = relationship.destinationEntity {
            members = members.filter { $0.entity.isKindOf(entity: destination) }
        }
        guard relationship.isToMany else { return try object.trySetValue(members.first, forKey: rule.name) }
        try object.trySetValue(
            relationship.isOrdered ? NSOrderedSet(array: members) : NSSet(array: members), forKey: rule.name)
    }

    // MARK: Expressions

    /// The values of the variables, but for that of the property mapping.
    private func variables(
        _ object: NSManagedObject, _ source: NSManagedObject?, _ policy: NSEntityMigrationPolicy
    ) -> [String: Any] {
        var known: [String: Any] = [
            NSMigrationManagerKey: run.manager, NSMigrationDestinationObjectKey: object,
            NSMigrationEntityMappingKey: mapping, NSMigrationEntityPolicyKey: policy,
        ]
        known[NSMigrationSourceObjectKey] = source
        return known
    }

    /// Names mapping and property in an error.
    private func wrapping(_ rule: PropertyRule, _ body: () throws -> Void) throws {
        do { try ExceptionTrap.catching(body) } catch {
            throw MigrationErrors.badValue(error, mapping, rule.name)
        }
    }

    /// The number of source objects, as far as it can be told without the source expression.
    func countOfSources() throws -> Int {
        guard plan.makesObjects, let name = plan.source?.name else { return 0 }
        let request = NSFetchRequest<NSManagedObject>(entityName: name)
        request.includesSubentities = false
        return try run.source.context.count(for: request)
    }

    /// The source objects of the mapping.
    ///
    /// - Throws: 134110 for an expression that gives no objects.
    func sources() throws -> SourceObjects {
        guard plan.makesObjects else { return .objects([]) }
        do { return try ExceptionTrap.catching { try findSources() } } catch {
            throw MigrationErrors.badSources(MigrationErrors.text(error), mapping, underlying: error)
        }
    }

    private func findSources() throws -> SourceObjects {
        let context = run.source.context
        var known: [String: Any] = [
            NSMigrationManagerKey: run.manager, NSMigrationEntityMappingKey: mapping,
        ]
        known[NSMigrationEntityPolicyKey] = policy
        guard let node = plan.sources else {
            let request = NSFetchRequest<NSManagedObject>(entityName: plan.source?.name ?? "")
            request.includesSubentities = false
            return try .fetched(request, in: context)
        }
        if case .fetch(let request, let place, false) = node,
            try evaluator.value(of: place, with: nil, variables: known) as AnyObject? === context,
            let request = try evaluator.value(of: request, with: nil, variables: known)
                as? NSPersistentStoreRequest, let values = request.fetch
        {
            return try .fetched(NSFetchRequest<NSManagedObject>(values), in: context)
        }
        let value = try evaluator.value(of: node, with: nil, variables: known)
        guard let objects = ManagerFunctions.objects(in: value) else {
            throw CoreDataException.invalidArgument("\(value ?? "nil") is no collection of objects.")
        }
        return .objects(objects)
    }
}

extension PropertyRule {
    /// Whether the objects are those that any mapping has made, which may be of other entities too.
    fileprivate var findsByRelationship: Bool {
        guard case .function(let call) = node else { return false }
        return call.name == ManagerFunctions.destinationsByRelationship
    }
}
