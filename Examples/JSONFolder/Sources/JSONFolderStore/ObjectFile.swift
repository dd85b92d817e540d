// SPDX-License-Identifier: Apache-2.0
// One object as a file: its version, its values by name, and the members of relationships that no file of a member tells.
// Names outlive a model's numbers.

import Foundation
import PerdureStore

/// The file of one object: Person/17.json.
struct ObjectFile {
    let layout: EntityLayout
    let number: Int64

    var name: String { "\(Self.folder(of: layout))/\(number).json" }

    /// The folder of an entity's objects; names of entities may hold anything.
    static func folder(of layout: EntityLayout) -> String {
        layout.name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? layout.name
    }

    /// Whether the file lists the members of a relationship: pairs that no row holds stand at one end, an order at its owner.
    private static func lists(_ property: PropertyLayout) -> Bool {
        guard let relationship = property.relationship, !property.isTransient else { return false }
        return relationship.isOrdered || relationship.hasPairs && relationship.listsLinks
    }

    // MARK: Writing

    /// The content for a row.
    static func content(of row: Row, in store: any StoreReader) throws -> JSONValue {
        var (values, members): ([String: JSONValue], [String: JSONValue]) = ([:], [:])
        for property in store.schema[row.key.entity].properties {
            if property.isStoredInRow, !row[property.slot].isNull {
                values[property.name] = JSONValue(
                    row[property.slot], of: property.attribute?.type ?? .objectID)
            } else if lists(property) {
                let keys = try store.members(of: property.slot, for: row.key)
                if !keys.isEmpty { members[property.name] = .array(keys.map { .integer($0.number) }) }
            }
        }
        return .object([
            "version": .integer(row.version), "values": .object(values), "members": .object(members),
        ])
    }

    // MARK: Reading

    /// Adds the object to what a store takes over.
    func read(from folder: StoreFolder, _ schema: Schema, into contents: inout ChangeSet) throws {
        let content = try folder.read(name).object ?? [:]
        guard let version = content["version"]?.integer, let values = content["values"]?.object else {
            throw folder.damage(name, "it has no version or no values")
        }
        let key = schema.key(entity: layout.number, number: number)
        let slots = try values.map { ($0, try value($1, of: $0, schema, folder)) }
        var row = ContiguousArray(repeating: StoredValue.null, count: layout.properties.count)
        for (name, value) in slots { row[layout.slots[name] ?? 0] = value }
        contents.insertions.append(RowInsertion(key: key, version: version, values: row))
        for (name, members) in content["members"]?.object ?? [:] {
            try readMembers(members, of: key, name, schema, folder, into: &contents)
        }
    }

    private func value(_ value: JSONValue, of name: String, _ schema: Schema, _ folder: StoreFolder) throws
        -> StoredValue
    {
        guard let property = layout.property(named: name), property.isStoredInRow else {
            throw folder.damage(self.name, "\(layout.name) has no property \"\(name)\"")
        }
        let read: StoredValue? =
            if let relationship = property.relationship {
                value.integer.map { .reference(schema.key(entity: relationship.destination, number: $0)) }
            } else {
                value.stored(as: property.attribute?.type ?? .undefined)
            }
        guard let read else {
            throw folder.damage(self.name, "the value of \"\(name)\" is not of the property's type")
        }
        return read
    }

    private func readMembers(
        _ value: JSONValue, of owner: ObjectKey, _ name: String, _ schema: Schema, _ folder: StoreFolder,
        into contents: inout ChangeSet
    ) throws {
        guard let property = layout.property(named: name), Self.lists(property),
            let relationship = property.relationship
        else { throw folder.damage(self.name, "\(layout.name) has no relationship \"\(name)\" with members") }
        let numbers = value.array?.compactMap(\.integer)
        guard let numbers, numbers.count == value.array?.count else {
            throw folder.damage(self.name, "the members of \"\(name)\" are not all keys")
        }
        let keys = numbers.map { schema.key(entity: relationship.destination, number: $0) }
        if relationship.isOrdered {
            contents.orders.append(OrderChange(owner: owner, slot: property.slot, members: keys))
        }
        guard relationship.hasPairs, relationship.listsLinks else { return }
        contents.links += keys.map {
            LinkChange(owner: owner, slot: property.slot, member: $0, isInsertion: true)
        }
    }
}
