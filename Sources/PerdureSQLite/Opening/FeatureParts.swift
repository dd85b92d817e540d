// SPDX-License-Identifier: Apache-2.0
// What features add to tables, triggers, migrations and histories. An opening hands it down to its steps, so that no step
// knows a single feature. StoreFeatures.swift lists the features.

import PerdureSQL

/// The parts of features, in the order of their use.
struct FeatureParts: Sendable {
    /// The features with their own tables and triggers for an entity.
    let definitions: [any EntityDefinitions.Type]
    /// The features that may differ between the two models of a migration in place.
    let changeable: [any ChangeableFeature.Type]
    /// The parts of a history beside Core Data's tables.
    let historySideTables: [any HistorySideTable.Type]
    /// Makes the sources of triggers in a store.
    let triggerSources: @Sendable (StoreMapping) -> [any TriggerSource]

    /// The rules for the triggers of a store.
    func triggerRules(_ mapping: StoreMapping) -> TriggerRules {
        TriggerRules(mapping, sources: triggerSources(mapping))
    }
}
