// SPDX-License-Identifier: Apache-2.0
// Join tables, and where each to-many relationship finds its members. Part of MappingBuilder.swift.

import PerdureStore

extension MappingBuilder {
    /// Adds the join tables: visits the entities by name, and each entity's relationships, the inherited ones too.
    ///
    /// The end that is visited first names the table. Album comes before AlbumList, for example, so the relationship that
    /// Album inherits from GenericAlbum names it. If both ends belong to one entity, the relationship with the greater name
    /// does.
    mutating func addJoinTables() throws {
        var done: Set<DeclaredSlot> = []
        var used = JoinNames(tables: UsedNames(naming, tables.map(\.name)), keys: UsedNames(naming))
        for entity in included.sorted(by: namesAscend) {
            for property in schema[entity].properties {
                guard let ends = ends(of: property, in: property.declaringEntity), !done.contains(ends.owner)
                else { continue }
                let isSameEntity = ends.owner.entity == ends.member.entity
                if isSameEntity, ends.ownerName < ends.memberName, isMutual(ends) { continue }
                done.formUnion([ends.owner, ends.member])
                try addJoinTable(ends, used: &used)
            }
        }
    }

    /// The names that are given already.
    struct JoinNames {
        /// Those of all tables, lest a join table be named as an entity's is.
        var tables: UsedNames
        var keys: UsedNames
    }

    /// The order by name: the numbers that entities would have without hierarchies.
    private func namesAscend(_ first: Int32, _ second: Int32) -> Bool {
        let (one, other) = (schema[first].name, schema[second].name)
        return (one.lowercased(), one) < (other.lowercased(), other)
    }

    /// The two ends of a many-to-many relationship, each with the entity that declares it.
    struct JoinEnds {
        let owner: DeclaredSlot
        let ownerName: String
        let ownerIsOrdered: Bool
        let member: DeclaredSlot
        let memberName: String
        let memberIsOrdered: Bool
        /// The relationship's destination, which may inherit the other end.
        let destination: Int32
    }

    private func ends(of property: PropertyLayout, in entity: Int32) -> JoinEnds? {
        guard let relationship = property.relationship, relationship.isToMany, !property.isTransient,
            let slot = relationship.inverseSlot, holds(relationship.destination)
        else { return nil }
        let other = schema[relationship.destination].properties[slot]
        guard let inverse = other.relationship, inverse.isToMany, !other.isTransient else { return nil }
        return JoinEnds(
            owner: DeclaredSlot(entity: entity, slot: property.slot), ownerName: property.name,
            ownerIsOrdered: relationship.isOrdered,
            member: DeclaredSlot(entity: other.declaringEntity, slot: slot), memberName: other.name,
            memberIsOrdered: inverse.isOrdered, destination: relationship.destination)
    }

    /// Whether the other end names this end as its inverse, so that the loop visits it as well.
    private func isMutual(_ ends: JoinEnds) -> Bool {
        let other = schema[ends.member.entity].properties[ends.member.slot].relationship
        return other?.inverseSlot == ends.owner.slot
    }

    private mutating func addJoinTable(_ ends: JoinEnds, used: inout JoinNames) throws {
        let index = joinTables.count
        let table = try joinTable(ends, used: &used)
        joinTables.append(table)
        setJoin(
            ends.owner,
            JoinLink(
                table: index, own: table.owner.key, member: table.member.key, order: table.member.order,
                destination: ends.destination, isReflexive: table.isReflexive))
        guard ends.owner != ends.member else { return }
        let inverse = schema[ends.member.entity].properties[ends.member.slot].relationship
        setJoin(
            ends.member,
            JoinLink(
                table: index, own: table.member.key, member: table.owner.key, order: table.owner.order,
                destination: inverse?.destination ?? ends.owner.entity, isReflexive: table.isReflexive))
    }

    private mutating func setJoin(_ place: DeclaredSlot, _ link: JoinLink) {
        guard case .none = slots[Int(place.entity) - 1][place.slot] else { return }
        slots[Int(place.entity) - 1][place.slot] = .toMany(.joinTable(link))
    }

    /// Makes the mapping of a join table.
    private func joinTable(_ ends: JoinEnds, used: inout JoinNames) throws -> JoinTableMapping {
        let owner = JoinEndName(
            word: try joinName(ends.ownerName, ends.owner), entity: fileNumber(ends.owner.entity))
        let member = JoinEndName(
            word: try joinName(ends.memberName, ends.member), entity: fileNumber(ends.member.entity))
        let table = try joinTableName(ends, owner, member, &used)
        if ends.owner == ends.member { return try reflexiveTable(ends, owner, table) }
        let keys = try joinKeys(ends, owner, member, in: table, &used)
        return JoinTableMapping(
            name: table, entity: ends.owner.entity,
            owner: joinColumn(keys.owner, isOrdered: ends.memberIsOrdered, in: table),
            member: joinColumn(keys.member, isOrdered: ends.ownerIsOrdered, in: table), isReflexive: false)
    }

