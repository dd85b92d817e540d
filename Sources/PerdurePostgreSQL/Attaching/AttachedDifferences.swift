// SPDX-License-Identifier: Apache-2.0
// What the tables of others lack for a model: collected, so that one error tells all of it (PG-60).

#if PostgreSQL
import PerdureBase
import PerdureStore

/// The differences between a model and the tables that it is attached to.
final class AttachedDifferences: Sendable {
    private let found = Lock([String]())

    /// Adds one: the entity and the property, and what is wrong with their table or column.
    func add(_ entity: String, _ property: String? = nil, _ reason: String) {
        let subject = property.map { "\(entity).\($0)" } ?? entity
        found.withLock { all in
            let text = "\"\(subject)\": \(reason)"
            if !all.contains(text) { all.append(text) }
        }
    }

    /// Throws all of them.
    ///
    /// - Throws: `StoreError.schemaMismatch`.
    func check(_ place: String) throws {
        let all = found.withLock { $0 }
        guard !all.isEmpty else { return }
        throw StoreError.schemaMismatch(
            path: place, entity: "", property: nil,
            reason: "the tables do not fit the model, and attaching changes none: "
                + all.joined(separator: "; "))
    }
}
#endif
