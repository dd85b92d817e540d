// SPDX-License-Identifier: Apache-2.0
// The list of features: what a store does beside rows. Each has a room of its own, and one line here.

#if PostgreSQL
/// Finds the features of a store that is being opened.
enum StoreFeatures {
    /// The features that take part in transactions, in the order of their calls.
    static func all(_ engine: PostgreSQLEngine) throws -> [any StoreFeature] {
        guard engine.keepsBooks else {
            return engine.texts.attached.map { [AttachedKeysFeature(engine.mapping, $0)] } ?? []
        }
        let derived: (any StoreFeature)? = DerivedFeature(
            engine.mapping, namespace: engine.options.namespace)
        let hasDerived = derived != nil
        let setting = SaveSettingFeature { [additions = engine.additions] in
            hasDerived || additions.withLock { $0.noticesOthers }
        }
        return [setting, derived, ActivityFeature(watch: engine.watch), engine.storedHistory].compactMap {
            $0
        }
    }
}
#endif
