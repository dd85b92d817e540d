// SPDX-License-Identifier: Apache-2.0
// What one element of an archived editor's model says: values by key, in the stereotypes of the element. Used by
// EditorModelReader.swift.

import PerdurePropertyList

/// The values of an entity or a property.
struct EditorElement {
    private let archive: KeyedArchive
    private var values: [String: PropertyListValue] = [:]

    init(_ element: ArchivedInstance, _ archive: KeyedArchive) throws {
        self.archive = archive
        let stereotypes = try archive.namedEntries(element.fields["XDBucketForStereotypesstorage"]) ?? [:]
        for stereotype in stereotypes.values {
            guard case .instance(let instance) = try archive.resolve(stereotype) else { continue }
            values.merge(
                try archive.namedEntries(instance.fields["XDBucketForOwnedAttributesstorage"]) ?? [:]
            ) { first, _ in first }
        }
    }

    /// The field of a value; nil for none.
    func field(_ key: String) throws -> PropertyListValue? {
        guard case .instance(let instance) = try archive.resolve(values[key]) else { return nil }
        return instance.fields["_default"]
    }

    /// A text; nil for none and for an empty one.
    func text(_ key: String) throws -> String? {
        let text = try archive.string(try field(key))
        return text == "$null" || text == "" ? nil : text
    }

    func flag(_ key: String) throws -> Bool? { try value(key)?.booleanValue }

    func number(_ key: String) throws -> Int64? { try value(key)?.integerValue }

    /// A number of objects.
    func count(_ key: String) throws -> Int? { try number(key).flatMap { Int(exactly: Int32(clamping: $0)) } }

    /// Lists of names.
    func nameLists(_ key: String) throws -> [[String]] {
        try (archive.elements(try field(key)) ?? []).map { list in
            try (archive.elements(list) ?? []).compactMap { try archive.string($0) }
        }
    }

    /// The texts of a dictionary; values of other types are left out.
    func texts(_ key: String) throws -> [String: String] {
        guard let entries = try archive.namedEntries(try field(key)) else { return [:] }
        return try entries.compactMapValues { try archive.string($0) }
    }

    private func value(_ key: String) throws -> PropertyListValue? {
        guard case .value(let value) = try archive.resolve(try field(key)) else { return nil }
        return value
    }
}
