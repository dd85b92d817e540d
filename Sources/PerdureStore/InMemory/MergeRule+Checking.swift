// SPDX-License-Identifier: Apache-2.0
// What predicates may do with mergeable sets and dictionaries: they can compare the parts, but no whole value.
// PredicateCheck.swift checks for rows in memory; the translator of PerdureSQL throws the same errors.

extension MergeRule {
    /// Checks the keys after the attribute's name in a key path.
    ///
    /// - Parameters:
    ///   - rest: the keys after the name.
    ///   - path: the whole path, for the message.
    ///   - allowsMany: whether a collection may stand there.
    /// - Throws: `StoreError.unsupported`.
    func check(_ rest: some Collection<String>, path: [String], allowsMany: Bool) throws {
        if kind == .set, rest.isEmpty, allowsMany { return }
        guard allows(rest) else { throw StoreError.wholeValue(path, self) }
    }
}

extension StoreError {
    /// A whole set or dictionary stands where a value is needed.
    package static func wholeValue(_ path: [String], _ rule: MergeRule) -> StoreError {
        let name = path.joined(separator: ".")
        let advice =
            rule.kind == .set
            ? "is a set: use ANY, ALL, CONTAINS or IN, or its @count"
            : "is or leads into a dictionary: name one of its keys"
        return .unsupported(UnsupportedRequest("the attribute \(name) \(advice)"))
    }

    /// A fetch cannot sort by a whole set or dictionary.
    package static func unordered(_ path: [String], _ rule: MergeRule) -> StoreError {
        let part = rule.kind == .set ? "its @count" : "one of its keys"
        return .unsupported(
            UnsupportedRequest("the attribute \(path.joined(separator: ".")) has no order: sort by \(part)"))
    }

    /// A function cannot compute with parts of a value.
    package static func uncomputed(_ path: [String], by function: String) -> StoreError {
        .unsupported(
            UnsupportedRequest(
                "\(function) cannot compute with \(path.joined(separator: ".")), which is of no declared type: "
                    + "fetch the values, and compute in memory"))
    }
}
