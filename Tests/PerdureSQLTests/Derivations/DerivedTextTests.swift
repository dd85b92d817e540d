// SPDX-License-Identifier: Apache-2.0
// The text of every form of derivation that is not known from Core Data's files, one table.

import Foundation
import PerdurePredicates
import PerdureSQLite
import PerdureStore
import Testing

@testable import PerdureSQL

@Suite("Texts of derived attributes")
struct DerivedTextTests {
    /// What a form becomes; each trigger as "table suffix: event [WHEN (…)] SET value WHERE rows [AND WRITTEN …]".
    struct Form: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let entity: String
        let type: StoredAttributeType
        let derivation: ExpressionNode
        let triggers: [String]
        let refill: String
    }

    @Test("DER-10, DER-11, DER-13, DER-14 triggers and refilling of each form", arguments: DerivedForms.all)
    func form(_ form: Form) throws {
        let mapping = try DerivedShopModel.mapping(form.entity, form.type, form.derivation)
        let derivation = try #require(mapping.schema.derivations.first)
        let found = DerivedTriggers(mapping, derivation).definitions().map { short($0, form.entity) }
        #expect(found == form.triggers)
        #expect(DerivedValues(mapping, derivation).refill == form.refill)
    }

    /// The parts in which triggers differ; the whole text if the frame is not the one that all share.
    private func short(_ definition: SQLDefinition, _ entity: String) -> String {
        let text = definition.sql
        guard let begin = text.range(of: " FOR EACH ROW"), let body = text.range(of: " BEGIN UPDATE "),
            let set = text.range(of: " SET ZD = "), let end = text.range(of: "; SELECT NSCoreDataDATrigger"),
            let on = text.range(of: " ON "), let from = text.range(of: ", ZD) FROM "),
            let after = text.range(of: " AFTER ")
        else { return text }
        let firing = text[on.upperBound..<begin.lowerBound]
        let home = text[body.upperBound..<set.lowerBound]
        let rows = text[from.upperBound...].dropFirst(home.count + 7).dropLast(5)
        let suffix = definition.name.dropFirst("Z_DA_\(firing)_\(entity)_d_".count)
        let update = text[set.upperBound..<end.lowerBound]
        guard let wherePart = update.range(of: " WHERE \(rows)", options: .backwards) else { return text }
        let extra = update[wherePart.upperBound...]
        let report = text.contains("InsertUpdated") ? "Insert" : ""
        let when = text[begin.upperBound..<body.lowerBound]
        let value = update[..<wherePart.lowerBound]
        let whole =
            "CREATE TRIGGER Z_DA_\(firing)_\(entity)_d_\(suffix) AFTER \(text[after.upperBound..<on.lowerBound]) ON "
            + "\(firing) FOR EACH ROW\(when) BEGIN UPDATE \(home) SET ZD = \(value) WHERE \(rows)\(extra); SELECT "
            + "NSCoreDataDATrigger\(report)UpdatedAffectedObjectValue('\(home)', Z_ENT, Z_PK, 'd', ZD) FROM \(home) "
            + "WHERE \(rows); END"
        guard whole == text else { return text }
        return
            "\(firing) \(suffix): \(text[after.upperBound..<on.lowerBound])\(when) SET \(value) WHERE \(rows)"
            + (extra.isEmpty ? "" : " WRITTEN\(extra)") + (report.isEmpty ? "" : " INSERTED")
    }
}
