// SPDX-License-Identifier: Apache-2.0
// The text of a request, as one line for logs.

import Foundation
import PerdurePredicates

extension AnyFetchRequest {
    /// Entity, predicate, order, result type, and all settings that differ from the defaults.
    package var text: String {
        var parts = [
            "entity: \(entity?.name ?? entityName ?? "nil")",
            "predicate: (\(predicate.map { PredicatePrinter.format($0.node) } ?? "nil"))",
            "sortDescriptors: (\((sortDescriptors ?? []).map(Self.text).joined(separator: ", ")))",
            "type: \(resultType.text)",
        ]
        if fetchLimit != 0 { parts.append("limit: \(fetchLimit)") }
        if fetchOffset != 0 { parts.append("offset: \(fetchOffset)") }
        if fetchBatchSize != 0 { parts.append("batch size: \(fetchBatchSize)") }
        if let paths = relationshipKeyPathsForPrefetching, !paths.isEmpty {
            parts.append("prefetching: (\(paths.joined(separator: ", ")))")
        }
        return parts.joined(separator: "; ")
    }

    private static func text(_ descriptor: NSSortDescriptor) -> String {
        "\(descriptor.key ?? "?") \(descriptor.ascending ? "ascending" : "descending")"
    }
}

extension NSFetchRequestResultType {
    fileprivate var text: String {
        switch self {
        case .managedObjectResultType: "NSManagedObjectResultType"
        case .managedObjectIDResultType: "NSManagedObjectIDResultType"
        case .dictionaryResultType: "NSDictionaryResultType"
        case .countResultType: "NSCountResultType"
        default: "\(rawValue)"
        }
    }
}
