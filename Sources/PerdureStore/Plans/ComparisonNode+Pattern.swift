// SPDX-License-Identifier: Apache-2.0
// Checks the regular expression of MATCHES before the first row is read (PRE-39, PRE-110).

import PerdurePredicates

extension ComparisonNode {
    /// Checks a constant pattern of MATCHES; a pattern that comes from a row is checked with the row.
    ///
    /// - Throws: `StoreError.unsupported` that names the pattern.
    package func requirePattern() throws {
        guard comparison == .matches, case .constant(.string(let pattern)) = right else { return }
        try withStoreErrors { _ = try StringMatching.matches("", pattern, options: options) }
    }
}
