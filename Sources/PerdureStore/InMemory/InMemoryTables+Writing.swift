// SPDX-License-Identifier: Apache-2.0
// Writes a change set into the tables. Nothing here can fail, because InMemoryTables+Checking.swift has checked everything
// before: so a commit writes all or nothing. InMemoryTables+Deriving.swift calls it.

extension InMemoryTables {
    /// Writes the changes, and returns the rows that the writer cannot know: rows that it did not check or that merged.
    mutating func write(_ changes: ChangeSet) -> [Row] {
        for deletion in changes.deletions { delete(deletion.key) }
        for insertion in changes.insertions { insert(insertion) }
        let unchecked = changes.updates.compactMap { update($0) }
        for link in changes.links { apply(link) }
        for order in changes.orders {
            orders[OwnedSlot(owner: order.owner, slot: order.slot)] = order.members
        }
        return unchecked
    }

    private mutating func insert(_ insertion: RowInsertion) {
        let key = insertion.key
        store(insertion.row, replacing: nil)
        lastNumbers[key.root] = max(lastNumbers[key.root] ?? 0, key.number)
    }

    private mutating func update(_ update: RowUpdate) -> Row? {
        guard let old = row(for: update.key) else { return nil }
        var values = old.values
        update.write(to: &values)
        let new = Row(key: old.key, version: update.nextVersion(after: old.version), values: values)
        store(new, replacing: old)
        return isPredictable(update, of: old.key.entity) ? nil : new
    }

    private mutating func store(_ row: Row, replacing old: Row?) {
        rows[row.key.root, default: [:]][row.key.number] = row
        for property in schema[row.key.entity].properties where holdsReference(property) {
            let side = RelationshipSide(property)
            if case .reference(let target)? = old?[property.slot] {
                links[side]?.remove(row.key.number, target.number)
            }
            if case .reference(let target) = row[property.slot] {
                links[side, default: LinkIndex()].insert(row.key.number, target.number)
            }
        }
        reindex(row.key, from: old, to: row)
    }

    private func holdsReference(_ property: PropertyLayout) -> Bool {
        property.isStoredInRow && property.relationship != nil
    }

    private mutating func delete(_ key: ObjectKey) {
        guard let old = rows[key.root]?.removeValue(forKey: key.number) else { return }
        for property in schema[old.key.entity].properties where property.relationship != nil {
            removeLinks(of: old.key, property)
        }
        reindex(old.key, from: old, to: nil)
    }

    private mutating func removeLinks(of key: ObjectKey, _ property: PropertyLayout) {
        orders[OwnedSlot(owner: key, slot: property.slot)] = nil
        guard let link = RelationshipSide.holding(property, in: schema) else { return }
        // Rows that still point here keep their to-one value: clearing it is a change of its own.
        let isHeldElsewhere = !link.isForward && property.relationship?.isManyToMany == false
        if isHeldElsewhere { return }
        if link.isForward || property.relationship?.isReflexive == true {
            links[link.side]?.removeAll(from: key.number)
        }
        if !link.isForward || property.relationship?.isReflexive == true {
            links[link.side]?.removeAll(to: key.number)
        }
    }

    private mutating func apply(_ change: LinkChange) {
        let property = schema[change.owner.entity].properties[change.slot]
        guard let link = RelationshipSide.holding(property, in: schema) else { return }
        let owner = link.isForward ? change.owner.number : change.member.number
        let member = link.isForward ? change.member.number : change.owner.number
        if change.isInsertion {
            links[link.side, default: LinkIndex()].insert(owner, member)
        } else {
            links[link.side]?.remove(owner, member)
            if property.relationship?.isReflexive == true { links[link.side]?.remove(member, owner) }
        }
    }

    private mutating func reindex(_ key: ObjectKey, from old: Row?, to new: Row?) {
        for constraint in constraints[Int(key.entity) - 1] {
            let oldValues = old.flatMap(constraint.values(of:))
            let newValues = new.flatMap(constraint.values(of:))
            guard oldValues != newValues else { continue }
            if let oldValues, uniqueIndexes[constraint]?[oldValues] == key.number {
                uniqueIndexes[constraint]?[oldValues] = nil
            }
            if let newValues { uniqueIndexes[constraint, default: [:]][newValues] = key.number }
        }
    }
}
