// SPDX-License-Identifier: Apache-2.0
// A model with derived attributes of every way, and the same values computed from all rows.

#if PostgreSQL
import PerdurePredicates
import PerdureStore
import PerdureStoreConformance
import Testing

/// Owners have members, members have tags.
enum OwnersModel {
    static func entities() throws -> [EntityDefinition] {
        [
            EntityDefinition(
                "Owner",
                properties: [
                    plain("name", .string), many("members", "Member", "owner"),
                    try derived("count", .integer64, "members.@count"),
                    try derived("total", .integer64, "members.@sum.points"),
                    try derived("largest", .integer64, "members.@max.points"),
                    try derived("mean", .double, "members.@avg.points"),
                    try derived("search", .string, "canonical:(name)"),
                    try derived("touched", .date, "now()"),
                ]),
            EntityDefinition(
                "Member",
                properties: [
                    plain("points", .integer64), one("owner", "Owner", "members"),
                    many("tags", "Tag", "members"),
                    try derived("ownerName", .string, "owner.name"),
                    try derived("loud", .string, "uppercase:(owner.name)"),
                    try derived("siblings", .integer64, "owner.members.@count"),
                ]),
            EntityDefinition(
                "Tag",
                properties: [
                    plain("name", .string), many("members", "Member", "tags"),
                    try derived("uses", .integer64, "members.@count"),
                    try derived("points", .integer64, "members.points.@sum"),
                ]),
        ]
    }

    static func plain(_ name: String, _ type: StoredAttributeType) -> PropertyDefinition {
        PropertyDefinition(name, .attribute(AttributeDefinition(type)))
    }

    static func one(_ name: String, _ entity: String, _ inverse: String) -> PropertyDefinition {
        PropertyDefinition(name, .relationship(RelationshipDefinition(to: entity, inverse: inverse)))
    }

    static func many(_ name: String, _ entity: String, _ inverse: String, from former: String? = nil)
        -> PropertyDefinition
    {
        var property = PropertyDefinition(
            name, .relationship(RelationshipDefinition(to: entity, inverse: inverse, isToMany: true)))
        property.formerName = former
        return property
    }

    static func derived(_ name: String, _ type: StoredAttributeType, _ text: String) throws
        -> PropertyDefinition
    {
        let expression = try PredicateParser.parseExpression(text)
        return PropertyDefinition(name, .attribute(AttributeDefinition(type, derivation: expression)))
    }
}

/// All rows of a store, and what their derived values must be.
struct OwnersAudit {
    let store: EngineUnderTest
    private let owners: [Row]
    private let members: [Row]

    init(_ store: EngineUnderTest) throws {
        self.store = store
        owners = try store.rows(store.plan("Owner"))
        members = try store.rows(store.plan("Member"))
    }

    /// Records an issue for each wrong value.
    func check() throws {
        for owner in owners {
            let points = try members.filter { try get($0, "owner") == .reference(owner.key) }
                .map { integer(try get($0, "points")) }
            let known = points.compactMap { $0 }
            try expect(owner, "count", .integer(Int64(points.count)))
            try expect(owner, "total", .integer(known.reduce(0, +)))
            try expect(owner, "largest", known.max().map { .integer($0) } ?? .null)
            let mean = known.isEmpty ? nil : Double(known.reduce(0, +)) / Double(known.count)
            try expect(owner, "mean", mean.map { .double($0) } ?? .null)
        }
        for member in members { try check(member: member) }
        for tag in try store.rows(store.plan("Tag")) {
            let keys = Set(try store.members("members", of: tag.key))
            let users = members.filter { keys.contains($0.key) }
            try expect(tag, "uses", .integer(Int64(users.count)))
            let points = try users.compactMap { integer(try get($0, "points")) }
            try expect(tag, "points", .integer(points.reduce(0, +)))
        }
    }

    private func check(member: Row) throws {
        guard case .reference(let key) = try get(member, "owner"),
            let owner = owners.first(where: { $0.key == key })
        else {
            try expect(member, "ownerName", .null)
            return try expect(member, "siblings", .integer(0))
        }
        let name = try get(owner, "name")
        try expect(member, "ownerName", name)
        if case .string(let text) = name { try expect(member, "loud", .string(text.uppercased())) }
        let siblings = try members.filter { try get($0, "owner") == .reference(key) }
        try expect(member, "siblings", .integer(Int64(siblings.count)))
    }

    private func expect(_ row: Row, _ name: String, _ value: StoredValue) throws {
        #expect(try get(row, name) == value, "\(name) of \(row.key)")
    }

    private func get(_ row: Row, _ name: String) throws -> StoredValue {
        row[try store.slot(store.schema[row.key.entity].name, name)]
    }

    private func integer(_ value: StoredValue) -> Int64? {
        if case .integer(let number) = value { number } else { nil }
    }
}
#endif
