// SPDX-License-Identifier: Apache-2.0
// Declarations in an extension with an access level: they have that level, and so must what the macros write.

import Testing

@Suite struct ExtensionAccessTests {
    private static let members = [
        "enum _Slots", "override class var _entityName", "class func fetchRequest()",
        "override class var _classProperties", "override class var _entityDeclaration",
        "override func _setInitialValues()",
    ]

    private func managed(_ access: String, _ own: String = "") -> String {
        let expansion = Expansion(
            """
            \(access)extension Shop {
                @ManagedObject \(own)class Item: NSManagedObject {
                    var made: Date = .now
                }
            }
            """)
        #expect(expansion.reports == [])
        return expansion.text
    }

    @Test(
        "a class in an extension has the extension's access level", arguments: ["public ", "package "])
    func levels(_ access: String) {
        let text = managed(access)
        for member in Self.members { #expect(text.contains("        \(access)\(member)"), "\(member)") }
        #expect(text.contains("        var primitiveMade"))
    }

    @Test("a class's own access level counts before the extension's")
    func ownLevel() {
        for text in [managed("public ", "internal "), managed("private "), managed("")] {
            #expect(!text.contains("public override") && !text.contains("private override"))
        }
        #expect(managed("package ", "public ").contains("public override class var _entityName"))
    }

    @Test("an extension gives no level to classes inside of its classes")
    func inner() {
        let text = Expansion(
            """
            public extension Shop {
                enum Parts {
                    @ManagedObject class Item: NSManagedObject {}
                }
            }
            """
        ).text
        #expect(text.contains("override class var _entityName"))
        #expect(!text.contains("public override"))
    }

    @Test("SD-1 models and their actors in a public extension meet public protocols")
    func models() {
        let text = Expansion(
            """
            public extension Shop {
                @Model class Item {
                    init() {}
                }
                @ModelActor actor Clerk {}
            }
            """, macros: Expansion.modelMacros
        ).text
        #expect(text.contains("public class var schemaMetadata"))
        #expect(text.contains("required public init("))
        #expect(text.contains("public nonisolated let modelExecutor"))
    }

    @Test(
        "TRN-174 the type of a dependent key in a public extension has public members, and no level of its own"
    )
    func dependentKeys() {
        let text = Expansion(
            """
            public extension Item {
                @DependsOn("name") var label: String { name }
            }
            """
        ).text
        #expect(text.contains("    final class _Key_label: _ClassPropertiesProvider {"))
        #expect(text.contains("        public static var properties: ClassProperties {"))
        #expect(!text.contains("public final class"))
    }
}
