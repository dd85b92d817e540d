// SPDX-License-Identifier: Apache-2.0
// What may be asked of sets and dictionaries: whole ones are compared with nothing, their parts are. PlanCheck.swift asks
// for rows in memory, the translator of PerdureSQL for statements.

extension MergeRule {
    /// Looks at what is behind the attribute's name in a key path.
    ///
    /// - Parameters:
    ///   - rest: the keys.
    ///   - path: the whole path, for the message.
    ///   - allowsMany: whether a collection may stand there.
    /// - Throws: `StoreError.unsupported`.
    func check(_ rest: some Collection<String>, path: [String], allowsMany: Bool) throws {
        if kind == .set, rest.isEmpty, allowsMany { return }
        guard allows(rest) else { throw StoreError.wholeValue(path, self) }
    }
}

extension StoreError {
    /// A set or a dictionary where a value is needed.
    package static func wholeValue(_ path: [String], _ rule: MergeRule) -> StoreError {
        let name = path.joined(separator: ".")
        let advice =
            rule.kind == .set
            ? "is a set: use ANY, ALL, CONTAINS or IN, or its @count"
            : "is or leads into a dictionary: name one of its keys"
        return .unsupported(UnsupportedRequest("the attribute \(name) \(advice)"))
    }

    /// A set or a dictionary that shall be sorted by.
    package static func unordered(_ path: [String], _ rule: MergeRule) -> StoreError {
        let part = rule.kind == .set ? "its @count" : "one of its keys"
        return .unsupported(
            UnsupportedRequest("the attribute \(path.joined(separator: ".")) has no order: sort by \(part)"))
    }

    /// A function of parts.
    package static func uncomputed(_ path: [String], by function: String) -> StoreError {
        .unsupported(
            UnsupportedRequest(
                "\(function) cannot compute with \(path.joined(separator: ".")), which is of no declared type: "
                    + "fetch the values, and compute in memory"))
    }
}
