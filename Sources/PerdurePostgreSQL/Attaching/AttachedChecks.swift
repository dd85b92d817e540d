// SPDX-License-Identifier: Apache-2.0
// Compares a mapping with the tables of others, and describes them for statements (PG-60, PG-61). Every difference is noted.

#if PostgreSQL
import PerdureSQL
import PerdureStore

/// The check of one table.
struct AttachedChecks {
    let mapping: StoreMapping
    let names: AttachedNames
    let catalog: AttachedCatalog
    let differences: AttachedDifferences
    let namespace: String
    let keys: AttachedKeys

    /// The table of a hierarchy; nil where it is not there, which is noted already.
    func table(_ table: TableMapping) -> AttachedTable? {
        let place = AttachedStoreNames.relation(table.name, in: namespace, catalog)
        guard let relation = catalog.relations[place] else { return nil }
        let root = mapping.schema[table.root].name
        let chosen = names.entities[root] ?? AttachedNames.Entity()
        guard let key = keys.keys[table.name] else { return nil }
        var attached = AttachedTable(
            name: relation.name, key: key, version: version(chosen, relation, root),
            isReadOnly: !relation.isTable)
        if case .mark = attached.version { attached.isLocked = relation.isLockable }
        attached.refersToItself = refersToItself(table)
        attached.references = keys.references[table.name] ?? [:]
        attached.isAlwaysIdentity = key.columns.contains { relation[$0]?.isAlwaysIdentity == true }
        for column in key.columns { attached.keyDefaults[column] = relation[column]?.defaultText }
        attached.anyColumn = relation.columns.first { !$0.isComputed && !key.columns.contains($0.name) }?.name
        tellApart(table, chosen, relation, &attached)
        for entity in table.entities.compactMap({ mapping[$0] }) { check(entity, relation, &attached) }
        attached.kept = attached.keptColumns(Set(relation.columns.filter(\.isRequired).map(\.name)))
        return attached
    }

    private func refersToItself(_ table: TableMapping) -> Bool {
        table.entities.compactMap { mapping[$0] }.contains { entity in
            entity.slots.contains { columns in
                guard case .toOne(let ends) = columns else { return false }
                return mapping[ends.destination]?.table == entity.table
            }
        }
    }

    // MARK: What every row has

    private func version(
        _ chosen: AttachedNames.Entity, _ relation: AttachedCatalog.Relation, _ root: String
    ) -> AttachedTable.Version {
        guard let name = chosen.version else { return relation.isTable ? .mark : .content }
        if relation[name]?.wholeBytes == nil {
            differences.add(
                root, nil, "\(relation.name.text) has no column \(name) of whole numbers for the version")
        }
        return .column(name)
    }

    private func tellApart(
        _ table: TableMapping, _ chosen: AttachedNames.Entity, _ relation: AttachedCatalog.Relation,
        _ attached: inout AttachedTable
    ) {
        let root = mapping.schema[table.root].name
        attached.entityWords = table.entities.compactMap { mapping[$0] }.map {
            let name = mapping.schema[$0.entity].name
            return ($0.fileNumber, names.entities[name]?.discriminatorValue ?? name)
        }
        guard let name = chosen.discriminator else {
            if table.entities.count > 1 {
                differences.add(
                    root, nil,
                    "it has subentities; name the column that tells them apart by perdure.discriminator"
                )
            }
            return
        }
        guard let column = relation[name] else {
            return differences.add(
                root, nil, "\(relation.name.text) has no column \(name) to tell entities apart")
        }
        // A backslash could end a text early on servers with old settings.
        for (_, word) in attached.entityWords where word.contains("\\") || word.utf8.contains(0) {
            differences.add(root, nil, "perdure.discriminatorValue has a backslash or U+0000")
        }
        attached.discriminator = (name, column.fullType)
    }

    // MARK: Columns

    private func check(
        _ entity: EntityMapping, _ relation: AttachedCatalog.Relation, _ attached: inout AttachedTable
    ) {
        let layout = mapping.schema[entity.entity]
        for property in layout.properties where !property.isTransient {
            if property.relationship?.isOrdered == true {
                differences.add(
                    layout.name, property.name,
                    "an ordered relationship needs positions, which others' tables do not keep; make it unordered"
                )
            }
            switch entity.slots[property.slot] {
            case .toOne(let ends): noteReference(ends.key, relation, &attached)
            case let columns:
                for leaf in columns.leaves { check(leaf.column, layout, property, relation, &attached) }
            }
        }
    }

    /// A key that the columns of the row's own key hold is written with them.
    private func noteReference(
        _ name: String, _ relation: AttachedCatalog.Relation, _ attached: inout AttachedTable
    ) {
        if let column = relation[name] {
            return note(column, AttachedColumnForm(.integer16, column), &attached)
        }
        guard let shape = attached.references[name],
            shape.columns.contains(where: { relation[$0]?.isComputed == false })
        else { return }
        attached.written.insert(name)
    }

    private func check(
        _ attribute: AttributeColumn, _ layout: EntityLayout, _ property: PropertyLayout,
        _ relation: AttachedCatalog.Relation, _ attached: inout AttachedTable
    ) {
        guard let column = relation[attribute.name] else { return }
        guard property.attribute?.merge == nil else {
            return differences.add(
                layout.name, property.name, "attributes that merge need a store that Perdure has made")
        }
        guard let form = AttachedColumnForm(attribute.type, column) else {
            return differences.add(
                layout.name, property.name,
                "the column \(relation.name.text).\(column.name) is of the type \(column.fullType), which does not hold "
                    + "an attribute of the type \(attribute.type)")
        }
        attached.forms[column.name] = form
        // What others compute is read back.
        if property.attribute?.derivation == nil { note(column, form, &attached) }
    }

    private func note(
        _ column: AttachedCatalog.Column, _ form: AttachedColumnForm?, _ attached: inout AttachedTable
    ) {
        attached.forms[column.name] = form
        guard !column.isComputed, !attached.key.columns.contains(column.name),
            column.name != attached.discriminator?.column
        else { return }
        if case .column(column.name) = attached.version { return }
        attached.written.insert(column.name)
        if column.isRequired { attached.defaults[column.name] = column.defaultText }
    }
}
#endif
