// SPDX-License-Identifier: Apache-2.0
// The state of a slot at the time of a computation that used it (CachedSources.swift).

import PerdureStore

/// The state of a source; compared, never shown.
package enum SourceState {
    case value(StoredValue)
    /// An object that equals only itself.
    case object(AnyObject)

    /// Whether both states are the same; NaN equals itself here.
    package func isSame(as other: SourceState) -> Bool {
        switch (self, other) {
        case (.value(.double(let left)), .value(.double(let right))): left.bitPattern == right.bitPattern
        case (.value(let left), .value(let right)): left == right
        case (.object(let left), .object(let right)): left === right
        default: false
        }
    }
}
