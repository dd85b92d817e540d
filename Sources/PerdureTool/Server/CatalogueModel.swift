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
        if let key = key(of: table) { entity.userInfo["perdure.key"] = key.name }
        if let version = version(of: table) { entity.userInfo["perdure.version"] = version.name }
        if let comment = comment(on: table) {
            entity.userInfo["perdure.comment"] = comment
            remark(table.name, comment)
        }
        return entity
    }

    /// The column with the objects' numbers.
    func key(of table: ServerCatalogue.Table) -> ServerCatalogue.Column? {
        let key = table.primaryKey
        guard key.count == 1 else { return nil }
        return table.columns.first { $0.name == key[0] && $0.isWhole }
    }

    /// A column that counts writes, by its usual name.
    private func version(of table: ServerCatalogue.Table) -> ServerCatalogue.Column? {
        table.columns.first { $0.name == "version" && $0.isWhole && $0.isRequired }
    }

    private func comment(on table: ServerCatalogue.Table) -> String? {
        if table.isView { return "A view: it can only be read, and needs the user info perdure.key." }
        if key(of: table) != nil { return nil }
        switch table.primaryKey.count {
        case 0: return "There is no primary key; add an identity column."
        case 1: return "The key \(table.primaryKey[0]) is no whole number."
        default: return "The key has several columns: \(table.primaryKey.joined(separator: ", "))."
        }
    }

    private mutating func addAttributes(of table: ServerCatalogue.Table) {
        let references = Set(references(of: table).map(\.column))
        let system = [key(of: table)?.name, version(of: table)?.name]
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
