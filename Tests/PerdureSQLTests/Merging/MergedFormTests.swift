// SPDX-License-Identifier: Apache-2.0
// Predicates on attributes that merge, as exact SQL.

import Foundation
import PerdurePredicates
import PerdureSQLite
import PerdureStore
import Testing

@testable import PerdureSQL

@Suite("Forms of predicates on attributes that merge")
struct MergedFormTests {
    private static let definitions = [
        EntityDefinition(
            "Note",
            properties: [
                attribute("name", .string), merging("likes", MergeRule(.counter, type: .integer64)),
                merging("tags", MergeRule(.set, type: .binary)), merging("codes", numbers),
                merging("settings", MergeRule(.dictionary, type: .binary)),
                merging("color", MergeRule(.value, type: .string)),
                merging("files", MergeRule(.set, type: .binary), external: true),
                toOne("parent", "Note", inverse: "children"), toMany("children", "Note", inverse: "parent"),
            ])
    ]

    private static var numbers: MergeRule {
        var rule = MergeRule(.set, type: .binary)
        rule.element = .integer
        return rule
    }

    private static func merging(_ name: String, _ rule: MergeRule, external: Bool = false)
        -> PropertyDefinition
    {
        PropertyDefinition(
            name,
            .attribute(AttributeDefinition(rule.type, allowsExternalStorage: external, merge: rule)))
    }

    private static func translator() throws -> FetchTranslator {
        FetchTranslator(mapping: try StoreMapping(schema: Schema(definitions)), dialect: .sqlite)
    }

    private func statement(_ format: String, _ nulls: NullSemantics = .sql) throws -> SQLText {
        var plan = FetchPlan(entity: 1)
        plan.shape = .keys
        plan.nullSemantics = nulls
        plan.predicate = try PredicateParser.parse(format)
        var text = try Self.translator().statement(for: plan).statement
        let head = "SELECT t0.Z_PK, t0.Z_ENT FROM ZNOTE t0 "
        #expect(text.text.hasPrefix(head))
        text.text = String(text.text.dropFirst(head.count))
        return text
    }

    /// 8 bits for the operator, 4 for its options, 2 for ANY and ALL, 1 for the rules of SQL, and those of the form.
    private static func test(
        _ comparison: ComparisonNode.Comparison, options: Int = 0, qualifier: Int = 0, sql: Bool = true,
        form: Int = 0
    ) -> Int {
        Int(comparison.rawValue) + options * 256 + qualifier * 4096 + (sql ? 16384 : 0) + form * 32768
    }

    private static let forms: [PredicateForm] = [
        PredicateForm(
            "tags CONTAINS 'a'", "WHERE PERDURE_TEST(t0.ZTAGS, 10, ?, 0, \(test(.contains)))", .text("a")),
        PredicateForm(
            "'a' IN[cd] tags", "WHERE PERDURE_TEST(?, 0, t0.ZTAGS, 10, \(test(.isIn, options: 3)))",
            .text("a")),
        PredicateForm(
            "codes CONTAINS 5", "WHERE PERDURE_TEST(t0.ZCODES, 11, ?, 0, \(test(.contains)))", .integer(5)),
        PredicateForm("tags.@count > 2", "WHERE PERDURE_ELEMENTCOUNT(t0.ZTAGS, 10) > ?", .integer(2)),
        PredicateForm(
            "ANY tags BEGINSWITH 'a'",
            "WHERE PERDURE_TEST(t0.ZTAGS, 10, ?, 0, \(test(.beginsWith, qualifier: 2)))",
            .text("a")),
        PredicateForm(
            "ALL tags == 'a'", "WHERE PERDURE_TEST(t0.ZTAGS, 10, ?, 0, \(test(.equal, qualifier: 1)))",
            .text("a")),
        PredicateForm(
            "settings.theme == 'dark'", "WHERE PERDURE_TEST(t0.ZSETTINGS, ?, ?, 0, \(test(.equal)))",
            .text("theme"), .text("dark")),
        PredicateForm(
            "settings.window.width < name",
            "WHERE PERDURE_TEST(t0.ZSETTINGS, ?, t0.ZNAME, 0, \(test(.lessThan)))",
            .text("window.width")),
        PredicateForm(
            "settings.theme == nil", "WHERE PERDURE_TEST(t0.ZSETTINGS, ?, ?, 0, \(test(.equal, form: 2)))",
            .text("theme"), .null),
        PredicateForm(
            "parent.tags CONTAINS 'a'",
            "LEFT OUTER JOIN ZNOTE t1 ON t0.ZPARENT = t1.Z_PK WHERE CASE WHEN t0.ZPARENT IS NOT NULL "
                + "THEN PERDURE_TEST(t1.ZTAGS, 10, ?, 0, \(test(.contains))) ELSE NULL END", .text("a")),
        PredicateForm(
            "ANY children.tags == 'a'",
            "WHERE EXISTS (SELECT 1 FROM ZNOTE t1 WHERE t1.ZPARENT = t0.Z_PK AND "
                + "PERDURE_TEST(t1.ZTAGS, 10, ?, 0, \(test(.equal, qualifier: 2, form: 8))))", .text("a")),
        PredicateForm("likes > 2", "WHERE t0.ZLIKES > ?", .integer(2)),
        PredicateForm("color != nil", "WHERE t0.ZCOLOR IS NOT NULL"),
    ]

