// SPDX-License-Identifier: Apache-2.0
// Reads all files of a store (ObjectFile.swift) when it is opened: Store.json, Keys.json and a folder for each entity.

import Foundation
import PerdurePropertyList
import PerdureStore

/// What the files of a store hold.
struct FolderContents {
    static let store = "Store.json"
    static let keys = "Keys.json"

    let folder: StoreFolder
    let schema: Schema

    /// The metadata; nil for a folder that holds no store yet.
    ///
    /// - Throws: `StoreError.notAStore` for a folder with other files.
    func metadata() throws -> [String: PropertyListValue]? {
        guard folder.exists(Self.store) else {
            // An opening that was interrupted leaves the lock, and perhaps half a file.
            let others = folder.names().filter { $0 != "Lock" && !$0.hasSuffix(".new") }
            guard let other = others.sorted().first else { return nil }
            throw StoreError.notAStore(
                path: folder.url.path,
                reason:
                    "it has \"\(other)\" but no \(Self.store). Choose an empty folder, or put that file back")
        }
        guard let entries = try folder.read(Self.store).object, entries["format"] == .integer(1),
            let metadata = entries["metadata"]?.object.flatMap(JSONValue.entries)
        else { throw folder.damage(Self.store, "it has not the format 1, or its metadata cannot be read") }
        return metadata
    }

    static func file(_ metadata: [String: PropertyListValue]) -> JSONValue {
        .object(["format": .integer(1), "metadata": .object(metadata.mapValues { JSONValue($0) })])
    }

    /// The highest keys that were given out, by the name of the root entity.
    func lastKeys() throws -> [String: Int64] {
        guard folder.exists(Self.keys) else { return [:] }
        let entries = try folder.read(Self.keys).object
        let keys = entries?.compactMapValues(\.integer)
        guard let keys, keys.count == entries?.count else {
            throw folder.damage(Self.keys, "it is no list of numbers")
        }
        return keys
    }

    /// All objects.
    func objects() throws -> ChangeSet {
        var contents = ChangeSet()
        for layout in schema.entities {
            let folderName = ObjectFile.folder(of: layout)
            for name in folder.names(in: folderName).sorted() where name.hasSuffix(".json") {
                guard let number = Int64(name.dropLast(".json".count)), number > 0 else {
                    throw folder.damage("\(folderName)/\(name)", "its name is no key")
                }
                try ObjectFile(layout: layout, number: number).read(from: folder, schema, into: &contents)
            }
        }
        try requireMembers(contents)
        return contents
    }

    /// Refuses pairs with objects that are missing, because somebody has removed a file.
    private func requireMembers(_ contents: ChangeSet) throws {
        let keys = Set(contents.insertions.map(\.key))
        for link in contents.links where !keys.contains(link.member) {
            let owner = ObjectFile(layout: schema[link.owner.entity], number: link.owner.number)
            throw folder.damage(
                owner.name,
                "it names the object \(link.member.number) of \(schema[link.member.entity].name), which has no file"
            )
        }
    }
}
