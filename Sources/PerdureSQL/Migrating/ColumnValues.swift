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
        guard case .attribute(var origin) = pair.step.origins[slot], var attribute = layout.attribute else {
            return .none
        }
        var former = origin.source.map { entities.old.schema[pair.old.entity].properties[$0] }?.attribute
        var path: [String]? = former == nil ? nil : []
        let slotOrigin = origin.source
        for name in column.path {
            guard let place = attribute.elements.firstIndex(where: { $0.name == name }),
                case .attribute(let element) = attribute.elements[place].kind,
                origin.elements.indices.contains(place)
            else { return .none }
            (attribute, origin) = (element, origin.elements[place])
            step(origin, &former, &path)
        }
        let old = slotOrigin.flatMap { slot in path.flatMap { pair.old.slots[slot].column(at: $0) } }
        return value(of: column, attribute, origin, from: old, path: [layout.name] + column.path)
    }

    /// Follows one element into the old attribute.
    private func step(
        _ origin: AttributeOrigin, _ former: inout AttributeDefinition?, _ path: inout [String]?
    ) {
        guard let place = origin.source, let elements = former?.elements, elements.indices.contains(place),
            case .attribute(let attribute) = elements[place].kind
        else {
            (former, path) = (nil, nil)
            return
        }
        path?.append(elements[place].name)
        former = attribute
    }

    private func value(
        of column: AttributeColumn, _ attribute: AttributeDefinition, _ origin: AttributeOrigin,
        from old: AttributeColumn?, path: [String]
    ) -> ColumnValue {
        if origin.isComputedAnew {
            return old?.columnType == column.columnType ? ColumnValue(source: old?.name) : .none
        }
        var value = ColumnValue(source: old?.name)
        if old?.form.mayLieInFile == true, !column.form.mayLieInFile {
            let entity = entities.new.schema[pair.new.entity].name
            value.steps.append(.readBack(entity: entity, property: path.joined(separator: ".")))
        }
        if let conversion = origin.conversion, let old,
            !conversion.keepsValues || old.columnType != column.columnType
        {
            value.steps.append(.converted(conversion, to: column.columnType))
        }
        let marks = column.form.mayLieInFile && old?.form.mayLieInFile != true
        if case .filled(let constant) = origin.nulls {
            let filling = ColumnValue.Filling(
                constant: constant, attribute: attribute.type, type: column.columnType,
                isMarked: !marks && column.form.mayLieInFile)
            if SQLBinding(filling.value) != nil { value.steps.append(.filled(filling)) }
        }
        if marks, value.source != nil || !value.steps.isEmpty { value.steps.append(.marked) }
        return value
    }
}
