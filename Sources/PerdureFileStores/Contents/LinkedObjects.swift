// SPDX-License-Identifier: Apache-2.0
// From the contents of a file to the change set that fills an engine (FileEngine.swift). Relationships are checked here: a file
// names both ends, and both must agree.

import PerdureStore

/// The objects of a file, with their relationships as keys.
struct LinkedObjects {
    private let schema: Schema
    private let keepsDanglingReferences: Bool
    private let objects: [FileObject]
    /// Where each object stands in `objects`.
    private var indexes: [ObjectKey: Int] = [:]
    private var values: [ContiguousArray<StoredValue>]
    private var pairs: Set<LinkChange> = []
    private var changes = ChangeSet()

    /// - Throws: `FileDamage` for a number that two objects have.
    init(_ contents: FileContents, _ schema: Schema, keepsDanglingReferences: Bool) throws {
        self.schema = schema
        self.keepsDanglingReferences = keepsDanglingReferences
        objects = contents.objects
        values = objects.map(\.values)
        indexes.reserveCapacity(objects.count)
        for (index, object) in objects.enumerated() {
            let key = schema.key(entity: object.entity, number: object.number)
            guard object.number > 0, indexes.updateValue(index, forKey: key) == nil else {
                throw FileDamage("the number \(object.number) stands twice among its objects, or is none")
            }
        }
    }

    /// The insertions of all objects.
    ///
    /// - Throws: `FileDamage` for relationships to nothing, and for ends that do not agree.
    mutating func changeSet() throws -> ChangeSet {
        for index in objects.indices {
            for link in objects[index].links where !isToMany(index, link.slot) { try point(index, link) }
        }
        for index in objects.indices {
            for link in objects[index].links where isToMany(index, link.slot) { try collect(index, link) }
        }
        changes.insertions = objects.indices.map { index in
            RowInsertion(key: key(index), version: objects[index].version, values: values[index])
        }
        changes.links = Array(pairs)
        return changes
    }

    private func key(_ index: Int) -> ObjectKey {
        schema.key(entity: objects[index].entity, number: objects[index].number)
    }

    private func isToMany(_ index: Int, _ slot: Int) -> Bool {
        schema[objects[index].entity].properties[slot].relationship?.isToMany == true
    }

    private func damage(_ index: Int, _ slot: Int, _ text: String) -> FileDamage {
        let layout = schema[objects[index].entity]
        return FileDamage(
            "the object \(objects[index].number) of \(layout.name) \(text) in \(layout.properties[slot].name)"
        )
    }

    /// The index of an object that a relationship leads to.
    private func destination(_ number: Int64, _ index: Int, _ slot: Int, _ relationship: RelationshipLayout)
        throws -> Int
    {
        let wanted = schema[relationship.destination]
        let key = ObjectKey(entity: wanted.number, root: wanted.root, number: number)
        guard let found = indexes[key], wanted.contains(entity: objects[found].entity) else {
            throw damage(index, slot, "names the number \(number), which no object of \(wanted.name) has,")
        }
        return found
    }

    private mutating func point(_ index: Int, _ link: (slot: Int, numbers: [Int64])) throws {
        let property = schema[objects[index].entity].properties[link.slot]
        guard let relationship = property.relationship else { return }
        guard link.numbers.count == 1 else { throw damage(index, link.slot, "names several objects") }
        let lost = schema.key(entity: relationship.destination, number: link.numbers[0])
        if keepsDanglingReferences, indexes[lost] == nil {
            values[index][link.slot] = .reference(lost)
            return
        }
        let other = try destination(link.numbers[0], index, link.slot, relationship)
        try setReference(of: index, link.slot, to: other)
        // The other end of a one-to-one relationship.
        guard let inverse = relationship.inverseSlot, !isToMany(other, inverse) else { return }
        try setReference(of: other, inverse, to: index)
    }

    private mutating func setReference(of index: Int, _ slot: Int, to other: Int) throws {
        if schema[objects[index].entity].properties[slot].isTransient { return }
        if case .reference(let known) = values[index][slot], known != key(other) {
            throw damage(index, slot, "names another object than the other end of the relationship does")
        }
        values[index][slot] = .reference(key(other))
    }

    private mutating func collect(_ index: Int, _ link: (slot: Int, numbers: [Int64])) throws {
        let property = schema[objects[index].entity].properties[link.slot]
        guard let relationship = property.relationship else { return }
        let members = try link.numbers.map { try destination($0, index, link.slot, relationship) }
        guard Set(members).count == members.count else {
            throw damage(index, link.slot, "names an object twice")
        }
        for member in members {
            if relationship.hasPairs {
                pairs.insert(pair(key(index), link.slot, relationship, key(member)))
            } else if let inverse = relationship.inverseSlot {
                try setReference(of: member, inverse, to: index)
            }
        }
        guard relationship.isOrdered else { return }
        changes.orders.append(
            OrderChange(owner: key(index), slot: link.slot, members: members.map(key)))
    }

    /// A pair as change sets list it: under one end of a relationship, and a pair of a reflexive one once.
    private func pair(
        _ owner: ObjectKey, _ slot: Int, _ relationship: RelationshipLayout, _ member: ObjectKey
    ) -> LinkChange {
        let isTurned =
            relationship.isReflexive
            ? member.number < owner.number : relationship.inverseSlot != nil && !relationship.listsLinks
        guard isTurned else { return LinkChange(owner: owner, slot: slot, member: member, isInsertion: true) }
        return LinkChange(
            owner: member, slot: relationship.inverseSlot ?? slot, member: owner, isInsertion: true)
    }
}
