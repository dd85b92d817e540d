// SPDX-License-Identifier: Apache-2.0
// Models for the tests of this folder, built in code, and short ways to translate.

import Foundation
import PerdurePredicates
import PerdureSQLite
import PerdureStore

@testable import PerdureSQL

func attribute(
    _ name: String, _ type: StoredAttributeType, isTransient: Bool = false, derivation: ExpressionNode? = nil,
    isIndexed: Bool = false, external: Bool = false, elements: [PropertyDefinition] = []
) -> PropertyDefinition {
    PropertyDefinition(
        name, isTransient: isTransient,
        .attribute(
            AttributeDefinition(
                type, allowsExternalStorage: external, isIndexed: isIndexed, derivation: derivation,
                elements: elements)))
}

func toOne(_ name: String, _ destination: String, inverse: String? = nil) -> PropertyDefinition {
    PropertyDefinition(name, .relationship(RelationshipDefinition(to: destination, inverse: inverse)))
}

func toMany(
    _ name: String, _ destination: String, inverse: String? = nil, isOrdered: Bool = false
) -> PropertyDefinition {
    PropertyDefinition(
        name,
        .relationship(
            RelationshipDefinition(to: destination, inverse: inverse, isToMany: true, isOrdered: isOrdered)))
}

/// A company: one-to-many, to-one to an entity with subentities, many-to-many, reflexive, without inverse.
enum Company {
    static let definitions = [
        EntityDefinition(
            "Department",
            properties: [attribute("name", .string), toMany("employees", "Employee", inverse: "department")]),
        EntityDefinition(
            "Employee", superentity: "Person",
            properties: [
                attribute("salary", .double), attribute("badge", .uuid), attribute("hired", .date),
                toOne("department", "Department", inverse: "employees"),
                toMany("projects", "Project", inverse: "members"),
                toMany("friends", "Employee", inverse: "friends"),
                toMany("tasks", "Task", inverse: "owner", isOrdered: true),
            ]),
        EntityDefinition(
            "Person",
            properties: [
                attribute("name", .string), attribute("age", .integer32), attribute("active", .boolean),
                attribute("nick", .string, isTransient: true),
                attribute("photo", .binary), attribute("film", .binary, external: true),
                attribute("style", .transformable), attribute("page", .uri), attribute("worth", .decimal),
                attribute(
                    "place", .composite,
                    elements: [attribute("latitude", .double), attribute("longitude", .double)]),
            ]),
        EntityDefinition(
            "Project",
            properties: [
                attribute("title", .string), toMany("members", "Employee", inverse: "projects"),
                toMany("notes", "Task"),
            ]),
        EntityDefinition(
            "Task",
            properties: [
                attribute("done", .boolean), attribute("points", .integer64), attribute("title", .string),
                toOne("owner", "Employee", inverse: "tasks"), toOne("reviewer", "Person"),
            ]),
    ]

    static let mapping: StoreMapping = {
        do {
            return try StoreMapping(schema: Schema(definitions))
        } catch { fatalError("the tests' own model is wrong: \(error)") }
    }()

    static let translator = FetchTranslator(mapping: mapping, dialect: .sqlite)

    static func number(_ entity: String) -> Int32 { mapping.schema.entity(named: entity)?.number ?? 0 }

    static func reference(_ entity: String, _ number: Int64) -> ConstantValue {
        .reference(mapping.schema.key(entity: self.number(entity), number: number).reference)
    }

    /// The keys of an entity's objects for which a predicate holds.
    static func keys(_ entity: String, _ predicate: PredicateNode?) throws -> SQLText {
        var plan = FetchPlan(entity: number(entity))
        plan.shape = .keys
        plan.predicate = predicate
        return try translator.statement(for: plan).statement
    }

    /// The condition behind WHERE.
    static func condition(_ entity: String, _ predicate: PredicateNode) throws -> SQLText {
        let statement = try keys(entity, predicate)
        let parts = statement.text.components(separatedBy: " WHERE ")
        return SQLText(parts.dropFirst().joined(separator: " WHERE "), statement.bindings)
    }
}

func compare(
    _ left: ExpressionNode, _ comparison: ComparisonNode.Comparison, _ right: ConstantValue,
    _ options: ComparisonOptions = [], qualifier: ComparisonNode.Qualifier = .direct
) -> PredicateNode {
    .comparison(ComparisonNode(left, comparison, .constant(right), qualifier: qualifier, options: options))
}
