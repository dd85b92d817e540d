// SPDX-License-Identifier: Apache-2.0
// Strings, arrays, sets and dictionaries of a keyed archive, whichever of Foundation's classes archived
// them. Part of KeyedArchive.swift.

import Foundation

extension KeyedArchive {
    /// The text of a string field; nil when it is null or no string.
    package func string(_ field: PropertyListValue?) throws -> String? {
        switch try resolve(field) {
        case .value(.string(let text)): text
        case .instance(let instance) where instance.isKind(of: "NSString"): string(of: instance)
        default: nil
        }
    }

    func string(of instance: ArchivedInstance) -> String? {
        instance.fields["NS.string"]?.stringValue
            ?? instance.fields["NS.bytes"]?.dataValue.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The element fields of an array, set or ordered set; nil when the field is null or no collection.
    package func elements(_ field: PropertyListValue?) throws -> [PropertyListValue]? {
        switch try resolve(field) {
        case .instance(let instance): elements(of: instance)
        case .value(let value): value.arrayValue
        case .null: nil
        }
    }

    func elements(of instance: ArchivedInstance) -> [PropertyListValue]? {
        guard ["NSArray", "NSSet", "NSOrderedSet"].contains(where: instance.isKind) else { return nil }
        if let elements = instance.fields["NS.objects"]?.arrayValue { return elements }
        // Non-secure and older archivers number the elements.
        var elements: [PropertyListValue] = []
        while let element = instance.fields["NS.object.\(elements.count)"] { elements.append(element) }
        return elements
    }

    /// The entries of a dictionary; nil when the field is null or no dictionary.
    package func entries(
        _ field: PropertyListValue?
    ) throws -> [(key: PropertyListValue, value: PropertyListValue)]? {
        guard case .instance(let instance) = try resolve(field) else { return nil }
        return try entries(of: instance)
    }

    func entries(
        of instance: ArchivedInstance
    ) throws -> [(key: PropertyListValue, value: PropertyListValue)]? {
        guard instance.isKind(of: "NSDictionary") else { return nil }
        if instance.isKind(of: "NSKnownKeysDictionary") || instance.className == "NSKnownKeysDictionary1" {
            return try knownKeysEntries(of: instance)
        }
        if let keys = instance.fields["NS.keys"]?.arrayValue,
            let values = instance.fields["NS.objects"]?.arrayValue
        {
            guard keys.count == values.count else {
                throw PropertyListError("a dictionary of the keyed archive has more keys than values")
            }
            return Array(zip(keys, values)).map { ($0, $1) }
        }
        var entries: [(PropertyListValue, PropertyListValue)] = []
        while let key = instance.fields["NS.key.\(entries.count)"],
            let value = instance.fields["NS.object.\(entries.count)"]
        { entries.append((key, value)) }
        return entries
    }

    /// Keys stand in the shared mapping; an empty slot holds the archive's empty token.
    private func knownKeysEntries(
        of instance: ArchivedInstance
    ) throws -> [(key: PropertyListValue, value: PropertyListValue)]? {
        guard case .instance(let mapping) = try resolve(instance.fields["searchMapping"]),
            let keys = try elements(mapping.fields["keys"]),
            let values = try elements(instance.fields["values"]),
            keys.count == values.count
        else { throw PropertyListError("a dictionary with known keys is damaged") }
        let empty = instance.fields["emptyToken"]?.uidValue
        return zip(keys, values).filter { empty == nil || $1.uidValue != empty }.map { ($0, $1) }
    }

    /// A dictionary whose keys are strings.
    package func namedEntries(_ field: PropertyListValue?) throws -> [String: PropertyListValue]? {
        guard let entries = try entries(field) else { return nil }
        var result: [String: PropertyListValue] = Dictionary(minimumCapacity: entries.count)
        for (key, value) in entries {
            guard let name = try string(key) else {
                throw PropertyListError("a dictionary's key in the keyed archive is no string")
            }
            result[name] = value
        }
        return result
    }
}
