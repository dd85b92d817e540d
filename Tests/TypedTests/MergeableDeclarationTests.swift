// SPDX-License-Identifier: Apache-2.0
// What @Mergeable makes of the model.

import Foundation
import PerdureMacros
import Testing

@Suite("Declared mergeable attributes")
struct MergeableDeclarationTests {
    private let entity: NSEntityDescription

    init() throws {
        let model = NSManagedObjectModel(for: Article.self)
        entity = try #require(model.entitiesByName["Post"])
    }

    private func attribute(_ name: String) throws -> MergeableAttributeDescription {
        try #require(entity.attributesByName[name] as? MergeableAttributeDescription)
    }

    @Test(
        "MRG-60 each kind and element type is declared as such",
        arguments: [
            (
                "likes", MergeKind.counter, NSAttributeType.integer64AttributeType, MergeElementType.string,
                false
            ),
            ("score", .counter, .doubleAttributeType, .string, true),
            ("price", .counter, .decimalAttributeType, .string, false),
            ("stars", .counter, .integer16AttributeType, .string, false),
            ("tags", .set, .binaryDataAttributeType, .string, true),
            ("badges", .set, .binaryDataAttributeType, .string, true),
            ("numbers", .set, .binaryDataAttributeType, .integer, true),
            ("ids", .set, .binaryDataAttributeType, .uuid, true),
            ("links", .set, .binaryDataAttributeType, .uri, true),
            ("settings", .dictionary, .binaryDataAttributeType, .string, true),
            ("tint", .value, .transformableAttributeType, .string, true),
            ("caption", .value, .stringAttributeType, .string, true),
        ])
    func kinds(
        _ name: String, _ kind: MergeKind, _ type: NSAttributeType, _ elements: MergeElementType,
        _ isOptional: Bool
    ) throws {
        let attribute = try attribute(name)
        #expect(attribute.mergeKind == kind)
        #expect(attribute.attributeType == type)
        #expect(attribute.elementType == elements)
        #expect(attribute.isOptional == isOptional)
    }

    @Test("MRG-60 arguments and options reach the description") func arguments() throws {
        let tags = try attribute("tags")
        #expect(tags.renamingIdentifier == "tagList")
        #expect(tags.userInfo?["a"] as? String == "b")
        #expect(tags.userInfo?["perdure.merge"] as? String == "set")
        #expect(try attribute("links").isIndexingElements)
        #expect(try attribute("settings").indexedKeys == ["theme", "font"])
        #expect(try attribute("counts").skipsChangedInUndo)
        let tint = try attribute("tint")
        #expect(tint.criterion == .setterCalled)
        #expect(tint.conflictResolution == .theirs)
        #expect(
            try attribute("likes").validationPredicates.map(\.description) == ["SELF >= 0", "SELF <= 1000"])
        #expect(try attribute("seen").isTransient)
        #expect(!(entity.attributesByName["title"] is MergeableAttributeDescription))
    }

    @Test("MRG-71 a counter that cannot be nil starts at 0, others at their default") func defaults() throws {
        #expect(try attribute("likes").defaultValue as? Int == 0)
        #expect(try attribute("price").defaultValue as? NSDecimalNumber == .zero)
        #expect(try attribute("stars").defaultValue as? Int == 5)
        #expect(try attribute("score").defaultValue == nil)
    }

    @Test("MRG-53 a typed merge function is called with the values that key-value coding has") func function()
        throws
    {
        let caption = try attribute("caption")
        #expect(caption.conflictResolution == .merge)
        let merge = try #require(caption.merge)
        #expect(merge("a", "bcd", "ef") as? String == "bcd")
        #expect(merge(nil, "bcd", "efgh") as? String == "efgh")
        #expect(merge("a", nil, nil) == nil)
    }

    @Test("MRG-142 the version hash does not tell whether an attribute merges") func versionHash() throws {
        let model = NSManagedObjectModel(for: Article.self)
        let plain = try #require(model.copy() as? NSManagedObjectModel)
        for attribute in plain.entities.flatMap(\.attributesByName.values) {
            attribute.userInfo = attribute.userInfo?.filter { !"\($0.key)".hasPrefix("perdure.merge") }
        }
        #expect(plain.entityVersionHashesByName == model.entityVersionHashesByName)
    }

    @Test("MRG-4 a composite value cannot merge, and the message says what to do") func composite() {
        let error = #expect(throws: CoreDataException.self) {
            _ = try NSManagedObjectModel.declared(by: [WrongPost.self])
        }
        #expect(error?.reason.contains("\"place\" cannot merge") == true)
        #expect(error?.reason.contains("WrongPost") == true)
    }
}

/// A class whose declaration is written by hand and wrong.
private final class WrongPost: NSManagedObject {
    override class var _entityDeclaration: EntityDeclaration? {
        EntityDeclaration(
            "WrongPost", of: WrongPost.self,
            properties: [.mergeable(.attribute("place", as: Place.self), as: .value)])
    }
}
