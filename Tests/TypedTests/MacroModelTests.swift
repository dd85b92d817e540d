// SPDX-License-Identifier: Apache-2.0
// The model that macro classes declare, as descriptions.

import Foundation
import PerdureMacros
import PerdureTestSupport
import Testing

@Suite("Models of macro classes")
struct MacroModelTests {
    private let model = NSManagedObjectModel(for: Movie.self, Documentary.self)

    @Test("Entities, superentities and destinations are in the model")
    func entities() throws {
        #expect(
            Set(model.entitiesByName.keys) == ["MotionPicture", "Documentary", "Review", "Actor", "Person"])
        #expect(model.entitiesByName["Documentary"]?.superentity?.name == "MotionPicture")
        #expect(model.entitiesByName["Actor"]?.superentity?.name == "Person")
        #expect(model.entitiesByName["Person"]?.isAbstract == true)
        let movie = try #require(model.entitiesByName["MotionPicture"])
        #expect(movie.renamingIdentifier == "Film")
        #expect(movie.userInfo as? [String: String] == ["owner": "studio"])
        #expect(movie.uniquenessConstraints as? [[String]] == [["title", "year"]])
        #expect(model.entitiesByName["Person"]?.uniquenessConstraints as? [[String]] == [["name"]])
        #expect(model.entities(forConfigurationName: "Main") == [movie])
        #expect(movie.indexes.map(\.name) == ["byYear"])
    }

    @Test("Attributes have the types, optionality and default values of the properties")
    func attributes() throws {
        let attributes = try #require(model.entitiesByName["MotionPicture"]?.attributesByName)
        let found = attributes.mapValues { "\($0.attributeType.rawValue) \($0.isOptional ? "optional" : "")" }
        #expect(
            found == [
                "title": "700 ", "year": "300 optional", "genre": "700 ", "rating": "100 optional",
                "place": "2100 optional", "cut": "1800 ", "tags": "1800 ", "id": "1100 ", "isShown": "800 ",
                "note": "0 optional", "reviewCount": "300 optional",
            ])
        #expect(attributes["title"]?.defaultValue as? String == "")
        #expect(attributes["genre"]?.defaultValue as? String == "drama")
        #expect(attributes["isShown"]?.defaultValue as? Bool == true)
        #expect(attributes["id"]?.defaultValue == nil)
        #expect(attributes["title"]?.renamingIdentifier == "name")
        #expect((attributes["reviewCount"] as? NSDerivedAttributeDescription)?.derivationExpression != nil)
        let depth = model.entitiesByName["Documentary"]?.attributesByName["depth"]
        #expect(
            depth?.validationPredicates == [
                NSPredicate(format: "SELF >= 1"), NSPredicate(format: "SELF <= 10"),
            ])
        #expect(depth?.validationWarnings as? [Int] == [1620, 1610])
    }

    @Test("Relationships have inverses on both sides, counts, order and delete rules")
    func relationships() throws {
        let relationships = try #require(model.entitiesByName["MotionPicture"]?.relationshipsByName)
        #expect(relationships["reviews"]?.inverseRelationship?.name == "movie")
        #expect(relationships["reviews"]?.deleteRule == .cascadeDeleteRule)
        #expect(relationships["reviews"]?.isOrdered == false)
        #expect(relationships["actors"]?.isOrdered == true)
        #expect(relationships["actors"]?.inverseRelationship?.inverseRelationship === relationships["actors"])
        #expect(relationships["sequel"]?.maxCount == 1)
        #expect(relationships["sequel"]?.inverseRelationship == nil)
    }

    @Test("MOD-201 the model written as a source and read again has equal version hashes")
    func source() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("Movies.xcdatamodel")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        try model.contentsXML().write(to: url.appendingPathComponent("contents"))
        let read = try #require(NSManagedObjectModel(contentsOf: url))
        #expect(read.entityVersionHashesByName == model.entityVersionHashesByName)
        #expect(read.contentsXML() == model.contentsXML())
    }
}
