// SPDX-License-Identifier: Apache-2.0
// The leaves of a composite attribute's stored value.

import PerdureStore

extension StoredValue {
    /// The leaves of a composite, in the order of its layout; nil for any other value.
    var leaves: [StoredValue]? {
        guard case .composite(let leaves) = self else { return nil }
        return leaves
    }
}
