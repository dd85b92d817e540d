// SPDX-License-Identifier: Apache-2.0
// Makes sort terms from sort descriptors, and refuses what Apple refuses.

import Foundation
import PerdureBase
import PerdurePredicates
import PerdureStore

/// Checks and converts the sort descriptors of a request.
struct SortPlanner {
    private let entity: NSEntityDescription
    private let schema: Schema
    /// Names of result columns that are no properties.
    private let names: Set<String>

    init(_ entity: NSEntityDescription, names: Set<String> = []) {
        self.entity = entity
        self.names = names
        schema = entity.compiled.schema
    }

    /// The terms of sort descriptors.
    ///
    /// - Throws: `CoreDataException` for a key, selector or comparator that no store can sort by.
    func terms(_ descriptors: [NSSortDescriptor]) throws -> [SortTerm] { try descriptors.map(term) }

    private func term(_ descriptor: NSSortDescriptor) throws -> SortTerm {
        let rule = try descriptor.sortRule
        // Without a key the objects themselves are compared by their IDs, as with "self".
        let keys = rule.keys.isEmpty ? ["self"] : rule.keys
        try check(keys, path: keys.joined(separator: "."))
        return SortTerm(keys, isAscending: rule.isAscending, collation: SortTerm.Collation(rule.order))
    }

    /// FET-22, FET-23: allows a stored attribute after to-one steps, or the count of a to-many relationship.
    private func check(_ keys: [String], path: String) throws {
        if keys == ["objectID"] || keys == ["self"] || names.contains(path) { return }
        // A dictionary may have an entry under the empty key, but no key path names it.
        guard !keys.contains("") else { throw unknown(path) }
        var layout = entity.layout
        for (index, key) in keys.enumerated() {
            guard let property = layout.property(named: key), !property.isTransient else {
                throw unknown(path)
            }
            let isLast = index == keys.count - 1
            guard let relationship = property.relationship else {
                if property.hasParts {
                    return try property.requireOrder(keys[(index + 1)...], path, entity)
                }
                if isLast || property.attribute?.elements.isEmpty == false { return }
                throw unknown(path)
            }
            if relationship.isToMany {
                if keys[(index + 1)...] == ["@count"] { return }
                throw CoreDataException.invalidArgument(
                    "to-many key not allowed here: \"\(path)\" in a sort descriptor for "
                        + "\"\(entity.name ?? "")\"")
            }
            layout = schema[relationship.destination]
        }
    }

    private func unknown(_ path: String) -> CoreDataException {
        .invalidArgument(
            "keypath \(path) not found in entity <NSSQLEntity \(entity.name ?? "") id=\(entity.number)>")
    }
}

extension SortTerm.Collation {
    fileprivate init(_ order: StringOrder) {
        switch order {
        case .literal: self = .literal
        case .caseInsensitive: self = .caseInsensitive
        case .localized: self = .localized
        case .localizedCaseInsensitive: self = .localizedCaseInsensitive
        case .localizedStandard: self = .localizedStandard
        }
    }
}
