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

    /// The longest part of a text that an index holds, in characters or bytes; whole ones might not fit (54000).
    static let longestText = 600
    /// The shortest part, however many elements share the room.
    private static let shortestText = 20

    init(_ mapping: StoreMapping, _ entity: EntityMapping, namespace: String) {
        self.mapping = mapping
        self.entity = entity
        self.namespace = namespace
        layout = mapping.schema[entity.entity]
        table = mapping.tables[entity.table].name
    }

    /// The statements; an index with an element that has no column, or one that no index holds, is left out, which changes no
    /// result.
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

    /// The columns with the beginning of whose texts or bytes an index begins, and how long it is at the most, by table.
    static func beginnings(_ mapping: StoreMapping) -> [String: [String: Int]] {
        var found: [String: [String: Int]] = [:]
        for entity in mapping.entities.compactMap({ $0 }) {
            let own = FetchIndexDefinitions(mapping, entity, namespace: "")
            for index in own.indexes where index.partialPredicate == nil {
                guard let columns = own.columns(of: index), let first = columns.first,
                    index.elements.first?.isRTree == false, first.columnType.isLong,
                    !columns.contains(where: \.columnType.isUnindexed)
                else { continue }
                let length = max(Self.length(in: columns), found[own.table]?[first.name] ?? 0)
                found[own.table, default: [:]][first.name] = length
            }
        }
        return found
    }

    /// How much of each text an index holds: all of them together must fit.
    private static func length(in columns: [IndexedColumn]) -> Int {
        max(shortestText, longestText / max(1, columns.count(where: \.columnType.isLong)))
    }

    private func definition(of index: IndexDefinition, _ names: inout ServerNames) -> ServerDefinition? {
        guard !index.elements.isEmpty, !isOneRelationship(index) else { return nil }
        var condition = ""
        if let predicate = index.partialPredicate {
            guard let text = IndexCondition(column: column).text(predicate) else { return nil }
            condition = " WHERE \(text)"
        }
        guard let columns = columns(of: index) else { return nil }
        let word = "\(table)_\(ServerWord.snakeCase(index.name))"
        var name = names.claim(word)
        let long = columns.filter(\.columnType.isLong)
        if columns.contains(where: \.columnType.isUnindexed) {
            names.retire(name)
            return nil
        }
        // Under the plain name older stores have an index of longer parts, which refuses values that do not fit.
        if long.count > 1 || long.contains(where: { $0.columnType != .text }) {
            names.retire(name)
            name = names.claim("\(word)_\(Self.length(in: columns))")
        }
        return .index(name, on: table, in: ServerPlace(namespace), parts(of: index, columns) + condition)
    }

    /// The columns of all elements; nil where one has none.
    private func columns(of index: IndexDefinition) -> [IndexedColumn]? {
        let found = index.elements.compactMap { column(path(of: $0)) }
        return found.count == index.elements.count ? found : nil
    }

    /// A relationship's key has an index already.
    private func isOneRelationship(_ index: IndexDefinition) -> Bool {
        guard index.elements.count == 1, let name = index.elements[0].property else { return false }
        return layout.property(named: name)?.relationship != nil
    }

    private func parts(of index: IndexDefinition, _ columns: [IndexedColumn]) -> String {
        if index.elements.allSatisfy(\.isRTree), columns.count == 2,
            columns.allSatisfy({ $0.columnType == .double })
        {
            let names = columns.map { ServerName.quoted($0.name) }
            return "USING gist (pg_catalog.point(\(names[0]), \(names[1])))"
        }
        let length = Self.length(in: columns)
        let texts = zip(columns, index.elements).map { column, element in
            "\(Self.term(column, length)) " + (element.isAscending ? "ASC NULLS FIRST" : "DESC NULLS LAST")
        }
        return "(\((texts + [ServerName.quoted(mapping.system.key)]).joined(separator: ", ")))"
    }

    /// What stands in an index for a column.
    private static func term(_ column: IndexedColumn, _ length: Int) -> String {
        let name = ServerName.quoted(column.name)
        return switch column.columnType {
        case .text: "(pg_catalog.left(\(name), \(length)))"
        case .bytea: "(pg_catalog.substr(\(name), 1, \(length)))"
        default: name
        }
    }

    private func path(of element: IndexDefinition.Element) -> [String] {
        if let name = element.property { return name.split(separator: ".").map(String.init) }
        if case .keyPath(base: .evaluatedObject, let keys)? = element.expression { return keys }
        return []
    }

    /// The column of an attribute, of a composite's element, of a composite with one leaf, or of a to-one relationship's key.
    private func column(_ path: [String]) -> IndexedColumn? {
        guard let first = path.first, let slot = layout.slots[first] else { return nil }
        switch entity.slots[slot] {
        case .toOne(let ends):
            return path.count == 1 ? IndexedColumn(name: ends.key, columnType: .bigint) : nil
        case let columns:
            return columns.onlyColumn(at: path.dropFirst()).map {
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

extension SQLColumnType {
    /// Whether values may be too long for an index, which has their beginnings then.
    fileprivate var isLong: Bool { self == .text || self == .bytea }

    /// Whether no index holds values in an order: those of any length that have no beginning.
    fileprivate var isUnindexed: Bool { isArray || self == .jsonb }
}
#endif
