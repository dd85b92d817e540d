// SPDX-License-Identifier: Apache-2.0
// The indexes of an entity: their names, columns and texts. SchemaDefinition.swift orders them. R-tree indexes are in
// SpatialIndex.swift, WHERE clauses in PartialIndexCondition.swift.

import PerdurePredicates
import PerdureSQL
import PerdureStore

/// One index of a store.
package struct IndexMapping: Sendable, Hashable {
    package private(set) var name: String
    package let table: String
    package let columns: [Column]
    package let isUnique: Bool
    /// The condition of a partial index, as SQL.
    package let condition: String?

    package struct Column: Sendable, Hashable {
        package let name: String
        /// nil for key columns, which Core Data writes without an order.
        package let isAscending: Bool?
    }

    init(_ name: String, on table: String, keys: [String]) {
        self.name = name
        self.table = table
        columns = keys.map { Column(name: $0, isAscending: nil) }
        isUnique = false
        condition = nil
    }

    init(
        _ name: String, on table: String, columns: [(name: String, isAscending: Bool)],
        isUnique: Bool = false,
        condition: String? = nil
    ) {
        self.name = name
        self.table = table
        self.columns = columns.map { Column(name: $0.name, isAscending: $0.isAscending) }
        self.isUnique = isUnique
        self.condition = condition
    }

    func named(_ name: String) -> IndexMapping {
        var index = self
        index.name = name
        return index
    }

    package var definition: SQLDefinition {
        let parts = columns.map { column in
            let name = SQLIdentifier.quoted(column.name)
            return column.isAscending.map { "\(name) COLLATE BINARY \($0 ? "ASC" : "DESC")" } ?? name
        }
        let sql =
            "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(SQLIdentifier.quoted(name)) ON "
            + "\(SQLIdentifier.quoted(table)) (\(parts.joined(separator: ", ")))"
        return SQLDefinition(.index, name, sql + (condition.map { " WHERE \($0)" } ?? ""))
    }
}

/// Lists the indexes of one entity, in Core Data's order.
struct EntityIndexes {
    let mapping: StoreMapping
    let entity: EntityMapping
    let layout: EntityLayout
    let table: String

    init(_ mapping: StoreMapping, _ entity: EntityMapping) {
        self.mapping = mapping
        self.entity = entity
        layout = mapping.schema[entity.entity]
        table = mapping.tables[entity.table].name
    }

    func all() throws -> [IndexMapping] {
        for index in layout.indexes {
            _ = try AppleNaming().word(index.name, of: "an index of \(layout.name)")
        }
        var indexes = keyIndexes() + memberKeyIndexes() + joinIndexes()
        if layout.superentity == nil, layout.hasSubentities {
            indexes.append(IndexMapping("\(table)_Z_ENT_INDEX", on: table, keys: ["Z_ENT"]))
        }
        indexes += attributeIndexes()
        indexes += layout.indexes.compactMap(fetchIndex)
        indexes += layout.uniquenessConstraints.compactMap(uniqueIndex)
        return indexes
    }

    private var own: Range<Int> { layout.inheritedCount..<layout.properties.count }

    private func keyIndexes() -> [IndexMapping] {
        own.compactMap { slot in
            guard case .toOne(let columns) = entity.slots[slot] else { return nil }
            return IndexMapping("\(table)_\(columns.key)_INDEX", on: table, keys: [columns.key])
        }
    }

    /// The indexes of the keys that to-many relationships without inverse add to this entity's table.
    private func memberKeyIndexes() -> [IndexMapping] {
        mapping.entities.compactMap { $0 }.flatMap { owner in
            owner.slots[mapping.schema[owner.entity].inheritedCount...].compactMap { slot in
                guard case .toMany(.foreignKey(let key)) = slot, key.slot == nil,
                    key.destination == entity.entity
                else { return nil }
                return IndexMapping("\(table)_\(key.key)_INDEX", on: table, keys: [key.key])
            }
        }
    }

    private func joinIndexes() -> [IndexMapping] {
        mapping.joinTables.filter { $0.entity == entity.entity }.map { join in
            IndexMapping(
                "\(join.name)_\(join.member.key)_INDEX", on: join.name,
                keys: [join.member.key, join.owner.key])
        }
    }

    /// The indexes of attributes marked "indexed", unless a fetch index has the same name.
    private func attributeIndexes() -> [IndexMapping] {
        own.compactMap { slot in
            let property = layout.properties[slot]
            guard property.attribute?.isIndexed == true, case .attribute(let column) = entity.slots[slot],
                !layout.indexes.contains(where: { $0.name == property.name })
            else { return nil }
            return IndexMapping(
                "Z_\(layout.name)_\(property.name)", on: table, columns: [(column.name, true)])
        }
    }

    /// The mapping of a fetch index.
    ///
    /// Nil for an index that Core Data does not make (on one relationship: its key has an index already), and for an index
    /// with an element or condition without a column.
    private func fetchIndex(_ index: IndexDefinition) -> IndexMapping? {
        guard !index.elements.isEmpty, !index.elements.contains(where: \.isRTree) else { return nil }
        if index.elements.count == 1, let name = index.elements[0].property,
            layout.property(named: name)?.relationship != nil
        {
            return nil
        }
        var columns: [(name: String, isAscending: Bool)] = []
        for element in index.elements {
            guard let name = column(of: element) else { return nil }
            columns.append((name, element.isAscending))
        }
        var condition: String?
        if let predicate = index.partialPredicate {
            condition = PartialIndexCondition(indexes: self).text(predicate)
            if condition == nil { return nil }
        }
        return IndexMapping(
            "Z_\(layout.name)_\(index.name)", on: table, columns: columns, condition: condition)
    }

    private func uniqueIndex(_ constraint: [String]) -> IndexMapping? {
        let columns = constraint.compactMap { column(path: $0.split(separator: ".").map(String.init)) }
        guard !columns.isEmpty, columns.count == constraint.count else { return nil }
        return IndexMapping(
            "Z_\(layout.name)_UNIQUE_\(constraint.joined(separator: "_"))", on: table,
            columns: columns.map { ($0, true) }, isUnique: true)
    }

    func column(of element: IndexDefinition.Element) -> String? {
        if let name = element.property { return column(path: name.split(separator: ".").map(String.init)) }
        switch element.expression {
        case .evaluatedObject: return "Z_PK"
        case .keyPath(base: .evaluatedObject, let keys): return column(path: keys)
        default: return nil
        }
    }

    /// The column of an attribute, an element, a composite with one leaf, a to-one key, the object itself or its entity.
    func column(path: [String]) -> String? {
        guard let first = path.first else { return nil }
        guard let slot = layout.slots[first] else {
            switch path {
            case ["self"], ["SELF"], ["objectID"]: return "Z_PK"
            case ["entity"]: return "Z_ENT"
            default: return nil
            }
        }
        switch entity.slots[slot] {
        case .toOne(let columns): return path.count == 1 ? columns.key : nil
        case let columns: return columns.onlyColumn(at: path.dropFirst())?.name
        }
    }
}
