// SPDX-License-Identifier: Apache-2.0
// Finds the keys of others' tables and the columns that refer to them (PG-61). Every difference from the model is noted.

#if PostgreSQL
import PerdureSQL
import PerdureStore

/// The keys and references of one mapping.
struct AttachedKeys {
    let mapping: StoreMapping
    let catalog: AttachedCatalog
    let differences: AttachedDifferences
    let namespace: String
    /// By the names of tables.
    private(set) var keys: [String: AttachedKey] = [:]
    /// The references to keys that are no numbers, by the names of tables and columns; those of join tables too.
    private(set) var references: [String: [String: KeyShape]] = [:]

    init(
        _ mapping: StoreMapping, _ names: AttachedNames, _ catalog: AttachedCatalog,
        _ differences: AttachedDifferences, namespace: String
    ) {
        self.mapping = mapping
        self.catalog = catalog
        self.differences = differences
        self.namespace = namespace
        for (index, table) in mapping.tables.enumerated() {
            let root = mapping.schema[table.root].name
            keys[table.name] = key(of: table.name, index, names.entities[root]?.key, root)
        }
        for entity in mapping.entities.compactMap({ $0 }) { findReferences(of: entity) }
    }

    /// Every column that is a key and no number, by the names of tables and columns.
    var shapes: [String: [String: KeyShape]] {
        var shapes = references
        for case (let table, .shape(let shape)) in keys { shapes[table, default: [:]][shape.name] = shape }
        return shapes
    }

    private func relation(_ table: String) -> AttachedCatalog.Relation? {
        catalog.relations[AttachedStoreNames.relation(table, in: namespace, catalog)]
    }

    // MARK: Keys

    private func key(of table: String, _ index: Int, _ chosen: String?, _ root: String) -> AttachedKey? {
        guard let relation = relation(table) else { return nil }
        let primary = relation.columns.filter { $0.primaryKeyPlace != nil }.sorted {
            ($0.primaryKeyPlace ?? 0) < ($1.primaryKeyPlace ?? 0)
        }
        let names = chosen.map { ColumnList.names($0, in: relation) } ?? primary.map(\.name)
        guard !names.isEmpty else {
            differences.add(
                root, nil, "\(relation.name.text) has no primary key; name its key by perdure.key")
            return nil
        }
        guard let columns = columns(names, of: relation, root, nil) else { return nil }
        if columns.count == 1, columns[0].wholeBytes != nil { return .number(columns[0].name) }
        let strange = columns.filter { !KeyShape.comparableTypes.contains($0.type) }
        for column in strange {
            differences.add(
                root, nil,
                "the key \(column.name) of \(relation.name.text) is of the type \(column.fullType), whose equal values may have "
                    + "several texts; add an identity column, and name it by perdure.key")
        }
        guard strange.isEmpty else { return nil }
        return .shape(shape(mapping.system.key, index, columns))
    }

    private func columns(
        _ names: [String], of relation: AttachedCatalog.Relation, _ entity: String, _ property: String?
    ) -> [AttachedCatalog.Column]? {
        let missing = names.filter { relation[$0] == nil }
        for name in missing {
            differences.add(
                entity, property, "\(relation.name.text) has no column \(name) for \(property ?? "its key")")
        }
        return missing.isEmpty ? names.compactMap { relation[$0] } : nil
    }

    private func shape(_ name: String, _ hierarchy: Int, _ columns: [AttachedCatalog.Column]) -> KeyShape {
        KeyShape(
            name: name, hierarchy: hierarchy, columns: columns.map(\.name), types: columns.map(\.baseType))
    }

    // MARK: References

    private mutating func findReferences(of entity: EntityMapping) {
        let layout = mapping.schema[entity.entity]
        let own = mapping.tables[entity.table].name
        for property in layout.properties where !property.isTransient {
            switch entity.slots[property.slot] {
            case .toOne(let ends): find(ends.key, in: own, to: ends.destination, layout, property)
            case .toMany(.foreignKey(let key)) where key.slot == nil:
                let table = mapping.tables[key.table].name
                find(key.key, in: table, to: layout.root, layout, property)
            case .toMany(.joinTable(let link)):
                let table = mapping.joinTables[link.table].name
                find(link.own, in: table, to: layout.root, layout, property)
                find(link.member, in: table, to: link.destination, layout, property)
            default: break
            }
        }
    }

    private mutating func find(
        _ column: String, in table: String, to destination: Int32, _ layout: EntityLayout,
        _ property: PropertyLayout
    ) {
        guard let relation = relation(table), let other = mapping[destination]?.table,
            let key = keys[mapping.tables[other].name]
        else { return }
        let names = ColumnList.names(column, in: relation)
        // A column that is not there is noted where names are found.
        let columns = names.compactMap { relation[$0] }
        guard columns.count == names.count else { return }
        switch key {
        case .number:
            guard columns.count != 1 || columns[0].wholeBytes == nil else { return }
            differences.add(
                layout.name, property.name,
                "the column \(relation.name.text).\(column) is of the type \(columns[0].fullType), and the keys of "
                    + "\(mapping.tables[other].name) are whole numbers")
        case .shape(let shape):
            guard columns.count == shape.columns.count else {
                return differences.add(
                    layout.name, property.name,
                    "the key of \(mapping.tables[other].name) has the columns \(shape.columns.joined(separator: ", ")); name "
                        + "those of \(relation.name.text) that refer to them by perdure.column, in this order, with commas"
                )
            }
            references[table, default: [:]][column] = self.shape(column, shape.hierarchy, columns)
        }
    }
}
#endif
