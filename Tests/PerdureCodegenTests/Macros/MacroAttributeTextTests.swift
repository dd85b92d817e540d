// SPDX-License-Identifier: Apache-2.0
// What macro classes say about attributes: one row for each thing that a model can say.

import Foundation
import PerdureModelFormat
import PerdurePredicates
import Testing

@testable import PerdureCodegen

@Suite("Attributes of macro classes")
struct MacroAttributeTextTests {
    /// The lines of one attribute.
    private func lines(
        _ type: Int, isOptional: Bool = true, _ change: (inout AttributeDocument) -> Void = { _ in }
    ) throws -> [String] {
        var traits = PropertyTraits(name: "p")
        traits.isOptional = isOptional
        var attribute = AttributeDocument(traits: traits, type: type)
        change(&attribute)
        var writer = MacroPropertyWriter("E", try MacroNames(ModelDocument()))
        let lines = try writer.lines(attribute)
        #expect(writer.limits.isEmpty)
        return lines
    }

    @Test(
        "MOD-100 each type has its Swift type",
        arguments: zip(
            [100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100, 1200],
            [
                "Int16", "Int32", "Int64", "Decimal", "Double", "Float", "String", "Bool", "Date", "Data",
                "UUID",
                "URL",
            ]))
    func types(_ type: Int, _ name: String) throws {
        #expect(try lines(type) == ["var p: \(name)?"])
    }

    @Test(
        "MRG-60 what the user info says about merging becomes @Mergeable",
        arguments: [
            (300, ["merge": "counter"], ["@Mergeable(.counter)", "var p: Int64?"]),
            (
                500, ["merge": "counter", "mergeCriterion": "setterCalled"],
                ["@Mergeable(.counter, criterion: .setterCalled)", "var p: Double?"]
            ),
            (1000, ["merge": "set"], ["@Mergeable(.set)", "var p: Set<String>"]),
            (
                1000, ["merge": "set", "mergeElements": "uuid", "mergeIndexes": "YES"],
                ["@Mergeable(.set, indexesElements: true)", "var p: Set<UUID>"]
            ),
            (
                1000,
                [
                    "merge": "dictionary", "mergeDeep": "YES", "mergeIndexes": "a,b.c",
                    "mergeSkipsChanged": "YES",
                ],
                [
                    "@Mergeable(.dictionary, deep: true, indexedKeys: [\"a\", \"b.c\"], skipsChangedInUndo: true)",
                    "var p: [String: Any]",
                ]
            ),
            (
                700, ["merge": "value", "mergeConflict": "theirs"],
                ["@Mergeable(.value, conflict: .theirs)", "var p: String?"]
            ),
            (
                700, ["merge": "value", "mergeConflict": "mine", "mergeDeep": "NO"],
                [
                    "@Attribute(userInfo: [\"perdure.mergeConflict\": \"mine\", \"perdure.mergeDeep\": \"NO\"])",
                    "@Mergeable(.value)", "var p: String?",
                ]
            ),
        ])
    func merging(_ type: Int, _ entries: [String: String], _ expected: [String]) throws {
        let info = Dictionary(uniqueKeysWithValues: entries.map { ("perdure.\($0)", $1) })
        #expect(try lines(type) { $0.traits.userInfo = info } == expected)
    }

    @Test("MOD-93 a mandatory attribute is not optional where nil has something to read as")
    func mandatory() throws {
        #expect(try lines(700, isOptional: false) == ["var p: String"])
        #expect(try lines(300, isOptional: false) == ["var p: Int64"])
        #expect(try lines(900, isOptional: false) == ["@Attribute(.required)", "var p: Date?"])
        #expect(try lines(1100, isOptional: false) == ["@Attribute(.required)", "var p: UUID?"])
    }

    @Test(
        "MOD-104 a default value stands behind the type",
        arguments: [
            (300, ConstantValue.integer(-5), "Int64? = -5"), (800, .boolean(true), "Bool? = true"),
            (800, .integer(0), "Bool? = false"), (500, .double(1.5), "Double? = 1.5"),
            (500, .integer(2), "Double? = 2.0"),
            (700, .string("a \"b\" \\"), "String? = \"a \\\"b\\\" \\\\\""),
            (400, .decimal(Decimal(string: "1.10")!), "Decimal? = Decimal(string: \"1.1\")!"),
            (
                900, .date(Date(timeIntervalSinceReferenceDate: 5)),
                "Date? = Date(timeIntervalSinceReferenceDate: 5)"
            ),
            (1000, .data(Data([1, 255])), "Data? = Data([1, 255])"),
            (
                1100, .uuid(UUID(uuidString: "DA1E53E5-0F3B-4B2E-8E3B-4B0C4A3B2C1D")!),
                "UUID? = UUID(uuidString: \"DA1E53E5-0F3B-4B2E-8E3B-4B0C4A3B2C1D\")!"
            ),
            (1200, .url(URL(string: "https://a.b/c")!), "URL? = URL(string: \"https://a.b/c\")!"),
        ])
    func defaults(_ type: Int, _ value: ConstantValue, _ text: String) throws {
        #expect(try lines(type) { $0.defaultValue = value } == ["var p: \(text)"])
    }

