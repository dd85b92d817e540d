// SPDX-License-Identifier: Apache-2.0
// The table of contents of an opening: each step is a type beside the feature that it belongs to. The stages are
// OpenedFile.swift and MappedStore.swift; a feature joins the store's transactions in its last step.

import PerdureSQL
import PerdureStore

/// What belongs to the features of stores, in the order in which it is done.
enum StoreFeatures {
    /// Before the tables are compared with the model.
    static let fileSteps: [any FileStep.Type] = [HistoryLock.self, InPlaceMigration.self, MergeTables.self]

    /// Before anything is written; of stores that are not read-only.
    static let writingSteps: [any StoreStep.Type] = [
        JournalChoice.self, DerivedRebuild.self, MergeIndexMaking.self, TriggerReview.self,
        HistoryMaking.self, StoreUpkeep.self,
    ]

    /// Before anything is read, and in the order in which the features take part in transactions.
    static let readingSteps: [any StoreStep.Type] = [
        MarkedSaves.self, HistoryReading.self, ExternalValues.self, MergeIndexUse.self, DerivedSums.self,
    ]

    /// What lies beside a store's file.
    static let sidecars: [any StoreSidecar.Type] = [ExternalValueFiles.self]

    /// What `perdure store check` asks besides tables, rows and relationships.
    static let checks: [any FeatureCheck.Type] = [ExternalValues.self, DerivedCheck.self]

    /// Who has tables and triggers of its own for an entity.
    static let definitions: [any EntityDefinitions.Type] = [DerivedTriggers.self, SpatialIndex.self]

    /// What may differ between the models of a migration within the file.
    static let changeable: [any ChangeableFeature.Type] = [DerivedChange.self]

    /// What a history keeps beside Core Data's tables.
    static let historySides: [any HistorySide.Type] = [HistoryDeltas.self]

    /// The keys of the metadata that are ours.
    static let metadataKeys: Set = [Derivation.metadataKey, StoreMetadata.replacementKey]

    /// Who has triggers in a store.
    static func triggerSources(_ mapping: StoreMapping) -> [any TriggerSource] {
        [DerivedAttributes(mapping), SpatialTriggers(mapping), mapping.mergeIndexes]
    }
}
