// SPDX-License-Identifier: Apache-2.0
// The files of a store: one for each object, in a folder for each entity.

import CoreData

/// One object as its file has it.
struct ObjectFile {
    var version: UInt64
    var values: [String: Any]
    /// Related objects by their names; at most one for a to-one relationship.
    var links: [String: [String]]
}

/// Reads and writes the files of a folder.
struct ObjectFiles {
    let folder: URL

    private func url(_ name: String, _ entity: String) -> URL {
        folder.appendingPathComponent(entity).appendingPathComponent(name + ".json")
    }

    /// The names of an entity's objects, in a fixed order.
    func names(_ entity: String) throws -> [String] {
        let place = folder.appendingPathComponent(entity).path
        guard FileManager.default.fileExists(atPath: place) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: place).filter { $0.hasSuffix(".json") }
            .map { String($0.dropLast(5)) }.sorted()
    }

    /// The object with a name; nil when there is none.
    func read(_ name: String, _ entity: String) throws -> ObjectFile? {
        let url = url(name, entity)
        guard FileManager.default.fileExists(atPath: url.path) else { return nil }
        let json = try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any]
        guard let json, let version = json["version"] as? Int, version >= 0 else {
            throw CocoaError(.fileReadCorruptFile, userInfo: [NSFilePathErrorKey: url.path])
        }
        return ObjectFile(
            version: UInt64(version), values: json["values"] as? [String: Any] ?? [:],
            links: json["links"] as? [String: [String]] ?? [:])
    }

    /// The bytes of an object's file.
    func data(_ file: ObjectFile) throws -> Data {
        let json: [String: Any] = [
            "version": Int(file.version), "values": file.values, "links": file.links,
        ]
        return try JSONSerialization.data(withJSONObject: json, options: [.prettyPrinted, .sortedKeys])
    }

    func write(_ data: Data, _ name: String, _ entity: String) throws {
        let place = folder.appendingPathComponent(entity)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try data.write(to: url(name, entity), options: .atomic)
    }

    func remove(_ name: String, _ entity: String) throws {
        let url = url(name, entity)
        if FileManager.default.fileExists(atPath: url.path) { try FileManager.default.removeItem(at: url) }
    }
}
