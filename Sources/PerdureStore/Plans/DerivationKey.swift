// SPDX-License-Identifier: Apache-2.0
// Where a store of ours remembers its derivations, for those who compare a store with its model before it is opened. What
// stands there is an engine's.

extension Derivation {
    /// The key in the metadata: entity → attribute → expression.
    ///
    /// Stores that Apple made have none.
    package static let metadataKey = "PerdureDerivations"
}
