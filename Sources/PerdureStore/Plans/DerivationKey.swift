// SPDX-License-Identifier: Apache-2.0
// The metadata key under which Perdure's stores remember their derivations. It lets the model layer compare a store with a
// model before the store is opened. The engine defines the value.

extension Derivation {
    /// The key in the metadata: entity → attribute → expression.
    ///
    /// Stores that Apple made have none.
    package static let metadataKey = "PerdureDerivations"
}
