// SPDX-License-Identifier: Apache-2.0
// Checks that derived attributes have the values of their expressions, and that triggers keep the values up to date.

import PerdureSQL
import PerdureStore

/// The part of derived attributes in the check of a store.
enum DerivedCheck: FeatureCheck {
    static func check(_ check: inout StoreCheck, _ mapping: StoreMapping, _ rules: TriggerRules) throws {
        try check.check(rules.derived)
    }
}

extension StoreCheck {
    fileprivate mutating func check(_ attributes: [DerivedAttribute]) throws {
        let texts = try StoreTriggers.texts(connection)
        // Another check reports unreadable metadata.
        let record = (try? StoreMetadata.read(connection)).flatMap(DerivationRecord.init)
        for attribute in attributes {
            let known = record?[attribute.entity, attribute.name]
            if let known, known != attribute.text, known != DerivationRecord.foreign {
                add(StoreProblem(.warning, object: attribute.table, Self.changed(attribute, known)))
                continue
            }
            try overflows(attribute)
            try values(attribute)
            let isOurs = known == attribute.text
            let missing = isOurs ? Self.missing(attribute, texts) : Self.none(attribute, texts)
            if let missing { add(StoreProblem(.error, object: attribute.table, missing)) }
        }
    }

    private mutating func overflows(_ attribute: DerivedAttribute) throws {
        guard let query = attribute.values.overflowing(), let found = try count(query) else { return }
        add(
            StoreProblem(
                .error, object: attribute.table,
                "\(Self.place(attribute)), which is \(attribute.text), does not fit into 64 bits in \(found.count) "
                    + "\(found.count == 1 ? "row" : "rows"), the first of them row \(found.first); make the values that "
                    + "it adds up smaller"))
    }

    /// The number of rows that a query finds, and the first row; nil for none.
    private func count(_ query: String) throws -> (count: Int64, first: Int64)? {
        let found = try connection.first("SELECT COUNT(*), MIN(Z_PK) FROM (\(query))") {
            (count: $0.integer(0), first: $0.integer(1))
        }
        return found.flatMap { $0.count > 0 ? $0 : nil }
    }

    private mutating func values(_ attribute: DerivedAttribute) throws {
        guard let differing = attribute.values.differing, let found = try count(differing) else { return }
        let rows = found.count == 1 ? "1 row has" : "\(found.count) rows have"
        add(
            StoreProblem(
                .error, object: attribute.table,
                "\(rows) another value of \(Self.place(attribute)) than \(attribute.text) gives, the first of them row "
                    + "\(found.first); to compute all anew, \(Self.advice)"))
    }

    private static let advice =
        "set recomputesDerivedAttributes of the store's description and open the store once"

    private static func place(_ attribute: DerivedAttribute) -> String {
        "\(attribute.entity).\(attribute.name)"
    }

    private static func changed(_ attribute: DerivedAttribute, _ known: String) -> String {
        "\(place(attribute)) is \(known) in the store and \(attribute.text) in the model; opening the store for writing "
            + "with this model computes it anew"
    }

    /// A message about missing or different triggers: a store that we wrote has our own trigger texts.
    private static func missing(_ attribute: DerivedAttribute, _ texts: [String: String]) -> String? {
        let names = attribute.triggers.filter { texts[$0.name] != $0.sql }.map(\.name)
        guard !names.isEmpty else { return nil }
        return
            "\(names.joined(separator: ", ")), which \(names.count == 1 ? "keeps" : "keep") \(place(attribute)) up to "
            + "date, \(names.count == 1 ? "is" : "are") missing or different; opening the store for writing mends that"
    }

    /// A message about missing triggers: a store that Apple wrote has at least one trigger.
    private static func none(_ attribute: DerivedAttribute, _ texts: [String: String]) -> String? {
        guard !attribute.triggers.isEmpty, DerivedTriggerNames(attribute).find(in: texts).isEmpty else {
            return nil
        }
        return
            "no trigger keeps \(place(attribute)) up to date, which the model derives from \(attribute.text); to have "
            + "them made, \(advice)"
    }
}
