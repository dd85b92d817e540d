// SPDX-License-Identifier: Apache-2.0
// Numbered saves with large values in external files; a test can tell a whole save from a torn one. FaultWriter writes the
// saves. Tests of kills, power cuts and input/output errors examine them.

import Foundation
import Perdure

/// A model of series of entries, and the check of an entry.
public enum EntryModel {
    /// How many parts each entry has.
    public static let parts = 7

    /// The model of Entry, which has parts of its own and a picture that may lie in a file.
    public static func entries() -> NSManagedObjectModel {
        let model = NSManagedObjectModel(
            EntitySketch(
                "Entry", .attribute("series", .integer64AttributeType),
                .attribute("number", .integer64AttributeType),
                .attribute("edition", .integer64AttributeType),
                .attribute("picture", .binaryDataAttributeType),
                .toMany("parts", "Part", inverse: "entry", rule: .cascadeDeleteRule)),
            EntitySketch(
                "Part", .attribute("content", .binaryDataAttributeType),
                .toOne("entry", "Entry", inverse: "parts")))
        let picture = model.entitiesByName["Entry"]?.attributesByName["picture"]
        picture?.allowsExternalBinaryDataStorage = true
        return model
    }

    /// The next version: numbers of entities shift, rows get values, and pictures come back from their files.
    public static func second() -> NSManagedObjectModel {
        let model = entries()
        let album = NSEntityDescription()
        album.name = "Album"
        album.managedObjectClassName = NSStringFromClass(NSManagedObject.self)
        model.entities.append(album)
        for name in ["Entry", "Part"] {
            let label = NSAttributeDescription()
            label.name = "label"
            label.attributeType = .stringAttributeType
            label.isOptional = false
            label.defaultValue = "none"
            model.entitiesByName[name]?.properties.append(label)
        }
        let picture = model.entitiesByName["Entry"]?.attributesByName["picture"]
        picture?.allowsExternalBinaryDataStorage = false
        return model
    }

    /// Writes the entry of a number, and gives the previous entry a new picture: the changes of one save.
    ///
    /// - Parameters:
    ///   - number: the number of the entry, from 1 on.
    ///   - series: the number of the entry's series.
    ///   - pictureSize: bytes of each picture; 0 for none.
    ///   - context: the context that writes.
    /// - Throws: the error of fetching the previous entry.
    public static func write(
        _ number: Int, of series: Int, pictureSize: Int, in context: NSManagedObjectContext
    ) throws {
        let entry = context.insert("Entry", ["number": number, "series": series, "edition": 1])
        entry.setValue(picture(number, edition: 1, size: pictureSize), forKey: "picture")
        let content = Data(repeating: UInt8(truncatingIfNeeded: number), count: 200)
        for _ in 0..<parts { context.insert("Part", ["entry": entry, "content": content]) }
        let former = try context.all("Entry", "series == \(series) AND number == \(number - 1)").first
        former?.setValue(2, forKey: "edition")
        former?.setValue(picture(number - 1, edition: 2, size: pictureSize), forKey: "picture")
    }

    private static func picture(_ number: Int, edition: Int, size: Int) -> Data? {
        size > 0 ? Data(repeating: UInt8(truncatingIfNeeded: 2 * number + edition), count: size) : nil
    }

    /// Finds the torn entries of a series.
    ///
    /// - Parameters:
    ///   - series: the number of the series.
    ///   - context: the context that reads.
    /// - Returns: the number of entries, and the numbers of entries that are torn or out of order.
    /// - Throws: the error of a fetch.
    public static func examine(_ series: Int, in context: NSManagedObjectContext) throws -> (
        count: Int, torn: [Int]
    ) {
        let entries = try context.all("Entry", "series == \(series)", by: "number")
        let torn = entries.indices.filter { !isWhole(entries[$0], $0 + 1, isLast: $0 == entries.count - 1) }
        return (entries.count, torn.map { $0 + 1 })
    }

    private static func isWhole(_ entry: NSManagedObject, _ number: Int, isLast: Bool) -> Bool {
        let edition = entry.value(forKey: "edition") as? Int
        let picture = entry.value(forKey: "picture") as? Data
        let expected = self.picture(number, edition: edition ?? 0, size: picture?.count ?? 0)
        let parts = entry.value(forKey: "parts") as? Set<NSManagedObject> ?? []
        return entry.value(forKey: "number") as? Int == number && edition == (isLast ? 1 : 2)
            && picture == expected && parts.count == Self.parts
            && parts.allSatisfy { ($0.value(forKey: "content") as? Data)?.count == 200 }
    }
}
