// SPDX-License-Identifier: Apache-2.0
// Relationships with inverses for foreign keys, and many-to-many ones for tables of two foreign keys. Part of CatalogueModel.swift.

#if PostgreSQL
import PerdureModelFormat
import PerdurePostgreSQL

/// A foreign key that can be a relationship.
struct CatalogueReference {
    /// In the order of the destination's key.
    let columns: [String]
    let destination: String
    let deletion: String

    /// As user info names them.
    var list: String { columns.joined(separator: ", ") }
    /// The word that names the relationship: the only column, or the one that no other key has to say.
    var word: String { columns.count == 1 ? CatalogueModel.word(columns[0]) : destination }
}

extension CatalogueModel {
    /// The foreign keys that lead to the whole key of a table of the namespace, each list of columns once.
    func references(of table: ServerCatalogue.Table) -> [CatalogueReference] {
        var seen: Set<[String]> = []
        return table.keys.compactMap { key in
            guard key.kind == .foreign, let destination = key.destination,
                destination.namespace == namespace, let other = catalogue.table(named: destination.table),
                Set(destination.columns) == Set(other.primaryKey), !self.key(of: other).isEmpty,
                // The objects' own numbers stay what they are.
                [self.number(of: table)?.name] != key.columns
            else { return nil }
            let pairs = Dictionary(
                zip(destination.columns, key.columns), uniquingKeysWith: { first, _ in first })
            let columns = other.primaryKey.compactMap { pairs[$0] }
            guard columns.count == other.primaryKey.count, seen.insert(columns).inserted else { return nil }
            return CatalogueReference(columns: columns, destination: other.name, deletion: key.deletion)
        }
    }

    /// Whether a table has nothing but two foreign keys.
    func isJoin(_ table: ServerCatalogue.Table) -> Bool {
        let references = references(of: table)
        return !table.isView && references.count == 2
            && references.flatMap(\.columns).sorted() == table.columns.map(\.name).sorted()
    }

    mutating func addRelationships(of table: ServerCatalogue.Table) {
        let references = references(of: table)
        for key in table.keys where key.kind == .foreign {
            guard !references.contains(where: { Set($0.columns) == Set(key.columns) }),
                [number(of: table)?.name] != key.columns
            else { continue }
            remark(
                table.name,
                "The foreign key of \(key.columns.joined(separator: ", ")) leads to no whole key of this namespace; "
                    + "its columns are attributes.")
        }
        for reference in references {
            guard let destination = entities[reference.destination]?.name,
                let own = entities[table.name]?.name
            else { continue }
            let columns = table.columns.filter { reference.columns.contains($0.name) }
            let isRequired = columns.allSatisfy(\.isRequired)
            let isAlone = references.filter { $0.destination == reference.destination }.count == 1
            let name = claim(reference.word, in: table.name)
            let inverse = claim(
                isAlone && reference.destination != table.name
                    ? table.name
                    : "\(table.name)_by_\(reference.columns.map(Self.word).joined(separator: "_"))",
                in: reference.destination)
            var forward = relationship(name, to: destination, inverse)
            forward.traits.isOptional = !isRequired
            forward.minCount = isRequired ? 1 : 0
            forward.traits.userInfo["perdure.column"] = reference.list
            var back = relationship(inverse, to: own, name)
            // A to-one end would need a column of its own.
            back.maxCount = 0
            back.deleteRule = Self.deleteRule(reference.deletion)
            entities[table.name]?.relationships.append(forward)
            entities[reference.destination]?.relationships.append(back)
            if isUnique(reference, in: table) { remarkSingle(reference, of: table, inverse, own) }
        }
    }

    private func isUnique(_ reference: CatalogueReference, in table: ServerCatalogue.Table) -> Bool {
        table.keys.contains { $0.kind != .foreign && Set($0.columns) == Set(reference.columns) }
    }

    private mutating func remarkSingle(
        _ reference: CatalogueReference, of table: ServerCatalogue.Table, _ inverse: String, _ own: String
    ) {
        remark(
            table.name,
            "The foreign key of \(reference.list) is unique, but only one end of a relationship has a column: "
                + "\(inverse) is to-many, with at most one object of \(own).")
    }

    mutating func addLinks(of table: ServerCatalogue.Table) {
        let ends = references(of: table)
        guard ends.count == 2, let first = entities[ends[0].destination]?.name,
            let second = entities[ends[1].destination]?.name
        else { return }
        let names = [
            claim(Self.plural(ends[1].word), in: ends[0].destination),
            claim(Self.plural(ends[0].word), in: ends[1].destination),
        ]
        var forward = relationship(names[0], to: second, names[1])
        forward.maxCount = 0
        forward.traits.userInfo = [
            "perdure.table": table.name, "perdure.column": ends[0].list,
            "perdure.memberColumn": ends[1].list,
        ]
        var back = relationship(names[1], to: first, names[0])
        back.maxCount = 0
        back.traits.userInfo = [
            "perdure.table": table.name, "perdure.column": ends[1].list,
            "perdure.memberColumn": ends[0].list,
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
    static func word(_ column: String) -> String {
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
