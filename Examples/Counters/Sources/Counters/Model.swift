// SPDX-License-Identifier: Apache-2.0
// The model: one class, whose attributes merge.

import CoreData
import PerdureMacros

/// What all terminals count, tag and describe.
@ManagedObject final class Counter: NSManagedObject {
    @Attribute(.unique) var name: String = ""
    @Mergeable(.counter, .maximum(1_000_000)) var count: Int64
    @Mergeable(.set) var tags: Set<String>
    @Mergeable(.dictionary) var notes: [String: Any]
}
