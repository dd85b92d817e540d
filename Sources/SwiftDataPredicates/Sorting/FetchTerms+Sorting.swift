// SPDX-License-Identifier: Apache-2.0
// Sort descriptors of model classes as terms of fetches, by the rule SD-160 for strings. TextComparator.swift has the comparators.

import Foundation
import PerdurePredicates

extension FetchTerms {
    /// The order of a fetch.
    ///
    /// - Parameter descriptors: The descriptors; the first counts most.
    /// - Returns: The descriptors of a request.
    /// - Throws: `UnsupportedFetchPart` for a descriptor that no store can sort by.
    package func sorting<Model>(_ descriptors: [SortDescriptor<Model>]) throws -> [NSSortDescriptor] {
        try descriptors.map { descriptor in
            let rule = try rule(descriptor)
            return NSSortDescriptor(
                key: rule.keys.joined(separator: "."), ascending: rule.isAscending,
                selector: rule.order.selector)
        }
    }

    /// The order of one descriptor as a value.
    ///
    /// - Throws: `UnsupportedFetchPart` for a descriptor that no store can sort by.
    package func rule<Model>(_ descriptor: SortDescriptor<Model>) throws -> SortRule {
        guard let keyPath = descriptor.keyPath else {
            throw unsupported(descriptor, "an order without a key path", "sort by a stored property")
        }
        let property = OrderedKeyPaths.property(of: keyPath)
        guard let keys = naming.names(of: property) else {
            throw unsupported(
                descriptor, "the key path \(property)",
                "sort by a stored property, also one at the end of to-one relationships")
        }
        guard !keys.isEmpty else {
            throw unsupported(descriptor, "the identity of objects", "sort by a stored property")
        }
        let sorted = try sortedKeys(keys, of: property, descriptor)
        return SortRule(sorted, isAscending: descriptor.order == .forward, order: order(descriptor, keyPath))
    }

    /// The keys of the element that holds the value.
    private func sortedKeys<Model>(
        _ keys: [String], of property: AnyKeyPath, _ descriptor: SortDescriptor<Model>
    ) throws -> [String] {
        switch naming.form(of: property) {
        case nil: return keys
        case .named: return keys + keys.suffix(1)
        case .cases, .parts, .encoded:
            throw unsupported(
                descriptor, "the order of \(Swift.type(of: property).valueType)",
                "sort by one of its stored properties, or by another property")
        }
    }

    /// How strings are ordered: as users expect lists, unless the descriptor says otherwise.
    private func order<Model>(_ descriptor: SortDescriptor<Model>, _ keyPath: AnyKeyPath) -> StringOrder {
        let type = Swift.type(of: keyPath).valueType
        if let order = StringOrder(orderedText: type) { return order }
        let isText = type == String.self || type == String?.self
        return isText && descriptor.stringComparator == nil ? .localizedStandard : .literal
    }

    private func unsupported<Model>(
        _ descriptor: SortDescriptor<Model>, _ part: String, _ advice: String
    ) -> UnsupportedFetchPart {
        UnsupportedFetchPart(.sortDescriptor, of: Model.self, part, advice)
    }
}
