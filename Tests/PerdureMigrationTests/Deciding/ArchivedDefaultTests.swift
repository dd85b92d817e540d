// SPDX-License-Identifier: Apache-2.0
// Inferred migrations give rows the default of a transformable attribute, in the form in which stores keep it.

import CoreData
import Foundation
import PerdureTestSupport
import Testing

@Suite("Migration: defaults of transformable attributes") struct ArchivedDefaultTests {
    /// The file's extension says the type of the store.
    static let extensions = ["sqlite", "xml", "binary"]

    private func model(_ added: PropertySketch...) -> NSManagedObjectModel {
        NSManagedObjectModel(EntitySketch("Note", properties: [.attribute("text")] + added))
    }

    /// Makes a store with a note, opens it with a second model, and reads the note's tags.
    private func tags(_ name: String, from old: NSManagedObjectModel, to new: NSManagedObjectModel) throws
        -> [String]?
    {
        let folder = try TemporaryFolder()
        let url = folder.file("Notes.\(name)")
        let first = try Stack(at: url, old)
        let writer = first.context()
        try writer.performAndWait {
            writer.insert("Note", ["text": "old"])
            try writer.save()
        }
        try first.coordinator.remove(first.store)
        let second = try Stack(at: url, new, options: LibraryVersions.migrating)
        let context = second.context()
        return try context.performAndWait {
            let notes = try context.all("Note")
            #expect(notes.map { $0.value(forKey: "text") as? String } == ["old"])
            return notes.first?.value(forKey: "tags") as? [String]
        }
    }

    @Test("MG-4 an added transformable attribute has its default, mandatory or not", arguments: extensions)
    func added(_ name: String) throws {
        for isOptional in [false, true] {
            let new = model(
                .attribute(
                    "tags", .transformableAttributeType, isOptional: isOptional, default: ["x", "y"]))
            #expect(try tags(name, from: model(), to: new) == ["x", "y"])
        }
    }

    @Test(
        "MIG-138 one that becomes mandatory gives its default to rows without a value", arguments: extensions)
    func required(_ name: String) throws {
        let old = model(.attribute("tags", .transformableAttributeType))
        let new = model(
            .attribute("tags", .transformableAttributeType, isOptional: false, default: ["x"]))
        #expect(try tags(name, from: old, to: new) == ["x"])
    }

    @Test("MG-4 a transformer of the program's own makes the stored form", arguments: extensions)
    func transformed(_ name: String) throws {
        let transformer = "ArchivedDefaultTests.Joined"
        ValueTransformer.setValueTransformer(
            JoinedTexts(), forName: NSValueTransformerName(transformer))
        let new = model(
            .attribute("tags", .transformableAttributeType, isOptional: false, default: ["x", "y"]))
        let tags = new.entitiesByName["Note"]?.attributesByName["tags"]
        tags?.valueTransformerName = transformer
        tags?.allowsExternalBinaryDataStorage = true
        #expect(try self.tags(name, from: model(), to: new) == ["x", "y"])
    }

    @Test("MG-4 without a default, rows of an optional one stay without a value", arguments: extensions)
    func none(_ name: String) throws {
        let new = model(.attribute("tags", .transformableAttributeType))
        #expect(try tags(name, from: model(), to: new) == nil)
    }
}

/// Keeps texts as one text with commas.
private final class JoinedTexts: ValueTransformer {
    override class func allowsReverseTransformation() -> Bool { true }

    override func transformedValue(_ value: Any?) -> Any? {
        (value as? [String]).map { Data($0.joined(separator: ",").utf8) }
    }

    override func reverseTransformedValue(_ value: Any?) -> Any? {
        (value as? Data).map { String(decoding: $0, as: UTF8.self).components(separatedBy: ",") }
    }
}
