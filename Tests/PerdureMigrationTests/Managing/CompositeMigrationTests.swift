// SPDX-License-Identifier: Apache-2.0
// Composite attributes whose elements change, carried out by three passes.

import CoreData
import Foundation
import PerdureTestSupport
import Testing

@Suite("Managers: elements of composites") struct CompositeMigrationTests {
    private static func element(
        _ name: String, _ type: NSAttributeType = .stringAttributeType, from former: String? = nil,
        default value: Any? = nil
    ) -> NSAttributeDescription {
        let element = NSAttributeDescription()
        (element.name, element.attributeType, element.isOptional) = (name, type, true)
        element.renamingIdentifier = former
        element.defaultValue = value
        return element
    }

    private static func composite(
        _ name: String, from former: String? = nil, _ elements: NSAttributeDescription...
    ) -> NSCompositeAttributeDescription {
        let composite = NSCompositeAttributeDescription()
        (composite.name, composite.isOptional, composite.elements) = (name, true, elements)
        composite.renamingIdentifier = former
        return composite
    }

    private static func model(_ address: NSCompositeAttributeDescription) -> NSManagedObjectModel {
        let model = NSManagedObjectModel(EntitySketch("Person", .attribute("name")))
        model.entitiesByName["Person"]?.properties.append(address)
        return model
    }

    private static func first() -> NSManagedObjectModel {
        model(
            composite(
                "address", element("city"), element("zip", .integer64AttributeType), element("street"),
                composite(
                    "place", element("east", .doubleAttributeType), element("north", .doubleAttributeType))))
    }

    /// A city is a town, a place a spot without a north; streets are gone, heights are new.
    private static func second(_ zip: NSAttributeType = .integer32AttributeType) -> NSManagedObjectModel {
        model(
            composite(
                "home", from: "address", element("town", from: "city"), element("zip", zip),
                composite(
                    "spot", from: "place", element("east", .doubleAttributeType),
                    element("height", .doubleAttributeType, default: 7.25))))
    }

    /// Makes a store of the first version with one person with an address, and one without.
    private func fill(_ url: URL) throws {
        try LibrarySample.with(Self.first(), url) { context in
            let place: [String: Any] = ["east": -8.5, "north": 41.25]
            let address: [String: Any] = [
                "city": "Porto", "zip": 70_000, "street": "Rua", "place": place,
            ]
            context.insert("Person", ["name": "Ana", "address": address])
            context.insert("Person", ["name": "Rui"])
            try context.save()
        }
    }

    /// The composites by the names of their people, each as a text with sorted keys.
    private func homes(_ stack: Stack, _ key: String = "home") throws -> [String] {
        let context = stack.context()
        return try context.performAndWait {
            try context.all("Person", by: "name").map { Self.text($0.value(forKey: key)) }
        }
    }

    private static func text(_ value: Any?) -> String {
        guard let values = value as? [String: Any] else { return value.map { "\($0)" } ?? "nil" }
        return "{" + values.keys.sorted().map { "\($0): \(text(values[$0]))" }.joined(separator: ", ") + "}"
    }

    private func migrate(
        _ source: URL, to new: NSManagedObjectModel, at url: URL, _ type: NSPersistentStore.StoreType
    ) throws {
        let old = Self.first()
        let manager = NSMigrationManager(sourceModel: old, destinationModel: new)
        manager.usesStoreSpecificMigrationManager = false
        try manager.migrateStore(
            from: source, type: .sqlite,
            mapping: NSMappingModel.inferredMappingModel(forSourceModel: old, destinationModel: new),
            to: url, type: type)
    }

    @Test("MIG-42 MIG-54 elements follow their identifiers at every depth, as in place")
    func elements() throws {
        let folder = try TemporaryFolder()
        let source = folder.file("Old.sqlite")
        try fill(source)
        let (file, xml) = (folder.file("New.sqlite"), folder.file("New.xml"))
        try migrate(source, to: Self.second(), at: file, .sqlite)
        try migrate(source, to: Self.second(), at: xml, .xml)
        let passes = try homes(Stack(at: file, Self.second()))
        #expect(passes.first == "{spot: {east: -8.5, height: 7.25}, town: Porto, zip: 70000}")
        #expect(try homes(Stack(at: xml, Self.second())) == passes)
        let inPlace = try Stack(at: source, Self.second(), options: LibraryVersions.migrating)
        #expect(try homes(inPlace) == passes)
    }

    @Test("MIG-54 a number that does not fit an element's new type is 134110")
    func misfit() throws {
        let folder = try TemporaryFolder()
        let source = folder.file("Old.sqlite")
        try fill(source)
        let error = #expect(throws: NSError.self) {
            try migrate(
                source, to: Self.second(.integer16AttributeType), at: folder.file("New.sqlite"), .sqlite)
        }
        #expect(error?.code == NSMigrationError)
        #expect(!FileManager.default.fileExists(atPath: folder.file("New.sqlite").path))
    }

    @Test("MIG-54 a composite that becomes required keeps its default value where there was none")
    func required() throws {
        let folder = try TemporaryFolder()
        let source = folder.file("Old.sqlite")
        try fill(source)
        let address = Self.composite("address", Self.element("town", from: "city"))
        address.isOptional = false
        address.defaultValue = ["town": "Nowhere"]
        let new = Self.model(address)
        try migrate(source, to: new, at: folder.file("New.sqlite"), .sqlite)
        #expect(
            try homes(Stack(at: folder.file("New.sqlite"), new), "address")
                == ["{town: Porto}", "{town: Nowhere}"])
    }
}
