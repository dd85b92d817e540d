// SPDX-License-Identifier: Apache-2.0
// What a model says of its tables on a server: by its hashes, and by user info of entities and properties.

#if PostgreSQL
import Perdure
import PerdureModel
import PerdureModelFormat
import PerdurePostgreSQL

extension PostgreSQLOptions {
    /// Takes the hashes, names, parts and foldings of a model.
    mutating func take(_ model: NSManagedObjectModel) {
        modelHashes = model.entityVersionHashesByName
        chosenNames = ChosenNames(model)
        partitions = TablePartitions(model)
        foldedIndexes = FoldedIndexes(model)
    }

    /// Takes these, and the archive that a new store or a new version keeps.
    mutating func takeWhole(_ model: NSManagedObjectModel) {
        take(model)
        modelArchive = { try CompiledModelWriter.writeModelCache(model.document) }
    }
}

extension ChosenNames {
    /// Reads the user info of a model: `perdure.table` of entities, `perdure.column` of properties.
    init(_ model: NSManagedObjectModel) {
        self.init()
        for entity in model.entities {
            guard let name = entity.name else { continue }
            if let table = entity.userInfo?["perdure.table"] as? String { tables[name] = table }
            for property in entity.properties {
                // A composite attribute has a column for each element.
                let attribute = property as? NSAttributeDescription
                guard attribute?.attributeType != .compositeAttributeType,
                    let column = property.userInfo?["perdure.column"] as? String
                else { continue }
                columns[name, default: [:]][property.name] = column
            }
        }
    }
}

extension TablePartitions {
    /// Reads the user info of a model: `perdure.partitions` of entities.
    init(_ model: NSManagedObjectModel) {
        var texts: [String: String] = [:]
        for entity in model.entities {
            if let value = entity.userInfo?[Self.key] { texts[entity.name ?? ""] = "\(value)" }
        }
        self.init(texts)
    }
}

extension FoldedIndexes {
    /// Reads the user info of a model: `perdure.folding` of attributes.
    init(_ model: NSManagedObjectModel) {
        var texts: [String: [String: String]] = [:]
        for entity in model.entities {
            // An inherited attribute has its index by the entity that declares it.
            for property in entity.properties {
                guard let value = property.userInfo?[Self.key] else { continue }
                texts[entity.name ?? "", default: [:]][property.name] = "\(value)"
            }
        }
        self.init(texts)
    }
}
#endif
