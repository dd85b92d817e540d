// SPDX-License-Identifier: Apache-2.0
// Makes a model of a namespace that others have made: entities for tables, with the user info that attaching reads.
// CatalogueModel+Relationships.swift has foreign keys and join tables.

#if PostgreSQL
import PerdureModelFormat
import PerdurePostgreSQL

/// The model of a catalogue.
struct CatalogueModel {
    let catalogue: ServerCatalogue
    let namespace: String
    /// Entities by their tables.
    var entities: [String: EntityDocument] = [:]
    var names: [String: CatalogueNames] = [:]
    /// What the model cannot say, for people.
    private(set) var remarks: [String] = []

    init(_ catalogue: ServerCatalogue, namespace: String) {
        self.catalogue = catalogue
        self.namespace = namespace
        let tables = catalogue.tables.filter { !isJoin($0) }
        var entityNames = CatalogueNames()
        for table in tables {
            entities[table.name] = entity(of: table, entityNames.claim(table.name, isEntity: true))
        }
        for table in tables { addAttributes(of: table) }
        for table in tables { addRelationships(of: table) }
        for table in catalogue.tables where isJoin(table) { addLinks(of: table) }
        for table in tables { addConstraints(of: table) }
    }

    /// The model, in the order of the tables.
    var document: ModelDocument {
        var document = ModelDocument()
        document.entities = catalogue.tables.compactMap { entities[$0.name] }
        return document
    }

    mutating func remark(_ table: String, _ text: String) { remarks.append("\(table): \(text)") }

    // MARK: Entities

    private mutating func entity(of table: ServerCatalogue.Table, _ name: String) -> EntityDocument {
        var entity = EntityDocument(name: name)
        entity.className = name
        entity.toolAttributes = ["codeGenerationType": "class", "syncable": "YES"]
        entity.userInfo["perdure.table"] = table.name
        let key = key(of: table)
        if !key.isEmpty { entity.userInfo["perdure.key"] = key.map(\.name).joined(separator: ", ") }
        if let version = version(of: table) { entity.userInfo["perdure.version"] = version.name }
        if let comment = comment(on: table) {
            entity.userInfo["perdure.comment"] = comment
            remark(table.name, comment)
        }
        return entity
    }

    /// The columns of the primary key, in its order; none where objects cannot be told apart by it.
    func key(of table: ServerCatalogue.Table) -> [ServerCatalogue.Column] {
        let columns = table.primaryKey.compactMap { name in table.columns.first { $0.name == name } }
        return columns.allSatisfy(\.canBeKey) ? columns : []
    }

    /// The column with the objects' numbers, which is no attribute; nil for keys of other types and of several columns.
    func number(of table: ServerCatalogue.Table) -> ServerCatalogue.Column? {
        let key = key(of: table)
        return key.count == 1 && key[0].isWhole ? key[0] : nil
    }

    /// A column that counts writes, by its usual name.
    private func version(of table: ServerCatalogue.Table) -> ServerCatalogue.Column? {
        table.columns.first { $0.name == "version" && $0.isWhole && $0.isRequired }
    }

    private func comment(on table: ServerCatalogue.Table) -> String? {
        if table.isView { return "A view: it can only be read, and needs the user info perdure.key." }
        if table.primaryKey.isEmpty { return "There is no primary key; add an identity column." }
        let strange = table.columns.filter { table.primaryKey.contains($0.name) && !$0.canBeKey }
        guard let first = strange.first else { return nil }
        return
            "The key's column \(first.name) is of the type \(first.type), which no key can have; add an identity column."
    }

    private mutating func addAttributes(of table: ServerCatalogue.Table) {
        let references = Set(references(of: table).flatMap(\.columns))
        let system = [number(of: table)?.name, version(of: table)?.name]
        var own = CatalogueNames()
        for column in table.columns where !references.contains(column.name) && !system.contains(column.name) {
            let attribute = column.attribute(named: own.claim(column.name))
            if let comment = attribute.traits.userInfo["perdure.comment"] {
                remark("\(table.name).\(column.name)", comment)
            }
            entities[table.name]?.attributes.append(attribute)
        }
        names[table.name] = own
    }

    // MARK: Uniqueness

    private mutating func addConstraints(of table: ServerCatalogue.Table) {
        guard let entity = entities[table.name] else { return }
        var columns: [String: String] = [:]
        for traits in entity.attributes.map(\.traits) {
            if let column = traits.userInfo["perdure.column"] { columns[column] = traits.name }
        }
        for key in table.keys where key.kind != .foreign {
            let attributes = key.columns.compactMap { columns[$0] }
            if attributes.count == key.columns.count {
                if !attributes.isEmpty { entities[table.name]?.uniquenessConstraints.append(attributes) }
            } else if key.kind == .unique, key.columns.count > 1 {
                remark(
                    table.name,
                    "The unique columns \(key.columns.joined(separator: ", ")) are not all attributes; the server alone enforces it."
                )
            }
        }
    }
}
#endif
