// SPDX-License-Identifier: Apache-2.0
// The fetch indexes of a model, and those of attributes marked "indexed" (PG-49), in the order that our ORDER BY can use.
// IndexCondition.swift has the conditions of partial ones.

#if PostgreSQL
import PerdurePredicates
import PerdureSQL
import PerdureStore

/// Makes the fetch indexes of one entity.
struct FetchIndexDefinitions {
    let mapping: StoreMapping
    let entity: EntityMapping
    let namespace: String
    private let layout: EntityLayout
    private let table: String

    /// The longest part of a text that an index holds; whole ones might not fit (54000).
    static let longestText = 600

    init(_ mapping: StoreMapping, _ entity: EntityMapping, namespace: String) {
        self.mapping = mapping
        self.entity = entity
        self.namespace = namespace
        layout = mapping.schema[entity.entity]
        table = mapping.tables[entity.table].name
    }

    /// The statements; an index with an element that has no column is left out, which changes no result.
    func all(_ names: inout ServerNames) -> [ServerDefinition] {
        indexes.compactMap { definition(of: $0, &names) }
    }

    /// The indexes of the model, and one for each attribute that is marked.
    private var indexes: [IndexDefinition] {
        let own = layout.properties[layout.inheritedCount...]
        var indexes = own.compactMap { property -> IndexDefinition? in
            guard property.attribute?.isIndexed == true,
                !layout.indexes.contains(where: { $0.name == property.name })
            else { return nil }
            return IndexDefinition(property.name, elements: [.init(property: property.name)])
        }
        indexes += layout.indexes
        return indexes
    }

    /// The columns with whose text an index begins, by table.
    static func beginnings(_ mapping: StoreMapping) -> [String: Set<String>] {
        var found: [String: Set<String>] = [:]
        for entity in mapping.entities.compactMap({ $0 }) {
            let own = FetchIndexDefinitions(mapping, entity, namespace: "")
            for index in own.indexes where index.partialPredicate == nil {
                guard let first = index.elements.first, !first.isRTree,
                    let column = own.column(own.path(of: first)), column.columnType == .text
                else { continue }
                found[own.table, default: []].insert(column.name)
            }
        }
        return found
    }

    private func definition(of index: IndexDefinition, _ names: inout ServerNames) -> ServerDefinition? {
        guard !index.elements.isEmpty, !isOneRelationship(index) else { return nil }
        var condition = ""
        if let predicate = index.partialPredicate {
            guard let text = IndexCondition(column: column).text(predicate) else { return nil }
            condition = " WHERE \(text)"
        }
        guard let parts = parts(of: index) else { return nil }
        let name = names.claim("\(table)_\(ServerWord.snakeCase(index.name))")
        return .index(name, on: table, in: ServerPlace(namespace), parts + condition)
    }

    /// A relationship's key has an index already.
    private func isOneRelationship(_ index: IndexDefinition) -> Bool {
        guard index.elements.count == 1, let name = index.elements[0].property else { return false }
        return layout.property(named: name)?.relationship != nil
    }

    private func parts(of index: IndexDefinition) -> String? {
        let columns = index.elements.map { element in
            self.column(path(of: element)).map { (column: $0, isAscending: element.isAscending) }
        }
        let found = columns.compactMap { $0 }
        guard found.count == columns.count else { return nil }
        if index.elements.allSatisfy(\.isRTree), found.count == 2,
            found.allSatisfy({ $0.column.columnType == .double })
        {
            let names = found.map { ServerName.quoted($0.column.name) }
            return "USING gist (pg_catalog.point(\(names[0]), \(names[1])))"
        }
        let texts = found.map { part in
            "\(Self.term(part.column)) " + (part.isAscending ? "ASC NULLS FIRST" : "DESC NULLS LAST")
        }
        return "(\((texts + [ServerName.quoted(mapping.system.key)]).joined(separator: ", ")))"
    }

    /// What stands in an index for a column.
    private static func term(_ column: IndexedColumn) -> String {
        let name = ServerName.quoted(column.name)
        return column.columnType == .text ? "(pg_catalog.left(\(name), \(longestText)))" : name
    }

    private func path(of element: IndexDefinition.Element) -> [String] {
        if let name = element.property { return name.split(separator: ".").map(String.init) }
        if case .keyPath(base: .evaluatedObject, let keys)? = element.expression { return keys }
        return []
    }

    /// The column of an attribute, of a composite's element, or of a to-one relationship's key.
    private func column(_ path: [String]) -> IndexedColumn? {
        guard let first = path.first, let slot = layout.slots[first] else { return nil }
        switch entity.slots[slot] {
        case .toOne(let ends):
            return path.count == 1 ? IndexedColumn(name: ends.key, columnType: .bigint) : nil
        case let columns:
            return columns.column(at: path.dropFirst()).map {
                IndexedColumn(name: $0.name, columnType: $0.columnType)
            }
        }
    }
}

/// A column of an index.
struct IndexedColumn {
    let name: String
    let columnType: SQLColumnType
}
#endif