    @Test("MOD-97 MOD-63 names, hash modifier and user info are arguments")
    func names() throws {
        let found = try lines(700) {
            $0.traits.renamingIdentifier = "old"
            $0.traits.versionHashModifier = "v2"
            $0.traits.userInfo = ["b": "2", "a": "1"]
        }
        #expect(
            found == [
                "@Attribute(originalName: \"old\", hashModifier: \"v2\", userInfo: [\"a\": \"1\", \"b\": \"2\"])",
                "var p: String?",
            ])
    }

    @Test("MOD-65 MOD-84 MOD-116 MOD-117 MOD-118 storage is options")
    func storage() throws {
        let found = try lines(1000) {
            $0.allowsExternalBinaryDataStorage = true
            $0.allowsCloudEncryption = true
            $0.preservesValueInHistoryOnDeletion = true
            $0.traits.isIndexed = true
            $0.traits.isIndexedBySpotlight = true
            $0.traits.isStoredInExternalRecord = true
            $0.traits.isReadOnly = true
        }
        #expect(
            found.first
                == "@Attribute(.externalStorage, .cloudEncryption, .preservedOnDeletion, .indexed, .spotlight, "
                + ".externalRecord, .readOnly)")
    }

    @Test("MOD-94 MOD-95 limits have options of their own, other predicates are quoted")
    func validations() throws {
        func compare(_ left: ExpressionNode, _ comparison: ComparisonNode.Comparison, _ value: ConstantValue)
            -> PredicateNode
        {
            .comparison(ComparisonNode(left, comparison, .constant(value)))
        }
        func text(_ type: Int, _ predicate: PredicateNode, _ warning: ValidationDocument.Warning) throws
            -> String?
        {
            try lines(type) {
                $0.traits.validations = [ValidationDocument(predicate: predicate, warning: warning)]
            }.first
        }
        let me = ExpressionNode.evaluatedObject
        #expect(
            try text(300, compare(me, .greaterThanOrEqual, .integer(1)), .code(1620))
                == "@Attribute(.minimum(1))")
        #expect(
            try text(500, compare(me, .lessThanOrEqual, .double(1.5)), .code(1610))
                == "@Attribute(.maximum(1.5))")
        #expect(
            try text(700, compare(.key("length"), .lessThanOrEqual, .integer(9)), .code(1660))
                == "@Attribute(.maximumLength(9))")
        #expect(
            try text(700, compare(me, .matches, .string("a+\\d")), .code(1680))
                == "@Attribute(.pattern(\"a+\\\\d\"))")
        #expect(
            try text(
                900, compare(me, .greaterThanOrEqual, .date(Date(timeIntervalSinceReferenceDate: 7))),
                .code(1640))
                == "@Attribute(.minimum(Date(timeIntervalSinceReferenceDate: 7)))")
        #expect(
            try text(300, compare(me, .greaterThanOrEqual, .integer(1)), .text("no"))
                == "@Attribute(.validation(\"SELF >= 1\", \"no\"))")
        #expect(
            try text(300, compare(me, .notEqual, .integer(1)), .code(1700))
                == "@Attribute(.validation(\"SELF != 1\", code: 1700))")
    }

    @Test("MOD-120 MOD-121 MOD-103 a transformable attribute names its transformer and its class")
    func transformable() throws {
        #expect(try lines(1800) == ["@Attribute(transformer: \"\")", "var p: NSObject?"])
        let found = try lines(1800) {
            $0.valueTransformerName = "ColorTransformer"
            $0.valueClassName = "UIColor"
        }
        #expect(
            found == [
                "@Attribute(.valueClass(\"UIColor\"), transformer: \"ColorTransformer\")", "var p: NSObject?",
            ])
        #expect(
            try lines(1800) { $0.valueClassName = "NSArray" }
                == ["@Attribute(.valueClass(\"NSArray\"), transformer: \"\")", "var p: NSArray?"])
    }

    @Test("MOD-92 MOD-194 MOD-124 transient attributes")
    func transient() throws {
        #expect(try lines(700) { $0.traits.isTransient = true } == ["@Transient", "var p: String?"])
        #expect(try lines(0) { $0.traits.isTransient = true } == ["@Transient", "var p: Any?"])
        #expect(
            try lines(1800) { $0.traits.isTransient = true }
                == ["@Attribute(.transient, transformer: \"\")", "var p: NSObject?"])
    }

    @Test("MOD-140 a derived attribute says its expression as sources do")
    func derived() throws {
        let count = ExpressionNode.function(
            FunctionCall("count:", [.keyPath(base: .evaluatedObject, keys: ["reviews"])]))
        #expect(
            try lines(300) { $0.derivation = count } == ["@Derived(\"reviews.@count\")", "var p: Int64?"])
    }

    @Test("MOD-101 an attribute without a type that is not transient is refused")
    func undefined() {
        let error = #expect(throws: ModelFormatError.self) { try lines(0) }
        #expect(error?.property == "p")
        #expect(error?.entity == "E")
    }
}
