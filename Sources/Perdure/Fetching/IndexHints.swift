// SPDX-License-Identifier: Apache-2.0
// `indexed:by:(key, "index")` in predicates (MOD-86): the value of the key, and the name of an index for it. Stores
// choose indexes by themselves; this file only checks that the index exists.

import Foundation
import PerdureBase
import PerdurePredicates

/// The indexes that a predicate names.
struct IndexHints {
    private let entity: NSEntityDescription

    init(_ entity: NSEntityDescription) { self.entity = entity }

    /// Looks up the indexes of a predicate.
    ///
    /// - Throws: a `CoreDataException` that names the entity and its missing index.
    func check(_ predicate: PredicateNode) throws {
        _ = try predicate.rewritten { node in
            if case .function(let call) = node, call.name == "indexed:by:" { try check(call) }
            return nil
        }
    }

    private func check(_ call: FunctionCall) throws {
        guard call.arguments.count == 2, case .keyPath(let base, let keys) = call.arguments[0],
            case .constant(.string(let name)) = call.arguments[1]
        else {
            throw CoreDataException.invalidArgument(
                "\(PredicatePrinter.format(.function(call))) must have a key path and the name of an index.")
        }
        // Only the subquery around a variable knows the variable's entity: any entity's index is accepted.
        let places =
            base == .evaluatedObject ? owner(of: keys).map { [$0] } : entity.managedObjectModel.entities
        guard let places, !places.contains(where: { Self.has(name, $0) }) else { return }
        throw Self.unknown(name, places.count == 1 ? places[0] : entity, keys)
    }

    /// The entity that has the last property of a key path; nil for a path with an unknown relationship.
    private func owner(of keys: [String]) -> NSEntityDescription? {
        keys.dropLast().reduce(entity) { $0?.relationshipsByName[$1]?.destinationEntity }
    }

    private static func has(_ name: String, _ entity: NSEntityDescription) -> Bool {
        sequence(first: entity) { $0.superentity }.contains { $0.indexes.contains { $0.name == name } }
    }

    private static func unknown(_ name: String, _ entity: NSEntityDescription, _ keys: [String])
        -> CoreDataException
    {
        let known = sequence(first: entity) { $0.superentity }.flatMap { $0.indexes.map(\.name) }
        let names = known.isEmpty ? "none" : known.map { "\"\($0)\"" }.joined(separator: ", ")
        return .invalidArgument(
            "indexed:by: names the index \"\(name)\" for \"\(keys.joined(separator: "."))\", and the entity "
                + "\"\(entity.name ?? "")\" has no such index. It has: \(names).")
    }
}