    @Test("MRG-120, MRG-121, MRG-122, MRG-123 one function call, with every constant bound", arguments: forms)
    func form(_ form: PredicateForm) throws { #expect(try statement(form.format) == form.expected) }

    @Test("MRG-122 a list of constants is one bound value, whatever is in it")
    func lists() throws {
        let statement = try statement("settings.theme IN {'a', 2, nil}")
        let number = Self.test(.isIn, form: 4)
        #expect(statement.text == "WHERE PERDURE_TEST(t0.ZSETTINGS, ?, ?, 3, \(number))")
        #expect(statement.bindings.first == .text("theme"))
        guard case .blob(let data)? = statement.bindings.last else {
            Issue.record("no bytes: \(statement.bindings)")
            return
        }
        #expect(ConstantValue(packed: data) == .array([.string("a"), .integer(2), .null]))
    }

    @Test("MRG-122 constants of every kind come back from their bytes")
    func packing() throws {
        let values: [ConstantValue] = [
            .null, .boolean(true), .integer(-3), .double(.infinity), .decimal(Decimal(string: "1.25") ?? 0),
            .string("\u{0}a"), .date(Date(timeIntervalSinceReferenceDate: 1.5)), .data(Data()), .uuid(UUID()),
            .url(try #require(URL(string: "x://y"))), .set([.integer(1)]),
            .dictionary(["k": .array([.null])]),
        ]
        for value in values { #expect(ConstantValue(packed: try value.packed()) == value) }
        #expect(ConstantValue(packed: Data([1, 2, 3])) == nil)
    }

    @Test(
        "MRG-121 what lies in files is not asked for", arguments: ["files CONTAINS 'a'", "files.@count > 1"])
    func external(_ format: String) throws {
        #expect(throws: StoreError.self) { _ = try statement(format) }
    }

    @Test("MRG-122 an order by a key, and a column with a key's value")
    func orders() throws {
        var plan = FetchPlan(entity: 1)
        plan.sort = [SortTerm(["settings", "theme"], collation: .caseInsensitive)]
        plan.shape = .tuples(
            TupleShape(columns: [
                TupleShape.Column(name: "t", expression: .key("settings", "theme"), type: .binary),
                TupleShape.Column(name: "tags", expression: .key("tags"), type: .binary),
            ]))
        let text = try Self.translator().statement(for: plan).statement
        #expect(
            text.text == "SELECT PERDURE_PACKEDENTRY(t0.ZSETTINGS, ?), t0.ZTAGS FROM ZNOTE t0 "
                + "ORDER BY PERDURE_ENTRY(t0.ZSETTINGS, ?, 0) COLLATE PERDURE_CASEINSENSITIVE")
        #expect(text.bindings == [.text("theme"), .text("theme")])
    }
}
