// SPDX-License-Identifier: Apache-2.0
// Names: of classes and modules, reserved words, names that clash, names that cannot be said.

import PerdureModelFormat
import Testing

@testable import PerdureCodegen

@Suite("Generated names") struct NameTests {
    private func file(className: String, _ kind: String = "class") throws -> [String: String] {
        try ModelText.files(
            "<entity name=\"Movie\" representedClassName=\"\(className)\" codeGenerationType=\"\(kind)\"/>")
    }

    @Test("the current module's prefix is dropped", arguments: ["Film", ".Film", "Shop.Film"])
    func modulePrefix(_ name: String) throws {
        let files = try file(className: name)
        #expect(files.keys.sorted() == ["Film+CoreDataClass.swift", "Film+CoreDataProperties.swift"])
        #expect(files["Film+CoreDataClass.swift"]?.contains("public class Film: NSManagedObject {") == true)
        #expect(
            files["Film+CoreDataProperties.swift"]?.contains(
                "NSFetchRequest<Film> {\n        NSFetchRequest<Film>(entityName: \"Movie\")") == true)
    }

    @Test("a class of another module cannot be generated", arguments: ["class", "category"])
    func otherModule(_ kind: String) throws {
        let error = #expect(throws: ModelFormatError.self) { try file(className: "Other.Film", kind) }
        #expect(
            error?.description
                == "Movie: its class is in the module 'Other', but code is generated for the module 'Shop'; "
                + "set the entity's module to Current Product Module, or its code generation to Manual/None")
    }

    @Test("a nested class can be extended only")
    func nested() throws {
        let files = try file(className: ".Films.Movie", "category")
        #expect(files["Films.Movie+CoreDataProperties.swift"]?.contains("extension Films.Movie {") == true)
        let error = #expect(throws: ModelFormatError.self) { try file(className: ".Films.Movie") }
        #expect(
            error?.description
                == "Movie: its class 'Films.Movie' is nested in another one, which generated classes "
                + "cannot be; set its code generation to Category/Extension")
    }

    @Test(
        "a class name that Swift cannot say is an error",
        arguments: ["A B", "1A", "A-B", "A;B", "Type", "Self", "A..B", "A.", "_", "../A", "A&#10;B"])
    func badClassName(_ name: String) throws {
        let error = #expect(throws: ModelFormatError.self) { try file(className: name) }
        #expect(error?.entity == "Movie")
        #expect(error?.reason.hasSuffix("is no name that Swift allows; change it in the model") == true)
    }

    @Test(
        "reserved words stand in backticks",
        arguments: ["default", "in", "case", "protocol", "import", "is", "init"])
    func reservedWords(_ name: String) throws {
        let text = try ModelText.property("<attribute name=\"\(name)\" attributeType=\"String\"/>")
        #expect(text.contains("    public var `\(name)`: String? {\n"))
        #expect(text.contains("\\_Root.`\(name)`: \"\(name)\","))
        #expect(
            try file(className: name)["\(name)+CoreDataClass.swift"]?.contains("class `\(name)`:") == true)
    }

    @Test("names of any script are names", arguments: ["größe", "名前", "_x", "x1", "été"])
    func unicode(_ name: String) throws {
        #expect(
            try ModelText.property("<attribute name=\"\(name)\" attributeType=\"String\"/>").contains(
                "public var \(name): String?"))
    }

    @Test(
        "a property name that Swift cannot say is an error",
        arguments: [
            "a b", "1a", "a-b", "a`b", "a: Int; var b", "", "_", "Type", "Protocol", "$0", "🎬",
        ])
    func badPropertyName(_ name: String) throws {
        var entity = EntityDocument(name: "Movie")
        entity.className = "Movie"
        entity.toolAttributes = ["codeGenerationType": "class"]
        entity.attributes = [
            AttributeDocument(traits: PropertyTraits(name: name), type: AttributeType.string)
        ]
        var model = ModelDocument()
        model.entities = [entity]
        let generator = CodeGenerator(model, .init(module: "Shop", source: "Shop.xcdatamodeld"))
        let error = #expect(throws: ModelFormatError.self) { try generator.files() }
        #expect(
            error?.description
                == "Movie.\(name): its name is none that Swift allows for a property; rename it in the model")
    }

    @Test(
        "a name of NSManagedObject is an error",
        arguments: ["hash", "description", "entity", "objectID", "isFault"])
    func reserved(_ name: String) throws {
        let error = #expect(throws: ModelFormatError.self) {
            try ModelText.property("<attribute name=\"\(name)\" attributeType=\"String\"/>")
        }
        #expect(
            error?.description
                == "Movie.\(name): NSManagedObject has a member of this name; rename the property in the model"
        )
    }

    @Test("a name twice is an error, also where one is inherited")
    func twice() throws {
        let attribute = "<attribute name=\"a\" attributeType=\"String\"/>"
        let reason = "the entity or an ancestor has another property of this name; rename one of them"
        let own = #expect(throws: ModelFormatError.self) { try ModelText.property(attribute + attribute) }
        #expect(own?.description == "Movie.a: \(reason)")
        let inherited = #expect(throws: ModelFormatError.self) {
            try ModelText.files(
                """
                <entity name="A" representedClassName="A">\(attribute)</entity>
                <entity name="B" representedClassName="B" parentEntity="A" codeGenerationType="class">\(attribute)</entity>
                """)
        }
        #expect(inherited?.description == "B.a: \(reason)")
    }

    @Test("a generated member gives way to a property of its name")
    func giveWay() throws {
        let files = try ModelText.files(
            """
            <entity name="Movie" representedClassName="Movie" codeGenerationType="class">
                <attribute name="title" attributeType="String"/>
                <attribute name="primitiveTitle" attributeType="String"/>
                <attribute name="addToActors" attributeType="String"/>
                <relationship name="actors" toMany="YES" destinationEntity="Movie"/>
            </entity>
            """)
        #expect(files["Movie+CoreDataProperties.swift"]?.contains("var primitiveTitle:") == false)
        #expect(files["Movie+CoreDataClass.swift"]?.contains("func addToActors") == false)
        #expect(files["Movie+CoreDataClass.swift"]?.contains("func removeFromActors") == true)
    }

    @Test("a class that takes the name of a type makes the type be written with its module")
    func shadowing() throws {
        let text = try #require(
            try ModelText.files(
                """
                <entity name="Data" representedClassName="Data" codeGenerationType="class">
                    <attribute name="bytes" attributeType="Binary"/>
                    <attribute name="text" attributeType="String"/>
                    <relationship name="all" toMany="YES" ordered="YES" destinationEntity="Data"/>
                </entity>
                <entity name="String" representedClassName="String"/>
                <entity name="Int" representedClassName="Int"/>
                """
            ) { $0.declaredTypes = ["ClassProperties"] }["Data+CoreDataClass.swift"])
        for line in [
            "public var bytes: Foundation.Data? {", "public var text: Swift.String? {",
            "public func removeFromAll(at idx: Swift.Int) {", "public func addToAll(_ value: Data) {",
            "CoreData.ClassProperties(", "[AnyKeyPath: Swift.String]",
        ] { #expect(text.contains(line), "\(line)") }
    }

    @Test("a name in a string is escaped, and the model's name cannot end the comment")
    func literals() throws {
        let files = try ModelText.files(
            "<entity name=\"A&quot;\\(b)\" representedClassName=\"A\" codeGenerationType=\"class\"/>"
        ) { $0.source = "A\nimport Evil" }
        let text = try #require(files["A+CoreDataProperties.swift"])
        let lines = text.split(separator: "\n")
        #expect(lines.first == "// Generated by Perdure from A import Evil; do not edit.")
        #expect(lines.filter { $0.hasPrefix("import") } == ["import CoreData", "import Foundation"])
        #expect(text.contains(#"(entityName: "A\"\\(b)")"#))
    }

    @Test("the module that is imported can be Perdure itself")
    func importedModule() throws {
        let files = try ModelText.files(
            "<entity name=\"A\" representedClassName=\"A\" codeGenerationType=\"class\"/>"
        ) { $0.importedModule = "Perdure" }
        #expect(files["A+CoreDataClass.swift"]?.contains("import Foundation\nimport Perdure\n") == true)
    }
}
