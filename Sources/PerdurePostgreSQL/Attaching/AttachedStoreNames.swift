// SPDX-License-Identifier: Apache-2.0
// The names of others' tables for PerdureSQL's MappingBuilder: those of the model's user info, else those by the rules of new
// stores (PG-60). What is missing is noted, and the mapping goes on.

#if PostgreSQL
import PerdureSQL
import PerdureStore

/// Finds tables and columns in a catalog.
struct AttachedStoreNames: StoredNames {
    let names: AttachedNames
    let namespace: String
    let catalog: AttachedCatalog
    let differences: AttachedDifferences
    let isExisting = true

    /// The table or view that a text names: "schema.name", or a name of the store's namespace.
    static func relation(_ text: String, in namespace: String, _ catalog: AttachedCatalog) -> RelationName {
        let whole = RelationName(namespace: namespace, name: text)
        guard catalog.relations[whole] == nil, let dot = text.firstIndex(of: ".") else { return whole }
        return RelationName(
            namespace: String(text[..<dot]), name: String(text[text.index(after: dot)...]))
    }

    private func relation(_ text: String) -> RelationName {
        Self.relation(text, in: namespace, catalog)
    }

    private func known(_ table: String) -> AttachedCatalog.Relation? { catalog.relations[relation(table)] }

    func hasTable(_ name: String) -> Bool { known(name) != nil }

    func numbers(of included: [Int32], in schema: Schema) -> [Int32] {
        NewNames().numbers(of: included, in: schema)
    }

    func table(_ predicted: String, or former: String?, entity: String) -> String {
        let name = relation(names.entities[entity]?.table ?? predicted)
        if catalog.relations[name] == nil {
            differences.add(entity, nil, "there is no table or view \(name.text) that this role may see")
        }
        return name.text
    }

    func column(_ predicted: String, in table: String, entity: String, property: String) -> String {
        let name = names.columns[entity]?[property] ?? predicted
        return found(name, in: table, entity, property)
    }

    private func found(_ name: String, in table: String, _ entity: String, _ property: String) -> String {
        let relation = known(table)
        for column in ColumnList.names(name, in: relation) where relation != nil && relation?[column] == nil {
            differences.add(entity, property, "the table \(table) has no column \(column)")
        }
        return name
    }

    /// Positions are refused where the model is checked (AttachedChecks.swift).
    func optionalColumn(_ predicted: String, in table: String) -> String? { nil }

    /// No column of the table: the destination's row is asked (AttachedTable.swift).
    func entityColumn(_ predicted: String, key: String, in table: String) -> String? {
        ServerWord.fitting("perdure_\(predicted)")
    }

    func hasColumns(_ names: Set<String>, in table: String) -> Bool { true }
    func isAddable(_ property: String, of entity: String) -> Bool { false }

    // MARK: Pairs

    func joinTable(_ predicted: String, or alternatives: [String], entity: String, property: String) -> String
    {
        let chosen = names.pairs[entity]?[property]?.table
        let name = relation(
            chosen ?? ([predicted] + alternatives).first { known($0) != nil } ?? predicted)
        if catalog.relations[name] == nil {
            differences.add(entity, property, "there is no table \(name.text) for its pairs")
        }
        return name.text
    }

    func joinColumn(
        _ predicted: String, base: String, numbers: [Int32], in table: String, entity: String,
        property: String
    ) -> String {
        let pairs = names.pairs[entity]?[property]
        // The column of an end is named by the other end.
        let isMember = base == ServerWord.snakeCase(property)
        return found((isMember ? pairs?.member : pairs?.own) ?? predicted, in: table, entity, property)
    }

    func reflexiveColumns(_ predicted: String, in table: String, entity: String, property: String) -> (
        own: String, member: String
    ) {
        let pairs = names.pairs[entity]?[property]
        let rules = NewNames().reflexiveColumns(predicted, in: table, entity: entity, property: property)
        return (
            found(pairs?.own ?? rules.own, in: table, entity, property),
            found(pairs?.member ?? rules.member, in: table, entity, property)
        )
    }
}
#endif
