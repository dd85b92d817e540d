// SPDX-License-Identifier: Apache-2.0
// The model of the checks: a small library with every attribute type and every relationship kind.

import PerdureStore

/// The entities that the checks use.
package enum ConformanceModel {
    /// All entities.
    package static let library = [
        person, employee, manager, department, tag, account, subaccount, sample, part, everything,
    ]

    /// An abstract root with every kind of relationship.
    static let person = EntityDefinition(
        "Person", isAbstract: true,
        properties: [
            attribute("name", .string),
            attribute("age", .integer32),
            attribute("nickname", .string, isTransient: true),
            toOne("department", "Department", inverse: "members"),
            toMany("tags", "Tag", inverse: "people"),
            toMany("friends", "Person", inverse: "friends"),
            toMany("bookmarks", "Tag", inverse: nil),
            toOne("boss", "Person", inverse: "reports"),
            toMany("reports", "Person", inverse: "boss"),
        ])
    static let employee = EntityDefinition(
        "Employee", superentity: "Person", properties: [attribute("salary", .double)])
    static let manager = EntityDefinition(
        "Manager", superentity: "Employee",
        properties: [
            attribute("bonus", .double),
            toMany("desks", "Tag", inverse: "desk", isOrdered: true),
        ])
    static let department = EntityDefinition(
        "Department",
        properties: [
            attribute("name", .string),
            toMany("members", "Person", inverse: "department"),
        ])
    static let tag = EntityDefinition(
        "Tag",
        properties: [
            attribute("name", .string),
            toMany("people", "Person", inverse: "tags", isOrdered: true),
            toOne("desk", "Manager", inverse: "desks"),
        ])

    /// An entity with two constraints, one of two attributes; the subentity adds one.
    static let account = EntityDefinition(
        "Account",
        properties: [
            attribute("email", .string), attribute("name", .string), attribute("domain", .string),
        ],
        uniquenessConstraints: [["email"], ["name", "domain"]])
    static let subaccount = EntityDefinition(
        "Subaccount", superentity: "Account", properties: [attribute("code", .integer32)],
        uniquenessConstraints: [["code"]])

    /// The entity on which the tables of PRE-140 and PRE-150 run.
    static let sample = EntityDefinition(
        "Sample",
        properties: [
            attribute("name", .string),
            attribute("x", .integer64), attribute("y", .integer64), attribute("s", .string),
            toOne("rel", "Part", inverse: nil),
            toMany("many", "Part", inverse: "owner"),
        ])
    static let part = EntityDefinition(
        "Part",
        properties: [
            attribute("name", .string), attribute("attr", .integer64),
            toOne("owner", "Sample", inverse: "many"),
        ])

    /// One attribute of each type.
    static let everything = EntityDefinition(
        "Everything",
        properties: [
            attribute("integer16", .integer16), attribute("integer32", .integer32),
            attribute("integer64", .integer64), attribute("decimal", .decimal),
            attribute("double", .double), attribute("float", .float), attribute("string", .string),
            attribute("boolean", .boolean), attribute("date", .date), attribute("binary", .binary),
            attribute("uuid", .uuid), attribute("uri", .uri), attribute("transformable", .transformable),
            PropertyDefinition("address", .attribute(AttributeDefinition(.composite, elements: address))),
        ])
    private static let address = [
        attribute("street", .string),
        PropertyDefinition(
            "place",
            .attribute(
                AttributeDefinition(
                    .composite, elements: [attribute("city", .string), attribute("zip", .integer32)]))),
    ]

    private static func attribute(
        _ name: String, _ type: StoredAttributeType, isTransient: Bool = false
    ) -> PropertyDefinition {
        PropertyDefinition(name, isTransient: isTransient, .attribute(AttributeDefinition(type)))
    }

    private static func toOne(_ name: String, _ entity: String, inverse: String?) -> PropertyDefinition {
        PropertyDefinition(name, .relationship(RelationshipDefinition(to: entity, inverse: inverse)))
    }

    private static func toMany(
        _ name: String, _ entity: String, inverse: String?, isOrdered: Bool = false
    ) -> PropertyDefinition {
        PropertyDefinition(
            name,
            .relationship(
                RelationshipDefinition(to: entity, inverse: inverse, isToMany: true, isOrdered: isOrdered)))
    }
}
