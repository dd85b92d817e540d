// SPDX-License-Identifier: Apache-2.0
// Relationships with inverses for foreign keys, and many-to-many ones for tables of two foreign keys. Part of CatalogueModel.swift.

#if PostgreSQL
import PerdureModelFormat
import PerdurePostgreSQL

/// A foreign key that can be a relationship.
struct CatalogueReference {
    let column: String
    let destination: String
    let deletion: String
}

extension CatalogueModel {
    /// The foreign keys of one column that lead to the key of a table of the namespace, each column once.
    func references(of table: ServerCatalogue.Table) -> [CatalogueReference] {
        var seen: Set<String> = []
        return table.keys.compactMap { key in
            guard key.kind == .foreign, key.columns.count == 1, let destination = key.destination,
                destination.namespace == namespace, let other = catalogue.table(named: destination.table),
                destination.columns == other.primaryKey, self.key(of: other) != nil,
                // The objects' own numbers stay what they are.
                self.key(of: table)?.name != key.columns[0], seen.insert(key.columns[0]).inserted
            else { return nil }
            return CatalogueReference(
                column: key.columns[0], destination: other.name, deletion: key.deletion)
        }
    }

    /// Whether a table has nothing but two foreign keys.
    func isJoin(_ table: ServerCatalogue.Table) -> Bool {
        !table.isView && table.columns.count == 2 && references(of: table).count == 2
    }

    mutating func addRelationships(of table: ServerCatalogue.Table) {
        let references = references(of: table)
        for key in table.keys where key.kind == .foreign {
            guard !references.contains(where: { [$0.column] == key.columns }),
                self.key(of: table)?.name != key.columns.first || key.columns.count > 1
            else { continue }
            remark(
                table.name,
                "The foreign key of \(key.columns.joined(separator: ", ")) leads to no single key of this namespace; "
                    + "its columns are attributes.")
        }
        for reference in references {
            guard let destination = entities[reference.destination]?.name,
                let own = entities[table.name]?.name
            else { continue }
            let column = table.columns.first { $0.name == reference.column }
            let isUnique = table.keys.contains { $0.kind != .foreign && $0.columns == [reference.column] }
            let isAlone = references.filter { $0.destination == reference.destination }.count == 1
            let name = claim(Self.word(reference.column), in: table.name)
            let inverse = claim(
                isAlone && reference.destination != table.name
                    ? table.name : "\(table.name)_by_\(Self.word(reference.column))",
                in: reference.destination)
            var forward = relationship(name, to: destination, inverse)
            forward.traits.isOptional = column?.isRequired != true
            forward.minCount = column?.isRequired == true ? 1 : 0
            forward.traits.userInfo["perdure.column"] = reference.column
            var back = relationship(inverse, to: own, name)
            back.maxCount = isUnique ? 1 : 0
            back.deleteRule = Self.deleteRule(reference.deletion)
            entities[table.name]?.relationships.append(forward)
            entities[reference.destination]?.relationships.append(back)
        }
    }

    mutating func addLinks(of table: ServerCatalogue.Table) {
        let ends = references(of: table)
        guard ends.count == 2, let first = entities[ends[0].destination]?.name,
            let second = entities[ends[1].destination]?.name
        else { return }
        let names = [
            claim(Self.plural(Self.word(ends[1].column)), in: ends[0].destination),
            claim(Self.plural(Self.word(ends[0].column)), in: ends[1].destination),
        ]
        var forward = relationship(names[0], to: second, names[1])
        forward.maxCount = 0
        forward.traits.userInfo = [
            "perdure.table": table.name, "perdure.column": ends[0].column,
            "perdure.memberColumn": ends[1].column,
        ]
        var back = relationship(names[1], to: first, names[0])
        back.maxCount = 0
        back.traits.userInfo = [
            "perdure.table": table.name, "perdure.column": ends[1].column,
            "perdure.memberColumn": ends[0].column,
        ]
        entities[ends[0].destination]?.relationships.append(forward)
        entities[ends[1].destination]?.relationships.append(back)
    }

    private func relationship(_ name: String, to destination: String, _ inverse: String)
        -> RelationshipDocument
    {
        var relationship = RelationshipDocument(traits: PropertyTraits(name: name))
        relationship.traits.isOptional = true
        relationship.destinationEntityName = destination
        relationship.inverseName = inverse
        relationship.inverseEntityName = destination
        return relationship
    }

    private mutating func claim(_ word: String, in table: String) -> String {
        names[table, default: CatalogueNames()].claim(word)
    }

    /// A key's column without its ending.
    private static func word(_ column: String) -> String {
        column.hasSuffix("_id") && column.count > 3 ? String(column.dropLast(3)) : column
    }

    private static func plural(_ word: String) -> String { word.hasSuffix("s") ? word : word + "s" }

    /// What happens to rows when their destination goes, as the destination's rule.
    private static func deleteRule(_ letter: String) -> Int {
        switch letter {
        case "c": 2
        case "a", "r": 3
        default: 1
        }
    }
}
#endif
