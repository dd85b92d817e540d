// SPDX-License-Identifier: Apache-2.0
// From sort descriptors to sort terms, with Apple's refusals.

import Foundation
import PerdurePredicates
import PerdureStore

/// Checks and converts the sort descriptors of a request.
struct SortPlanner {
    private let entity: NSEntityDescription
    private let schema: Schema

    init(_ entity: NSEntityDescription) {
        self.entity = entity
        schema = entity.compiled.schema
    }

    /// The terms of sort descriptors.
    ///
    /// - Throws: `CoreDataException` for a key, selector or comparator that no store can sort by.
    func terms(_ descriptors: [NSSortDescriptor]) throws -> [SortTerm] { try descriptors.map(term) }

    private func term(_ descriptor: NSSortDescriptor) throws -> SortTerm {
        guard let key = descriptor.key else {
            throw CoreDataException.invalidArgument(
                "unsupported NSSortDescriptor (comparator blocks are not supported)")
        }
        let keys = key.split(separator: ".").map(String.init)
        try check(keys, path: key)
        return SortTerm(
            keys, isAscending: descriptor.ascending, collation: try collation(descriptor))
    }

    private func collation(_ descriptor: NSSortDescriptor) throws -> SortTerm.Collation {
        switch descriptor.sortSelectorName {
        case nil, "compare:": return .literal
        case "caseInsensitiveCompare:": return .caseInsensitive
        case "localizedCompare:": return .localized
        case "localizedCaseInsensitiveCompare:": return .localizedCaseInsensitive
        case "localizedStandardCompare:": return .localizedStandard
        case let other?:
            throw CoreDataException.invalidArgument("unsupported NSSortDescriptor selector: \(other)")
        }
    }

    /// FET-22, FET-23: stored attributes at the end of to-one steps, or a count of a to-many relationship.
    private func check(_ keys: [String], path: String) throws {
        if keys == ["objectID"] || keys == ["self"] { return }
        var layout = entity.layout
        for (index, key) in keys.enumerated() {
            guard let property = layout.property(named: key), !property.isTransient else {
                throw unknown(path)
            }
            let isLast = index == keys.count - 1
            guard let relationship = property.relationship else {
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
        if keys.isEmpty { throw unknown(path) }
    }

    private func unknown(_ path: String) -> CoreDataException {
        .invalidArgument(
            "keypath \(path) not found in entity <NSSQLEntity \(entity.name ?? "") id=\(entity.number)>")
    }
}
