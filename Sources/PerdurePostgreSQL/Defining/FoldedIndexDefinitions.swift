// SPDX-License-Identifier: Apache-2.0
// Indexes for tests that ignore case or accents (PG-115): one on the beginnings of folded texts, and a partial one that finds the
// texts that the server cannot judge. Their names have the hash of the tables: other tables need other indexes (PG-112).

#if PostgreSQL
import PerdureSQL

/// Makes the indexes on folded texts of one entity.
struct FoldedIndexDefinitions {
    let mapping: StoreMapping
    let entity: EntityMapping
    let place: ServerPlace
    let folded: FoldedIndexes

    /// The statements.
    func all(_ names: inout ServerNames) -> [ServerDefinition] {
        folded.columns(of: entity, mapping.schema).flatMap { column, folding in
            definitions(column, folding, &names)
        }
    }

    private func definitions(_ column: String, _ folding: TextFolding, _ names: inout ServerNames)
        -> [ServerDefinition]
    {
        guard let function = folding.function else { return [] }
        let name = ServerName.quoted(column)
        let text = "\(place.table(function))(\(name))"
        let key = ServerName.quoted(mapping.system.key)
        let beginning = "pg_catalog.left(\(text), \(FetchIndexDefinitions.longestText))"
        return [
            definition("folded", column, "((\(beginning)) ASC NULLS FIRST, \(key))", &names),
            definition("unjudged", column, "(\(key)) WHERE \(name) IS NOT NULL AND \(text) IS NULL", &names),
        ]
    }

    private func definition(
        _ word: String, _ column: String, _ parts: String, _ names: inout ServerNames
    ) -> ServerDefinition {
        let table = mapping.tables[entity.table].name
        let name = names.claim("\(table)_\(column)_\(word)_\(FoldingTable.hash)")
        return .index(name, on: table, in: place, parts)
    }
}
#endif
