// SPDX-License-Identifier: Apache-2.0
// Whole sources with macros: classes, structs, the function that makes the model.

import Foundation
import PerdureModelFormat
import PerdurePredicates
import Testing

@testable import PerdureCodegen

@Suite("Sources with macros")
struct MacroSourceTests {
    private func source(_ xml: String) throws -> MacroGenerator.Output {
        let document = try ModelFile.read(data: Data("<model>\(xml)</model>".utf8))
        return try MacroGenerator(document, name: "Shop", source: "Shop.xcdatamodeld").output()
    }

    private func text(_ name: String, _ output: MacroGenerator.Output) -> String {
        let text = output.files.first { $0.name == name }?.text ?? ""
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(5).joined(
            separator: "\n")
    }

    @Test("MOD-150 to MOD-164 relationships of every kind")
    func relationships() throws {
        let output = try source(
            """
            <entity name="A" representedClassName="A">
              <relationship name="one" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="B" inverseName="many" inverseEntity="B"/>
              <relationship name="must" maxCount="1" minCount="1" deletionRule="Deny" destinationEntity="B"/>
              <relationship name="own" optional="YES" toMany="YES" minCount="2" maxCount="5" deletionRule="Cascade" ordered="YES" destinationEntity="A" inverseName="own" inverseEntity="A"/>
            </entity>
            <entity name="B" representedClassName="Shop.Thing">
              <relationship name="many" optional="YES" toMany="YES" deletionRule="No Action" destinationEntity="A" inverseName="one" inverseEntity="A"/>
              <relationship name="near" optional="YES" transient="YES" toMany="YES" deletionRule="Nullify" destinationEntity="A"/>
            </entity>
            """)
        #expect(
            text("A.swift", output) == """
                @ManagedObject
                class A: NSManagedObject {
                    @Relationship(inverse: "many")
                    var one: Thing?

                    @Relationship(.required, deleteRule: .deny, minimum: 1)
                    var must: Thing?

                    @Relationship(inverse: "own", deleteRule: .cascade, minimum: 2, maximum: 5)
                    var own: [A]

                }

                """)
        #expect(
            text("Thing.swift", output) == """
                @ManagedObject("B")
                class Thing: NSManagedObject {
                    @Relationship(inverse: "one", deleteRule: .noAction)
                    var many: Set<A>

                    @Transient
                    @Relationship(inverse: nil)
                    var near: Set<A>

                }

                """)
        #expect(output.limits.isEmpty)
    }

    @Test("MOD-57 MOD-58 MOD-70 MOD-80 to MOD-83 MOD-97 entities")
    func entities() throws {
        let output = try source(
            """
            <entity name="A" isAbstract="YES" elementID="Old" versionHashModifier="v">
              <attribute name="n" optional="YES" attributeType="Integer 64"/>
              <attribute name="t" optional="YES" attributeType="String"/>
              <fetchIndex name="byN" partialIndexPredicate="n &gt; 1">
                <fetchIndexElement property="n" type="Binary" order="descending"/>
                <fetchIndexElement property="t" type="Binary" order="ascending"/>
              </fetchIndex>
              <fetchIndex name="range"><fetchIndexElement property="n" type="RTree" order="ascending"/></fetchIndex>
              <uniquenessConstraints><uniquenessConstraint><constraint value="n"/><constraint value="t"/></uniquenessConstraint></uniquenessConstraints>
              <userInfo><entry key="k" value="v"/></userInfo>
            </entity>
            <entity name="B" parentEntity="A"/>
            <configuration name="Main"><memberEntity name="A"/></configuration>
            """)
        #expect(
            text("A.swift", output) == """
                @ManagedObject(isAbstract: true, unique: [["n", "t"]], indexes: [.index("byN", on: .descending("n"), "t", where: "n > 1"), .index("range", on: .rTree("n"))], originalName: "Old", hashModifier: "v", userInfo: ["k": "v"], configurations: ["Main"])
                class A: NSManagedObject {
                    var n: Int64?
                    var t: String?
                }

                """)
        #expect(text("B.swift", output) == "@ManagedObject\nclass B: A {\n}\n")
    }

    @Test("MOD-130 composite attributes are structs, nested ones too")
    func composites() throws {
        let output = try source(
            """
            <composite name="Money"><attribute name="amount" optional="YES" attributeType="Decimal"/><attribute name="unit" attributeType="String" defaultValueString="EUR"/></composite>
            <composite name="Offer"><attribute name="price" optional="YES" attributeType="Composite" composite="Money"/><attribute name="note" attributeType="String"/></composite>
            <entity name="A">
              <attribute name="offer" optional="YES" attributeType="Composite" composite="Offer"/>
            </entity>
            """)
        #expect(
            text("A.swift", output) == """
                @ManagedObject
                class A: NSManagedObject {
                    @Attribute(default: Offer())
                    var offer: Offer?

                }

                """)
        #expect(
            text("Money.swift", output)
                == "struct Money: CompositeValue {\n    var amount: Decimal?\n    var unit: String = \"EUR\"\n}\n"
        )
        #expect(
            text("Offer.swift", output) == """
                struct Offer: CompositeValue {
                    var price: Money? = Money()
                    var note: String = ""

                    static var elementOptions: [String: [PropertyOption]] {
                        [
                            "note": [.noDefault],
                        ]
                    }
                }

                """)
    }

    @Test("MOD-8 MOD-13 MOD-17 MOD-170 templates, version labels and fetched properties")
    func model() throws {
        let output = try source(
            """
            <entity name="A">
              <attribute name="n" optional="YES" attributeType="Integer 64"/>
              <fetchedProperty name="like" optional="YES">
                <fetchRequest name="fetchedPropertyFetchRequest" entity="A" predicateString="n == $FETCH_SOURCE.n" fetchLimit="4" fetchBatchSize="9"/>
              </fetchedProperty>
            </entity>
            <fetchRequest name="big" entity="A" predicateString="n &gt; $N" includeSubentities="NO"/>
            <fetchRequest name="all" entity="A"/>
            """)
        #expect(
            text("A.swift", output) == """
                @ManagedObject
                class A: NSManagedObject {
                    var n: Int64?

                    @FetchedProperty("n == $FETCH_SOURCE.n", limit: 4)
                    var like: [A]

                }

                """)
        #expect(
            text("ShopModel.swift", output) == """
                extension NSManagedObjectModel {
                    /// A new model of the classes that were made from shop.
                    static func shop() -> NSManagedObjectModel {
                        let model = NSManagedObjectModel(for: [
                            A.self,
                        ])
                        (model.entitiesByName["A"]?.propertiesByName["like"] as? NSFetchedPropertyDescription)?.fetchRequest?.fetchBatchSize = 9
                        var request = NSFetchRequest<any NSFetchRequestResult>(entityName: "A")
                        model.setFetchRequestTemplate(request, forName: "all")
                        request = NSFetchRequest<any NSFetchRequestResult>(entityName: "A")
                        request.predicate = NSPredicate(format: "n > $N")
                        request.includesSubentities = false
                        model.setFetchRequestTemplate(request, forName: "big")
                        return model
                    }
                }

                """)
    }

    @Test("Types that the model names itself are written with their module")
    func shadowing() throws {
        let output = try source(
            """
            <entity name="Date"><attribute name="at" optional="YES" attributeType="Date"/></entity>
            """)
        #expect(text("Date.swift", output).contains("var at: Foundation.Date?"))
    }

    @Test("What cannot be said is named")
    func limits() throws {
        var document = ModelDocument()
        var entity = EntityDocument(name: "A")
        var attribute = AttributeDocument(
            traits: PropertyTraits(name: "x"), type: AttributeType.transformable)
        attribute.defaultValue = .string("?")
        entity.attributes = [attribute]
        document.entities = [entity]
        let output = try MacroGenerator(document, name: "M", source: "M.mom").output()
        #expect(output.limits == ["A.x: a default value that no literal stands for cannot be said"])
    }

    @Test("The text belongs to who asked for it: it has no mark of generated files")
    func header() throws {
        let file = try #require(try source("<entity name=\"A\"/>").files.first)
        #expect(file.text.hasPrefix("// Made from Shop.xcdatamodeld by perdure generate --swift-macros.\n"))
        #expect(!GeneratedFile.isGenerated(file.text))
    }
}
