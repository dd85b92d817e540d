// SPDX-License-Identifier: Apache-2.0
// What a slot looked like when something was computed of it (Patterns/CachedSources.swift).

import PerdureStore

/// The state of a source; compared, never shown.
enum SourceState {
    case value(StoredValue)
    /// Something that is equal to itself alone.
    case object(AnyObject)

    /// Whether nothing has changed; NaN is the same as itself here.
    func isSame(as other: SourceState) -> Bool {
        switch (self, other) {
        case (.value(.double(let left)), .value(.double(let right))): left.bitPattern == right.bitPattern
        case (.value(let left), .value(let right)): left == right
        case (.object(let left), .object(let right)): left === right
        default: false
        }
    }
}
