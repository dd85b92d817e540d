// SPDX-License-Identifier: Apache-2.0
// Relationships and fetched properties: names and types as Xcode gives them.

import PerdureModelFormat
import Testing

@testable import PerdureCodegen

@Suite("Generated relationships") struct RelationshipCodeTests {
    private func declarations(_ properties: String) throws -> [String] {
        let files = try ModelText.files(
            """
            <entity name="Movie" representedClassName="Movie" codeGenerationType="class">\(properties)</entity>
            <entity name="Actor" representedClassName="Shop.Actor"/>
            <entity name="Plain"/>
            <entity name="Foreign" representedClassName="Other.Foreign"/>
            """)
        return ModelText.declarations(files["Movie+CoreDataClass.swift"])
            .filter { !$0.hasPrefix("public class") }
    }

    @Test("MOD-190 a to-one relationship is its destination's class")
    func toOne() throws {
        #expect(
            try declarations("<relationship name=\"lead\" maxCount=\"1\" destinationEntity=\"Actor\"/>")
                == ["public var lead: Actor?"])
        #expect(
            try ModelText.property("<relationship name=\"p\" maxCount=\"1\" destinationEntity=\"Movie\"/>")
                .contains(
                    """
                        public var p: Movie? {
                            get { _toOne(at: 0, as: Movie.self) }
                            set { _setToOne(newValue, at: 0) }
                        }
                    """))
    }

    @Test("an entity without a class is NSManagedObject, and a class of another module is named with it")
    func otherDestinations() throws {
        #expect(
            try declarations(
                """
                <relationship name="a" maxCount="1" destinationEntity="Plain"/>
                <relationship name="b" maxCount="1" destinationEntity="Foreign"/>
                """) == ["public var a: NSManagedObject?", "public var b: Other.Foreign?"])
        let files = try ModelText.files(
            """
            <entity name="Movie" representedClassName="Movie" codeGenerationType="class">
                <relationship name="b" maxCount="1" destinationEntity="Foreign"/>
            </entity>
            <entity name="Foreign" representedClassName="Other.Foreign"/>
            """)
        #expect(files["Movie+CoreDataClass.swift"]?.contains("import Foundation\nimport Other\n\n") == true)
    }

    @Test("MOD-190 a to-many relationship is a set with four methods")
    func toMany() throws {
        #expect(
            try declarations("<relationship name=\"actors\" toMany=\"YES\" destinationEntity=\"Actor\"/>")
                == [
                    "public var actors: NSSet?",
                    "public func addToActors(_ value: Actor)",
                    "public func removeFromActors(_ value: Actor)",
                    "public func addToActors(_ values: NSSet)",
                    "public func removeFromActors(_ values: NSSet)",
                ])
    }

    @Test("MOD-190 an ordered relationship is an ordered set with ten methods")
    func ordered() throws {
        #expect(
            try declarations(
                "<relationship name=\"actors\" toMany=\"YES\" ordered=\"YES\" destinationEntity=\"Actor\"/>")
                == [
                    "public var actors: NSOrderedSet?",
                    "public func insertIntoActors(_ value: Actor, at idx: Int)",
                    "public func removeFromActors(at idx: Int)",
                    "public func insertIntoActors(_ values: [Actor], at indexes: NSIndexSet)",
                    "public func removeFromActors(at indexes: NSIndexSet)",
                    "public func replaceActors(at idx: Int, with value: Actor)",
                    "public func replaceActors(at indexes: NSIndexSet, with values: [Actor])",
                    "public func addToActors(_ value: Actor)",
                    "public func removeFromActors(_ value: Actor)",
                    "public func addToActors(_ values: NSOrderedSet)",
                    "public func removeFromActors(_ values: NSOrderedSet)",
                ])
    }

    @Test("the methods of a relationship go to its slot")
    func bodies() throws {
        let text = try ModelText.property(
            """
            <attribute name="a" attributeType="String"/>
            <relationship name="p" toMany="YES" ordered="YES" destinationEntity="Movie"/>
            """)
        for body in [
            "get { _orderedSet(at: 1) }", "set { _setValue(newValue, at: 1) }",
            "_insert([value], at: IndexSet(integer: idx), slot: 1)",
            "_removeMembers(at: IndexSet(integer: idx), slot: 1)",
            "_insert(values, at: IndexSet(indexes), slot: 1)",
            "_removeMembers(at: IndexSet(indexes), slot: 1)",
            "_replaceMembers(at: IndexSet(integer: idx), with: [value], slot: 1)",
            "_replaceMembers(at: IndexSet(indexes), with: values, slot: 1)",
            "_add([value], at: 1)", "_remove([value], at: 1)", "_add(values, at: 1)",
            "_remove(values, at: 1)",
        ] { #expect(text.contains("    \(body)\n"), "\(body)") }
    }

    @Test("a fetched property is an array that can only be read")
    func fetched() throws {
        let text = try ModelText.property(
            "<fetchedProperty name=\"similar\"><fetchRequest name=\"r\" entity=\"Movie\"/></fetchedProperty>")
        #expect(
            text.contains(
                """
                    public var similar: [Movie]? {
                        value(forKey: "similar") as? [Movie]
                    }
                """))
        #expect(text.contains("\\_Root.similar: \"similar\","))
        #expect(!text.contains("slots:"))
    }

    @Test("MOD-193 a relationship that can only be read has no methods")
    func readOnly() throws {
        #expect(
            try declarations(
                """
                <relationship name="actors" toMany="YES" destinationEntity="Actor"><userInfo>
                    <entry key="perdure.readOnly" value="YES"/>
                </userInfo></relationship>
                """) == ["public var actors: NSSet?"])
    }

    @Test("a missing destination is an error")
    func missingDestination() throws {
        let none = #expect(throws: ModelFormatError.self) { try declarations("<relationship name=\"a\"/>") }
        #expect(none?.description == "Movie.a: it has no destination entity; choose one in the model")
        let unknown = #expect(throws: ModelFormatError.self) {
            try declarations("<relationship name=\"a\" destinationEntity=\"Nobody\"/>")
        }
        #expect(unknown?.description == "Movie.a: its destination entity 'Nobody' is not in the model")
        let fetched = #expect(throws: ModelFormatError.self) {
            try declarations("<fetchedProperty name=\"a\"/>")
        }
        #expect(fetched?.description == "Movie.a: it has no destination entity; choose one in the model")
    }
}
