// SPDX-License-Identifier: Apache-2.0
// Engines of tests that keep their rows in memory, and differ from the engine in memory in one call or two.

import PerdurePropertyList
import PerdureStore

/// Hands each call on that an engine does not answer itself.
package protocol ForwardingEngine: StoreEngine {
    /// Where the rows are.
    var memory: InMemoryEngine { get }
}

extension ForwardingEngine {
    package var schema: Schema { memory.schema }
    package var metadata: [String: PropertyListValue] { memory.metadata }

    package func fetch(_ plan: FetchPlan) throws -> FetchOutcome { try memory.fetch(plan) }
    package func rows(for keys: [ObjectKey]) throws -> [Row] { try memory.rows(for: keys) }
    package func members(of slot: Int, for owner: ObjectKey) throws -> [ObjectKey] {
        try memory.members(of: slot, for: owner)
    }

    package func reserveKeys(_ count: Int, entity: Int32) throws -> ReservedKeys {
        try memory.reserveKeys(count, entity: entity)
    }

    package func prepare(_ changes: ChangeSet) throws -> Preparation { try memory.prepare(changes) }
    package func setMetadata(_ metadata: [String: PropertyListValue], immediately: Bool) throws {
        try memory.setMetadata(metadata, immediately: immediately)
    }

    package func close() throws { try memory.close() }
}
