// SPDX-License-Identifier: Apache-2.0
// Entities in compiled models. Part of CompiledModelWriter.swift.

import PerdurePropertyList

extension CompiledModelWriter {
    /// The dictionary of all entities; in a model cache a dictionary with known keys.
    mutating func entityDictionary(_ sorted: [EntityDocument]) -> PropertyListValue {
        let keys = sorted.map { builder.add(string: $0.name) }
        let values = sorted.map { PropertyListValue.uid(entityUIDs[$0.name] ?? 0) }
        guard isCache else {
            return builder.add(entries: Array(zip(keys, values)).map { ($0, $1) }, mutable: true)
        }
        let mapping = builder.add(
            classes: ["NSKnownKeysMappingStrategy1", "NSKnownKeysMappingStrategy", "NSObject"],
            fields: [
                "keys": builder.add(array: keys), "length": .integer(Int64(keys.count)),
                "version": .integer(1),
            ])
        return builder.add(
            classes: [
                "NSKnownKeysDictionary1", "NSKnownKeysDictionary", "NSMutableDictionary", "NSDictionary",
                "NSObject",
            ],
            fields: [
                "searchMapping": mapping, "values": builder.add(array: values), "version": .integer(1),
                "emptyToken": builder.add(string: "__empty_slot_token_4c24_98dc_ac1e_b773__"),
            ])
    }

    mutating func define(_ entity: EntityDocument, children: [EntityDocument]) throws {
        guard let uid = entityUIDs[entity.name] else { return }
        var fields: [String: PropertyListValue] = [
            "NSEntityName": builder.add(string: entity.name),
            "NSClassNameForEntity": builder.add(string: entity.className ?? "NSManagedObject"),
            "NSManagedObjectModel": .uid(modelUID),
            "NSSuperentity": reference(to: entity.superentityName),
            "NSSubentities": builder.add(
                entries: children.map { (builder.add(string: $0.name), reference(to: $0.name)) },
                mutable: true),
            "NSUserInfo": add(userInfo: entity.userInfo),
            "NSRenamingIdentifier": builder.add(string: entity.renamingIdentifier ?? entity.name),
            "NSVersionHashModifier": builder.add(string: entity.versionHashModifier),
            "NSProperties": try add(propertiesOf: entity),
        ]
        if entity.isAbstract { fields["NSIsAbstract"] = .boolean(true) }
        if !entity.uniquenessConstraints.isEmpty {
            fields["NSUniqueTuples"] = add(nameLists: entity.uniquenessConstraints)
        }
        let indexes = sources(of: entity).flatMap(\.indexes)
        if !indexes.isEmpty {
            fields["NSFetchIndexDescriptions"] = try add(indexes: indexes, entityUID: uid)
        }
        if !indexes.isEmpty || !entity.compoundIndexes.isEmpty {
            fields["NSCompoundIndexes"] = add(nameLists: entity.compoundIndexes)
        }
        builder.define(uid, classes: ["NSEntityDescription", "NSObject"], fields: fields)
    }

    /// The reference to an entity; null for an entity that the model does not have.
    func reference(to entity: String?) -> PropertyListValue {
        entity.flatMap { entityUIDs[$0] }.map { .uid($0) } ?? KeyedArchiveBuilder.null
    }

    mutating func add(userInfo: [String: String]) -> PropertyListValue {
        let sorted = userInfo.inByteOrder(of: \.key)
        return builder.add(
            entries: sorted.map { (builder.add(string: $0.key), builder.add(string: $0.value)) })
    }

    mutating func add(nameLists lists: [[String]]) -> PropertyListValue {
        let fields = lists.map { add(names: $0) }
        return builder.add(array: fields, mutable: true)
    }

    mutating func add(names: [String]) -> PropertyListValue {
        let fields = names.map { builder.add(string: $0) }
        return builder.add(array: fields)
    }
}