    /// The name is claimed for an existing file too, where names that differ by case only have numbers as well.
    private func joinTableName(
        _ ends: JoinEnds, _ owner: JoinEndName, _ member: JoinEndName, _ used: inout JoinNames
    ) throws -> String {
        let plain = naming.pairs(owner.word, owner: owner.entity)
        let claimed = used.tables.claim(plain)
        let others = [member.entity, fileNumber(ends.destination)].map {
            naming.pairs(member.word, owner: $0)
        }
        return try file.joinTable(
            claimed, or: (claimed == plain ? [] : [plain]) + others, entity: schema[ends.owner.entity].name,
            property: ends.ownerName)
    }

    private func reflexiveTable(_ ends: JoinEnds, _ owner: JoinEndName, _ table: String) throws
        -> JoinTableMapping
    {
        let keys = try file.reflexiveColumns(
            naming.pairs(owner.word, owner: owner.entity), in: table,
            entity: schema[ends.owner.entity].name, property: ends.ownerName)
        let order = ends.ownerIsOrdered ? naming.reflexiveOrder(own: keys.own, member: keys.member) : nil
        return JoinTableMapping(
            name: table, entity: ends.owner.entity, owner: JoinColumn(key: keys.own, order: nil),
            member: JoinColumn(key: keys.member, order: order.flatMap { file.optionalColumn($0, in: table) }),
            isReflexive: true)
    }

    /// Each key column is named after the relationship that points at its objects, so both ends give the columns the same names.
    private func joinKeys(
        _ ends: JoinEnds, _ owner: JoinEndName, _ member: JoinEndName, in table: String,
        _ used: inout JoinNames
    ) throws -> (owner: String, member: String) {
        let (entity, property) = (schema[ends.owner.entity].name, ends.ownerName)
        let made = naming.joinKeys(owner, member)
        let plain = (
            owner: naming.pairs(member.word, owner: owner.entity),
            member: naming.pairs(owner.word, owner: member.entity)
        )
        let names = made ?? (used.keys.claim(plain.owner), used.keys.claim(plain.member))
        // Ends of one entity whose names differ by case only share the plain name: the claimed ones say which is which.
        if made == nil, plain.owner == plain.member {
            return (
                try file.column(names.owner, in: table, entity: entity, property: property),
                try file.column(names.member, in: table, entity: entity, property: property)
            )
        }
        return (
            try file.joinColumn(
                names.owner, base: member.word, numbers: [owner.entity], in: table, entity: entity,
                property: property),
            try file.joinColumn(
                names.member, base: owner.word, numbers: [member.entity, fileNumber(ends.destination)],
                in: table, entity: entity, property: property)
        )
    }

    private func joinColumn(_ key: String, isOrdered: Bool, in table: String) -> JoinColumn {
        let order = isOrdered ? file.optionalColumn(naming.orderColumn(for: key), in: table) : nil
        return JoinColumn(key: key, order: order)
    }

    private func joinName(_ name: String, _ place: DeclaredSlot) throws -> String {
        try naming.word(name, of: "\"\(schema[place.entity].name).\(name)\"")
    }
}

extension MappingBuilder {
    /// Maps the remaining to-many slots to key columns in their members' tables.
    mutating func addToManySlots() throws {
        for entity in included {
            for property in schema[entity].properties[schema[entity].inheritedCount...] {
                guard let relationship = property.relationship, relationship.isToMany, !property.isTransient,
                    case .none = slots[Int(entity) - 1][property.slot]
                else { continue }
                if let key = memberKey(of: relationship, property, in: entity) {
                    slots[Int(entity) - 1][property.slot] = .toMany(.foreignKey(key))
                }
            }
        }
    }

    private func memberKey(
        of relationship: RelationshipLayout, _ property: PropertyLayout, in entity: Int32
    ) -> MemberKey? {
        guard let slot = relationship.inverseSlot else {
            return memberKeys[DeclaredSlot(entity: entity, slot: property.slot)]
        }
        guard case .toOne(let key) = slots[Int(relationship.destination) - 1][slot],
            let table = tableIndexes[schema[relationship.destination].root]
        else { return nil }
        return MemberKey(
            table: table, key: key.key, entity: key.entity, order: key.order,
            destination: relationship.destination, slot: slot)
    }
}
