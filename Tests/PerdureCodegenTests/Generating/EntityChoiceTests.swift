// SPDX-License-Identifier: Apache-2.0
// Which entities get code, and what superclasses mean for classes, slots and conformances.

import Foundation
import PerdureModelFormat
import Testing

@testable import PerdureCodegen

@Suite("Generated entities") struct EntityChoiceTests {
    private static let three = """
        <entity name="A" representedClassName="A" codeGenerationType="class"/>
        <entity name="B" representedClassName="B" codeGenerationType="category"/>
        <entity name="C" representedClassName="C"/>
        <entity name="D" codeGenerationType="class"/>
        <entity name="E" representedClassName="NSManagedObject" codeGenerationType="class"/>
        """

    @Test("class, category, manual and no class at all")
    func kinds() throws {
        #expect(
            try ModelText.files(Self.three).keys.sorted() == [
                "A+CoreDataClass.swift", "A+CoreDataProperties.swift", "B+CoreDataProperties.swift",
            ])
    }

    @Test("every class on demand, and some entities only")
    func options() throws {
        #expect(
            try ModelText.files(Self.three) { $0.generatesEveryClass = true }.keys.sorted() == [
                "A+CoreDataClass.swift", "A+CoreDataProperties.swift", "B+CoreDataClass.swift",
                "B+CoreDataProperties.swift", "C+CoreDataClass.swift", "C+CoreDataProperties.swift",
            ])
        #expect(
            try ModelText.files(Self.three) { $0.entityNames = ["B", "C", "D"] }.keys.sorted() == [
                "B+CoreDataProperties.swift"
            ])
    }

    @Test("an unknown kind of code generation is an error")
    func unknownKind() throws {
        let error = #expect(throws: ModelFormatError.self) {
            try ModelText.files(
                "<entity name=\"A\" representedClassName=\"A\" codeGenerationType=\"struct\"/>")
        }
        #expect(
            error?.description
                == "A: its code generation 'struct' is not known; choose Class Definition, Category/Extension or Manual/None"
        )
    }

    private static let family = """
        <entity name="Animal" representedClassName=".Animal" isAbstract="YES" codeGenerationType="class">
            <attribute name="name" attributeType="String"/>
            <attribute name="age" attributeType="Integer 16" usesScalarValueType="YES"/>
        </entity>
        <entity name="Cat" representedClassName="Shop.Cat" parentEntity="Animal" codeGenerationType="class">
            <attribute name="lives" attributeType="String"/>
            <attribute name="Lives" attributeType="String"/>
            <relationship name="enemy" maxCount="1" destinationEntity="Animal"/>
            <fetchedProperty name="kittens"><fetchRequest name="k" entity="Cat"/></fetchedProperty>
        </entity>
        <entity name="Stray" parentEntity="Cat"/>
        <entity name="Tom" representedClassName="Tom" parentEntity="Stray" codeGenerationType="class">
            <attribute name="a" attributeType="String"/>
        </entity>
        """

    @Test("a class inherits from the class of the nearest ancestor that has one")
    func superclasses() throws {
        let files = try ModelText.files(Self.family)
        #expect(files["Cat+CoreDataClass.swift"]?.contains("public class Cat: Animal {") == true)
        #expect(files["Tom+CoreDataClass.swift"]?.contains("public class Tom: Cat {") == true)
    }

    @Test("slots are the ancestors' first, then attributes and relationships by name")
    func slots() throws {
        let files = try ModelText.files(Self.family)
        let text = try #require(files["Tom+CoreDataClass.swift"])
        let names = ["age", "name", "Lives", "enemy", "lives", "a"].map { "                \"\($0)\",\n" }
        #expect(text.contains("slots: [\n\(names.joined())            ],"))
        #expect(text.contains("_string(at: 5)"))
        #expect(files["Cat+CoreDataClass.swift"]?.contains("get { _toOne(at: 3, as: Animal.self) }") == true)
    }

    @Test("a table has the class's own key paths only, fetched properties among them")
    func keyPaths() throws {
        let text = try #require(try ModelText.files(Self.family)["Cat+CoreDataClass.swift"])
        let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(
            lines.filter { $0.hasPrefix("\\_Root") } == [
                #"\_Root.Lives: "Lives","#, #"\_Root.enemy: "enemy","#, #"\_Root.kittens: "kittens","#,
                #"\_Root.lives: "lives","#,
            ])
    }

    @Test("Identifiable is said once in a hierarchy, by its first class")
    func identifiable() throws {
        let files = try ModelText.files(Self.family)
        let conforming = files.filter { $0.value.contains(": Identifiable {}") }.keys
        #expect(conforming.sorted() == ["Animal+CoreDataProperties.swift"])
    }

    @Test("a class that asks for it is observable, its subclasses by inheritance")
    func observable() throws {
        let entry = "<userInfo><entry key=\"perdure.observable\" value=\"YES\"/></userInfo>"
        let files = try ModelText.files(
            """
            <entity name="A" representedClassName="A" codeGenerationType="class">\(entry)</entity>
            <entity name="B" representedClassName="B" parentEntity="A" codeGenerationType="class">\(entry)</entity>
            <entity name="C" representedClassName="C" codeGenerationType="category">\(entry)</entity>
            """)
        #expect(files["A+CoreDataClass.swift"]?.contains("class A: NSManagedObject, Observable {") == true)
        #expect(files["A+CoreDataClass.swift"]?.contains("import Observation\n") == true)
        #expect(files["B+CoreDataClass.swift"]?.contains("class B: A {") == true)
        #expect(
            files["C+CoreDataProperties.swift"]?.hasSuffix("nonisolated extension C: Observable {}\n") == true
        )
    }

    @Test("two entities cannot generate one class")
    func sharedClass() throws {
        let error = #expect(throws: ModelFormatError.self) {
            try ModelText.files(
                """
                <entity name="A" representedClassName="Thing" codeGenerationType="class"/>
                <entity name="B" representedClassName=".Thing" codeGenerationType="class"/>
                """)
        }
        #expect(
            error?.description
                == "B: the entity 'A' generates the class 'Thing' too; give one of them another class, "
                + "or set its code generation to Manual/None")
        let files = try ModelText.files(
            """
            <entity name="A" representedClassName="Thing"/>
            <entity name="B" representedClassName="Thing" parentEntity="A" codeGenerationType="class"/>
            """)
        #expect(files["Thing+CoreDataClass.swift"]?.contains("class Thing: NSManagedObject {") == true)
    }

    @Test("a parent that is missing, or a circle of parents, is an error")
    func brokenInheritance() throws {
        let missing = #expect(throws: ModelFormatError.self) {
            try ModelText.files(
                "<entity name=\"A\" representedClassName=\"A\" parentEntity=\"B\" codeGenerationType=\"class\"/>"
            )
        }
        #expect(missing?.description == "A: its parent entity 'B' is not in the model")
        let circle = #expect(throws: ModelFormatError.self) {
            try ModelText.files(
                """
                <entity name="A" representedClassName="A" parentEntity="B" codeGenerationType="class"/>
                <entity name="B" representedClassName="B" parentEntity="A"/>
                """)
        }
        #expect(circle?.description == "A: the entity is its own ancestor")
    }
}
