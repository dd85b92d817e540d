// SPDX-License-Identifier: Apache-2.0
// The file that supplies accessors of @NSManaged members: its whole text, and which members are in it.

import PerdureModelFormat
import Testing

@testable import PerdureCodegen

@Suite struct ManagedAccessorSymbolsTests {
    private func output(
        _ texts: String..., models: [ModelDocument] = [], described: Set<String> = []
    ) throws -> ManagedAccessorSymbols.Output {
        let files = texts.enumerated().map { SourceFile(path: "\($0.offset).swift", text: $0.element) }
        var options = ManagedAccessorSymbols.Options(module: "Mdl")
        options.models = models
        options.describedClasses = described
        return try ManagedAccessorSymbols(TargetSources(files), options).output()
    }

    private func entity(_ name: String, parent: String? = nil, _ attributes: [String]) -> EntityDocument {
        var entity = EntityDocument(name: name)
        entity.className = "." + name
        entity.superentityName = parent
        entity.attributes = attributes.map {
            AttributeDocument(traits: PropertyTraits(name: $0), type: AttributeType.string)
        }
        return entity
    }

    private func model(_ entities: EntityDocument...) -> ModelDocument {
        var model = ModelDocument()
        model.entities = entities
        return model
    }

    /// The file of a class Note with one supplied member and one of its own.
    private static let noteFile = #"""
        \#(GeneratedFile.header(source: "the @NSManaged members of Mdl"))

        import CoreData
        import Foundation
        #if canImport(Kit)
        import Kit
        #endif

        nonisolated extension Note {
            @inline(never) @_silgen_name("$s3Mdl4NoteC4textSSSgvg")
            public final dynamic func __Mdl_Note_text_get() -> String? {
                _storedValue(forKey: "text") as? String
            }

            @inline(never) @_silgen_name("$s3Mdl4NoteC4textSSSgvs")
            public final dynamic func __Mdl_Note_text_set(_ value: __owned String?) {
                _setStoredValue(value, forKey: "text")
            }
        }

        nonisolated extension Note {
            final class _ClassProperties: _ClassPropertiesProvider {
                static var properties: ClassProperties {
                    ClassProperties(
                        Note.self,
                        accessors: [
                            "count": KeyAccessor(\Note.count),
                        ],
                        keyPaths: { root in
                            func names<_Root: Note>(_: _Root.Type) -> [AnyKeyPath: String] {
                                [
                                    \_Root.count: "count",
                                    \_Root.text: "text",
                                ]
                            }
                            guard let root = root as? any (Note & _KeyPathRoot).Type else { return [:] }
                            return names(root)
                        }
                    )
                }
            }
        }

