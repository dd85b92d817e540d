// SPDX-License-Identifier: Apache-2.0
// The list of all steps of an opening; each step is a type beside its feature. OpenedFile.swift and MappedStore.swift are the
// stages. A feature joins the store's transactions in its last step.

import PerdureSQL
import PerdureStore

/// The parts of features, in the order of their execution.
enum StoreFeatures {
    /// The steps before the tables are compared with the model.
    static let fileSteps: [any FileStep.Type] = [HistoryLock.self, InPlaceMigration.self, MergeTables.self]

    /// The steps before anything is written; read-only stores skip them.
    static let writingSteps: [any StoreStep.Type] = [
        JournalChoice.self, DerivedRebuild.self, MergeIndexMaking.self, TriggerReviewing.self,
        HistoryMaking.self, StoreUpkeep.self,
    ]

    /// The steps before anything is read.
    ///
    /// Their order is also the order of the features in transactions.
    static let readingSteps: [any StoreStep.Type] = [
        MarkedSaves.self, HistoryReading.self, ExternalValues.self, MergeIndexUse.self, DerivedSums.self,
    ]

    /// The files beside a store's file.
    static let sidecars: [any StoreSidecar.Type] = [ExternalValueFiles.self]

    /// The checks of `perdure store check` besides tables, rows and relationships.
    static let checks: [any FeatureCheck.Type] = [ExternalValues.self, DerivedCheck.self]

    /// The features with their own tables and triggers for an entity.
    static let definitions: [any EntityDefinitions.Type] = [DerivedTriggers.self, SpatialIndex.self]

    /// The features that may differ between the two models of a migration in place.
    static let changeable: [any ChangeableFeature.Type] = [DerivedChange.self]

    /// The parts of a history beside Core Data's tables.
    static let historySides: [any HistorySide.Type] = [HistoryDeltas.self]

    /// Our own keys in the metadata.
    static let metadataKeys: Set = [Derivation.metadataKey, StoreMetadata.replacementKey]

    /// The sources of triggers in a store.
    static func triggerSources(_ mapping: StoreMapping) -> [any TriggerSource] {
        [DerivedAttributes(mapping), SpatialTriggers(mapping), mapping.mergeIndexes]
    }
}
