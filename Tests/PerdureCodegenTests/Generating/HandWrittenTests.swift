// SPDX-License-Identifier: Apache-2.0
// What is written by hand overrides what is generated; names of types that the module declares itself.

import PerdureModelFormat
import Testing

@testable import PerdureCodegen

@Suite("Generated beside hand-written") struct HandWrittenTests {
    private static let movie = """
        <entity name="Movie" representedClassName="Movie" codeGenerationType="category">
            <attribute name="title" attributeType="String"/>
            <attribute name="year" attributeType="String"/>
            <relationship name="actors" toMany="YES" destinationEntity="Movie"/>
        </entity>
        """

    private func text(_ source: String) throws -> String {
        let files = try ModelText.files(Self.movie) { options in
            let sources = TargetSources([SourceFile(path: "Movie.swift", text: source)])
            try? options.read(sources, for: ModelText.model(Self.movie))
        }
        return files["Movie+CoreDataProperties.swift"] ?? ""
    }

    @Test("MOD-191 a property written by hand is left out, and key-value coding calls it")
    func property() throws {
        let text = try text(
            """
            public class Movie: NSManagedObject {
                public var title: String? { get { "x" } set {} }
            }
            """)
        #expect(!text.contains("public var title"))
        #expect(text.contains("public var primitiveTitle"))
        #expect(
            text.contains(
                "            accessors: [\n                    \"title\": KeyAccessor(\\Movie.title),\n"))
        #expect(text.contains("\\_Root.title: \"title\","))
        #expect(text.contains("public var year"))
    }

    @Test("MOD-192 a property in an extension counts too, also one that the model does not have")
    func inExtension() throws {
        let text = try text(
            """
            class Movie: NSManagedObject {}
            extension Movie {
                var year: String? { get { nil } set {} }
                var label: String { "label" }
            }
            """)
        #expect(!text.contains("public var year"))
        #expect(text.contains("\"label\": KeyAccessor(\\Movie.label),"))
        #expect(text.contains("\\_Root.label: \"label\","))
    }

    @Test("methods and primitive values written by hand are left out")
    func members() throws {
        let text = try text(
            """
            class Movie: NSManagedObject {
                @NSManaged var primitiveTitle: String?
                class func fetchRequest() -> NSFetchRequest<Movie> { fatalError() }
                func addToActors(_ value: Movie) {}
            }
            """)
        for absent in ["var primitiveTitle", "func fetchRequest", "func addToActors", "KeyAccessor"] {
            #expect(!text.contains(absent), "\(absent)")
        }
        #expect(text.contains("func removeFromActors(_ value: Movie)"))
    }

    @Test("an @NSManaged property is left out, and its slot is read as ever")
    func managed() throws {
        let text = try text("class Movie: NSManagedObject { @NSManaged var title: String? }")
        #expect(!text.contains("public var title"))
        #expect(!text.contains("accessors:"))
        #expect(text.contains("\\_Root.title: \"title\","))
    }

    @Test("what code elsewhere cannot call is left out of the table")
    func unreachable() throws {
        let text = try text(
            """
            class Movie: NSManagedObject {
                private var a: Int { 0 }
                static var b: Int { 0 }
                @MainActor var c: Int { 0 }
                @available(*, deprecated) var d: Int { 0 }
            }
            """)
        #expect(!text.contains("KeyAccessor"))
    }

    @Test("dependent keys come from the class's own methods")
    func dependentKeys() throws {
        let text = try text(
            """
            class Movie: NSManagedObject {
                var label: String { "" }
                class func keyPathsForValuesAffectingLabel() -> Set<String> { ["title"] }
            }
            """)
        #expect(
            text.contains(
                "dependentKeys: [\n                    \"label\": Movie.keyPathsForValuesAffectingLabel(),\n")
        )
    }

    @Test("OBJ-122 validators come from the class's own methods")
    func validators() throws {
        let text = try text(
            """
            class Movie: NSManagedObject {
                func validateTitle(_ value: inout String?) throws {}
            }
            """)
        #expect(
            text.contains(
                "validators: [\n                    \"title\": KeyValidator(Movie.validateTitle(_:)),\n"))
    }

    @Test("a class definition and a class written by hand exclude each other")
    func declaredClass() throws {
        let error = #expect(throws: ModelFormatError.self) {
            try ModelText.files(
                "<entity name=\"A\" representedClassName=\"A\" codeGenerationType=\"class\"/>"
            ) {
                $0.declaredTypes = ["A"]
            }
        }
        #expect(
            error?.description
                == "A: the sources of the module 'Shop' declare its class 'A' already; set its code "
                + "generation to Category/Extension, or remove the class from the sources")
    }

    @Test("the same model gives the same text, whatever the order of its entities")
    func determinism() throws {
        let model = try ModelText.model(
            Self.movie + "<entity name=\"B\" representedClassName=\"B\" codeGenerationType=\"class\"/>")
        var reversed = model
        reversed.entities.reverse()
        let options = CodeGenerator.Options(module: "Shop", source: "Shop")
        #expect(try CodeGenerator(model, options).files() == CodeGenerator(reversed, options).files())
    }
}