        """#

    @Test("a class without a model has accessors by key, and a table")
    func wholeFile() throws {
        let text = """
            import CoreData
            import Kit
            public final class Note: NSManagedObject {
                @NSManaged public var text: String?
                var count: Int { 1 }
            }
            """
        let output = try output(text)
        #expect(output.problems == [])
        #expect(output.file?.name == "Mdl.NSManaged.swift")
        #expect(output.file?.text == Self.noteFile)
    }

    @Test("a target without managed classes needs no file")
    func nothing() throws {
        let output = try output("class A {}; struct B { var c: Int }")
        #expect(output.file == nil && output.problems.isEmpty)
    }

    @Test("classes of macros and classes that generated code describes get no second table")
    func describedClasses() throws {
        let text = """
            @ManagedObject class A: NSManagedObject { var a: Int = 0 }
            class B: NSManagedObject { @NSManaged var b: String?; var c: Int { 1 } }
            """
        let file = try #require(try output(text, described: ["B"]).file)
        #expect(!file.text.contains("ClassProperties"))
        #expect(file.text.contains("$s3Mdl1BC1bSSSgvg"))
    }

    @Test("a class of the model reads slots by number")
    func slots() throws {
        let text = """
            class Animal: NSManagedObject { @NSManaged var name: String? }
            class Cat: Animal { @NSManaged var lives: String }
            """
        let file =
            try output(
                text,
                models: [
                    model(entity("Animal", ["name", "age"]), entity("Cat", parent: "Animal", ["lives"]))
                ]
            ).file?.text ?? ""
        #expect(file.contains("_string(at: 1)\n"))
        #expect(file.contains("_string(at: 2) ?? \"\"\n"))
        #expect(
            file.contains(
                "slots: [\n                    \"age\",\n                    \"name\",\n                ],"))
        #expect(file.contains("\"age\",\n                    \"name\",\n                    \"lives\",\n"))
    }

    @Test("a class whose numbers would not fit its subclasses reads by key")
    func slotsThatDoNotFit() throws {
        let text = """
            class Animal: NSManagedObject { @NSManaged var name: String? }
            class Cat: Animal { @NSManaged var lives: String }
            """
        let file =
            try output(
                text, models: [model(entity("Animal", ["name"]), entity("Cat", ["lives", "age", "name"]))]
            )
            .file?.text ?? ""
        #expect(file.contains("_storedValue(forKey: \"name\")"))
        #expect(file.contains("_string(at: 1) ?? \"\"\n"))
    }

    @Test("members under a build condition are supplied under the same condition")
    func conditions() throws {
        let text = """
            class A: NSManagedObject {
                #if DEBUG
                @NSManaged var a: String?
                #endif
                #if canImport(UIKit)
                @NSManaged var b: UIColor?
                #endif
            }
            """
        let output = try output(text)
        #expect(output.problems == [])
        let file = output.file?.text ?? ""
        #expect(file.contains("#if (DEBUG)\n"))
        #expect(file.contains("$s3Mdl1AC1aSSSgvg"))
        #expect(!file.contains("UIColor"))
    }

    @Test("a type of another module, whose kind is not known, gets every symbol that it may have")
    func variants() throws {
        let text = "import Kit\nclass A: NSManagedObject { @NSManaged var a: Kit.Thing? }"
        let file = try output(text).file?.text ?? ""
        for kind in ["C", "V", "O"] {
            #expect(file.contains("$s3Mdl1AC1a3Kit5ThingV".dropLast() + "\(kind)Sgvg\""))
        }
        #expect(file.contains("_storedValue(forKey: \"a\") as? Kit.Thing"))
    }

    @Test("a class that only the model has is a generated class of the module")
    func generatedClasses() throws {
        let text =
            "class A: NSManagedObject { @NSManaged var b: B?, all: Set<Mdl.B> }; class C: B { @NSManaged var c: B }"
        let output = try output(text, models: [model(entity("B", []), entity("A", ["b", "all"]))])
        #expect(output.problems == [])
        let file = output.file?.text ?? ""
        for symbol in ["$s3Mdl1AC1bAA1BCSgvg", "$s3Mdl1AC3allShyAA1BCGvs", "$s3Mdl1CC1cAA1BCvg"] {
            #expect(file.contains("\"\(symbol)\""))
        }
    }

    @Test("the kind of a type is taken from its module's sources where they are at hand")
    func dependencies() throws {
        let text = "import Kit\nclass A: NSManagedObject { @NSManaged var a: Thing? }"
        let kit = TargetSources([
            SourceFile(path: "Kit.swift", text: "public typealias Thing = Box; public enum Box {}")
        ])
        var options = ManagedAccessorSymbols.Options(module: "Mdl")
        options.dependencies = ["Kit": kit]
        let output = try ManagedAccessorSymbols(
            TargetSources([SourceFile(path: "A.swift", text: text)]), options
        ).output()
        #expect(output.problems == [])
        #expect(output.file?.text.contains("$s3Mdl1AC1a3Kit3BoxOSgvg") == true)
    }

    @Test(
        "what cannot be supplied is said with file, line, class and member",
        arguments: [
            (
                "class A: NSManagedObject {\n@NSManaged var a: Thing? }",
                "0.swift:2: error: A.a: it is not known which module declares the type 'Thing'; write the type "
                    + "with its module ('Module.Thing'), or write the accessor by hand"
            ),
            (
                "private class A: NSManagedObject { @NSManaged var a: Int }",
                "0.swift:1: error: the class 'A' is private: accessors of its @NSManaged members stand in another "
                    + "file; make it internal"
            ),
            (
                "class A<T>: NSManagedObject { @NSManaged var a: Int }",
                "0.swift:1: error: the generic class 'A' cannot have @NSManaged members"
            ),
            (
                "func f() { class A: NSManagedObject { @NSManaged var a: Int } }",
                "0.swift:1: error: accessors of @NSManaged members stand in another file, which cannot name a class "
                    + "inside a function; move the class out"
            ),
            (
                "extension Other { @NSManaged var a: Int }",
                "0.swift:1: error: accessors are supplied only to classes of the module itself, and 'Other' is none; "
                    + "move the @NSManaged members into the module of the class"
            ),
            (
                "class A: NSManagedObject { @NSManaged func doIt() }",
                "0.swift:1: error: A.doIt(): only methods of to-many relationships are supplied, such as "
                    + "addToItems(_:) for an object, an NSSet or an NSOrderedSet, and insertIntoItems(_:at:); "
                    + "write this one by hand"
            ),
            (
                "private enum E {}; class A: NSManagedObject { @NSManaged private var a: E }",
                "0.swift:1: error: A.a: the type 'E' is private, and its accessors are supplied in another file"
            ),
            (
                "extension Date { class A: NSManagedObject { @NSManaged var a: Int } }",
                "0.swift:1: error: the type 'Date.A' lies in an extension of a type of another module"
            ),
            (
                "struct G<T> { enum E {} }; class A: NSManagedObject { @NSManaged var a: G<Int>.E }",
                "0.swift:1: error: A.a: the type 'G<Int>.E' lies in a generic type"
            ),
            (
                "class A: NSManagedObject { @NSManaged var a: (Int) -> Void }",
                "0.swift:1: error: A.a: the type '(Int) -> Void' has no symbol that is known"
            ),
        ])
    func problems(text: String, message: String) throws {
        #expect(try output(text).problems.map(\.description) == [message])
    }

    @Test("names that the model does not have are said")
    func missingProperties() throws {
        let text = """
            class A: NSManagedObject {
                @NSManaged var titel: String?
                @NSManaged var primitiveTitle: String?
                @NSManaged func addToTitle(_ value: A)
            }
            """
        #expect(
            try output(text, models: [model(entity("A", ["title"]))]).problems.map(\.description) == [
                "0.swift:2: warning: A.titel: the entity of the class has no property 'titel'",
                "0.swift:4: error: A.addToTitle(_:): the entity of the class has no to-many relationship 'title'",
            ])
    }
}
