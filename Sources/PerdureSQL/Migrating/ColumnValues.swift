// SPDX-License-Identifier: Apache-2.0
// Finds, for each entity, what its new columns get from its old ones.

import PerdurePredicates
import PerdureStore

/// The values of the columns of one entity's rows.
struct ColumnValues {
    let entities: MigratedEntities
    let links: LinkPlan
    let pair: MigratedEntity

    /// The values by column; columns without an entry have none.
    func all() -> [String: ColumnValue] {
        var found: [String: ColumnValue] = [:]
        for (slot, columns) in pair.new.slots.enumerated() {
            for leaf in columns.leaves { found[leaf.column.name] = value(of: leaf.column, slot) }
            if case .toOne(let ends) = columns { add(ends, slot, to: &found) }
        }
        return found
    }

    // MARK: - Relationships

    private func add(_ ends: ToOneColumns, _ slot: Int, to found: inout [String: ColumnValue]) {
        let declaring = entities.new.schema[pair.new.entity].properties[slot].declaringEntity
        guard let kept = links.keys[RelationshipPlace(entity: declaring, slot: slot)] else { return }
        found[ends.key] = ColumnValue(source: kept.key)
        if let entity = ends.entity, let former = kept.entity {
            let numbers = entities.pairs.map { ($0.oldNumber, $0.newNumber) }
            found[entity] = ColumnValue(
                source: former,
                steps: entities.isRenumbered
                    ? [.renumbered(Dictionary(numbers, uniquingKeysWith: { first, _ in first }))] : [])
        }
        if let order = ends.order, let former = kept.order { found[order] = ColumnValue(source: former) }
    }

    // MARK: - Attributes

    private func value(of column: AttributeColumn, _ slot: Int) -> ColumnValue {
        let layout = entities.new.schema[pair.new.entity].properties[slot]
        guard case .attribute(let origin) = pair.step.origins[slot], let attribute = layout.attribute else {
            return .none
        }
        let former = origin.source.flatMap { entities.old.schema[pair.old.entity].properties[$0].attribute }
        guard let leaf = LeafOrigin(origin, of: attribute, from: former, at: column.path) else {
            return .none
        }
        let columns = origin.source.map { pair.old.slots[$0] }
        let old = leaf.path.flatMap { columns?.column(at: $0) }
        if leaf.origin.isComputedAnew {
            return old?.columnType == column.columnType ? ColumnValue(source: old?.name) : .none
        }
        var value = value(of: column, leaf, from: old, path: [layout.name] + column.path)
        value.spare(absences(of: column, leaf, from: old, in: columns))
        return value
    }

    private func value(
        of column: AttributeColumn, _ leaf: LeafOrigin, from old: AttributeColumn?, path: [String]
    ) -> ColumnValue {
        var value = ColumnValue(source: old?.name)
        if old?.form.mayLieInFile == true, !column.form.mayLieInFile {
            let entity = entities.new.schema[pair.new.entity].name
            value.steps.append(.readBack(entity: entity, property: path.joined(separator: ".")))
        }
        if let conversion = leaf.origin.conversion, let old,
            !conversion.keepsValues || old.columnType != column.columnType
        {
            value.steps.append(.converted(conversion, to: column.columnType))
        }
        value.steps += filling(of: column, leaf.attribute, leaf.origin, from: old)
        if Self.marks(column, from: old), value.source != nil || !value.steps.isEmpty {
            value.steps.append(.marked)
        }
        return value
    }

    /// What the leaf gets in rows without a value of a composite around it.
    private func absences(
        of column: AttributeColumn, _ leaf: LeafOrigin, from old: AttributeColumn?, in columns: SlotColumns?
    ) -> [ColumnValue.Absence] {
        leaf.absences.map { absence in
            var steps = filling(of: column, leaf.attribute, absence.origin, from: old)
            if Self.marks(column, from: old), !steps.isEmpty { steps.append(.marked) }
            let inside = columns?.leaves.map(\.column).filter { $0.path.starts(with: absence.composite) }
            return ColumnValue.Absence(columns: (inside ?? []).map(\.name), steps: steps)
        }
    }

    private func filling(
        of column: AttributeColumn, _ attribute: AttributeDefinition, _ origin: AttributeOrigin,
        from old: AttributeColumn?
    ) -> [ColumnValue.Step] {
        guard case .filled(let constant) = origin.nulls else { return [] }
        let filling = ColumnValue.Filling(
            constant: constant, attribute: attribute.type, type: column.columnType,
            isMarked: !Self.marks(column, from: old) && column.form.mayLieInFile)
        return SQLBinding(filling.value) == nil ? [] : [.filled(filling)]
    }

    /// Whether the new column has markers that the old one did not have.
    private static func marks(_ column: AttributeColumn, from old: AttributeColumn?) -> Bool {
        column.form.mayLieInFile && old?.form.mayLieInFile != true
    }
}
