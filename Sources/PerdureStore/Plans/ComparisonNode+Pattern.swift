// SPDX-License-Identifier: Apache-2.0
// The regular expression of MATCHES, looked at before the first row is (PRE-39, PRE-110).

import PerdurePredicates

extension ComparisonNode {
    /// Looks whether the pattern of MATCHES is one; a pattern that rows supply is seen when they are read.
    ///
    /// - Throws: `StoreError.unsupported` that names the pattern.
    package func requirePattern() throws {
        guard comparison == .matches, case .constant(.string(let pattern)) = right else { return }
        try withStoreErrors { _ = try StringMatching.matches("", pattern, options: options) }
    }
}
