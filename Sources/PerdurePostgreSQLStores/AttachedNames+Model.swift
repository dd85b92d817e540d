// SPDX-License-Identifier: Apache-2.0
// The user info of a model that names tables of others (PG-60), for stores that are attached to them.

#if PostgreSQL
import Perdure
import PerdureModel
import PerdurePostgreSQL

extension AttachedNames {
    /// Reads the user info of entities and properties.
    init(_ model: NSManagedObjectModel) {
        self.init()
        for entity in model.entities {
            guard let name = entity.name else { continue }
            func text(_ key: String) -> String? { entity.userInfo?["perdure.\(key)"] as? String }
            var own = Entity()
            own.table = text("table")
            own.key = text("key")
            own.version = text("version")
            own.discriminator = text("discriminator")
            own.discriminatorValue = text("discriminatorValue")
            entities[name] = own
            for property in entity.properties { add(property, of: name) }
        }
    }

    private mutating func add(_ property: NSPropertyDescription, of entity: String) {
        func text(_ key: String) -> String? { property.userInfo?["perdure.\(key)"] as? String }
        if let relationship = property as? NSRelationshipDescription, let table = text("table") {
            add(Pairs(table, own: text("column"), member: text("memberColumn")), relationship, of: entity)
            return
        }
        // A composite attribute has a column for each element.
        let attribute = property as? NSAttributeDescription
        guard attribute?.attributeType != .compositeAttributeType, let column = text("column") else { return }
        columns[entity, default: [:]][property.name] = column
    }

    /// Both ends know the table of their pairs; either may name it.
    private mutating func add(_ pairs: Pairs, _ relationship: NSRelationshipDescription, of entity: String) {
        self.pairs[entity, default: [:]][relationship.name] = pairs
        guard let inverse = relationship.inverseRelationship, inverse !== relationship,
            let other = inverse.entity.name, self.pairs[other]?[inverse.name] == nil
        else { return }
        self.pairs[other, default: [:]][inverse.name] = Pairs(
            pairs.table, own: pairs.member, member: pairs.own)
    }
}
#endif
