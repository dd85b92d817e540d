// SPDX-License-Identifier: Apache-2.0
// Keyed archives as data: an object table whose entries are decoded when they are asked for. Collections
// are read in KeyedArchive+Collections.swift, Foundation's values in KeyedArchive+PlainValues.swift; the
// writer is KeyedArchiveBuilder.swift.

import Foundation

/// Reads an `NSKeyedArchiver` binary property list; never makes an instance of anything it names.
///
/// Objects are named by their number in the archive's table (the UID), so cycles are no danger by themselves.
/// Everything that is looked at counts against a budget in proportion to the archive's size: a walk over an
/// archive whose objects share each other without bound ends in an error. Not for use from several threads.
package final class KeyedArchive {
    /// The names under which objects were archived, mostly `root`, with their UIDs.
    package let top: [String: Int]
    private let table: BinaryPropertyListTable
    /// The table's index of each UID's object.
    private let objects: ReferenceList
    private var remainingVisits: Int
    private var keys: [Int: String] = [:]
    private var classes: [Int: [String]] = [:]

    package init(_ data: Data, limits: PropertyListLimits = .standard) throws {
        table = try BinaryPropertyListTable(data, limits: limits)
        let opened = try Self.open(table)
        top = opened.top
        objects = opened.objects
        remainingVisits = limits.visits(forByteCount: data.count)
    }

    /// The number of objects in the table.
    package var count: Int { objects.count }

    /// The UID of the object archived as `root`.
    package func root() throws -> Int {
        guard let uid = top["root"] else { throw PropertyListError("the keyed archive has no root object") }
        return uid
    }

    /// The object with a UID.
    package func object(_ uid: Int) throws -> ArchivedObject {
        guard objects.indices.contains(uid) else {
            throw PropertyListError("the keyed archive refers to object \(uid), which does not exist")
        }
        if uid == 0 { return .null }
        guard case .dictionary(let keys, let values) = try table.object(at: objects[uid]) else {
            return .value(try leaf(at: objects[uid]))
        }
        var fields: [String: PropertyListValue] = Dictionary(minimumCapacity: keys.count)
        for (key, value) in zip(keys, values) {
            fields[try self.key(at: key)] = try field(at: value, depth: 0)
        }
        guard let classUID = fields.removeValue(forKey: "$class")?.uidValue else {
            throw PropertyListError("object \(uid) of the keyed archive has no class")
        }
        return .instance(ArchivedInstance(uid: uid, classes: try classNames(classUID), fields: fields))
    }

    /// The object that a field refers to, or the field's own value.
    package func resolve(_ field: PropertyListValue?) throws -> ArchivedObject {
        switch field {
        case nil, .null: .null
        case .uid(let uid): try object(uid)
        case .some(let value): .value(value)
        }
    }
}

/// An object of a keyed archive.
package enum ArchivedObject: Sendable, Equatable {
    case null
    /// A string, number, boolean, date or data that stands in the table as it is.
    case value(PropertyListValue)
    case instance(ArchivedInstance)
}

/// An object with a class; fields refer to other objects by `uid`.
package struct ArchivedInstance: Sendable, Equatable {
    package let uid: Int
    /// The class and its ancestors, most special first.
    ///
    /// Never empty.
    package let classes: [String]
    package let fields: [String: PropertyListValue]

    package var className: String { classes[0] }

    /// Tells whether the object is of a class or one of its subclasses.
    package func isKind(of name: String) -> Bool { classes.contains(name) }
}

// MARK: - Decoding the table

extension KeyedArchive {
    private static func open(_ table: BinaryPropertyListTable) throws -> (
        top: [String: Int], objects: ReferenceList
    ) {
        let root = try members(table.top, of: table)
        guard let objects = root["$objects"], case .array(let numbers) = try table.object(at: objects),
            let topIndex = root["$top"]
        else { throw PropertyListError("this is no keyed archive: $objects or $top is missing") }
        var top: [String: Int] = [:]
        for (name, index) in try members(topIndex, of: table) {
            if case .leaf(.uid(let uid)) = try table.object(at: index) { top[name] = uid }
        }
        return (top, numbers)
    }

    /// The members of a dictionary whose values are of no interest yet.
    private static func members(_ index: Int, of table: BinaryPropertyListTable) throws -> [String: Int] {
        guard case .dictionary(let keys, let values) = try table.object(at: index) else {
            throw PropertyListError("this is no keyed archive: a dictionary is missing")
        }
        var result: [String: Int] = [:]
        for (key, value) in zip(keys, values) {
            if case .leaf(.string(let name)) = try table.object(at: key) { result[name] = value }
        }
        return result
    }

    private func spend(_ visits: Int) throws {
        remainingVisits -= visits
        guard remainingVisits >= 0 else {
            throw PropertyListError("the keyed archive's objects refer to each other without bound")
        }
    }

    private func key(at index: Int) throws -> String {
        try spend(1)
        if let name = keys[index] { return name }
        guard case .string(let name) = try leaf(at: index) else {
            throw PropertyListError("a key of the keyed archive is no string")
        }
        keys[index] = name
        return name
    }

    private func leaf(at index: Int) throws -> PropertyListValue {
        guard case .leaf(let value) = try table.object(at: index) else {
            throw PropertyListError("object \(index) of the keyed archive is a bare container")
        }
        switch value {
        case .string(let text): try spend(1 + text.utf8.count / 16)
        case .data(let data): try spend(1 + data.count / 16)
        default: try spend(1)
        }
        return value
    }

    /// A field's value.
    ///
    /// Archives put references into arrays, seldom anything deeper.
    private func field(at index: Int, depth: Int) throws -> PropertyListValue {
        guard depth < 4 else { throw PropertyListError("a field of the keyed archive nests too deeply") }
        switch try table.object(at: index) {
        case .leaf: return try leaf(at: index)
        case .array(let elements):
            try spend(elements.count)
            return .array(try elements.map { try field(at: $0, depth: depth + 1) })
        case .set(let elements):
            try spend(elements.count)
            return .set(try elements.map { try field(at: $0, depth: depth + 1) })
        case .dictionary(let keys, let values):
            var result: [String: PropertyListValue] = [:]
            for (key, value) in zip(keys, values) {
                result[try self.key(at: key)] = try field(at: value, depth: depth + 1)
            }
            return .dictionary(result)
        }
    }

    private func classNames(_ uid: Int) throws -> [String] {
        if let names = classes[uid] { return names }
        guard objects.indices.contains(uid),
            case .dictionary(let fields) = try field(at: objects[uid], depth: 0),
            let name = fields["$classname"]?.stringValue
        else { throw PropertyListError("class \(uid) of the keyed archive has no name") }
        let chain = (fields["$classes"]?.arrayValue ?? []).compactMap(\.stringValue)
        let names = chain.first == name ? chain : [name] + chain
        classes[uid] = names
        return names
    }
}
