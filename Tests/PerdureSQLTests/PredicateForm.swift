// SPDX-License-Identifier: Apache-2.0
// Forms of the predicate language and the exact SQL they give, as rows of tables; and a second small model
// with dates, decimals, a derived attribute, and an entity related with itself.

import Foundation
import PerdurePredicates
import PerdureSQLite
import PerdureStore
import Testing

@testable import PerdureSQL

/// Visits, each after another one.
enum Diary {
    static let definitions = [
        EntityDefinition(
            "Visit",
            properties: [
                attribute("start", .date), attribute("end", .date), attribute("fee", .decimal),
                attribute("tip", .decimal), attribute("title", .string), attribute("memo", .string),
                attribute(
                    "folded", .string, derivation: .function(FunctionCall("canonical:", [.key("title")]))),
                toOne("previous", "Visit", inverse: "following"),
                toMany("following", "Visit", inverse: "previous"),
            ])
    ]

    static let translator: FetchTranslator = {
        do {
            return FetchTranslator(
                mapping: try StoreMapping(schema: Schema(definitions)), dialect: .sqlite)
        } catch { fatalError("the tests' own model is wrong: \(error)") }
    }()
}

/// A format, the arguments it takes, and the joins and conditions of the statement for it.
struct PredicateForm: Sendable, CustomTestStringConvertible {
    let format: String
    let arguments: [ConstantValue]
    let expected: SQLText

    init(
        _ format: String, with arguments: [ConstantValue] = [], _ sql: String, _ bindings: SQLBinding...
    ) {
        self.format = format
        self.arguments = arguments
        expected = SQLText(sql, bindings)
    }

    var testDescription: String { format }

    /// Translates the format as the predicate of a fetch for keys.
    func check(_ entity: String, nulls: NullSemantics = .sql) throws {
        let translator = [Company.translator, Diary.translator].first {
            $0.mapping.schema.entity(named: entity) != nil
        }
        let known = try #require(translator)
        var plan = FetchPlan(entity: try #require(known.mapping.schema.entity(named: entity)?.number))
        plan.shape = .keys
        plan.nullSemantics = nulls
        plan.predicate = try PredicateParser.parse(format, arguments: arguments)
        let statement = try known.statement(for: plan).statement
        let head = "SELECT t0.Z_PK, t0.Z_ENT FROM "
        #expect(statement.text.hasPrefix(head))
        #expect(SQLText(String(statement.text.dropFirst(head.count)), statement.bindings) == expected)
    }
}
