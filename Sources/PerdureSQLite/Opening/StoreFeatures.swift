// SPDX-License-Identifier: Apache-2.0
// The list of all steps of an opening; each step is a type beside its feature. OpenedFile.swift and MappedStore.swift are the
// stages. A feature joins the store's transactions in its last step. Only entry points name this list: whoever stands below
// gets its part of it (FeatureParts.swift).

import PerdureSQL
import PerdureStore

/// The parts of features, in the order of their execution.
enum StoreFeatures {
    /// The steps before the tables are compared with the model.
    ///
    /// A migration leaves no gap in a history, so it comes before the lock.
    static let fileSteps: [any FileOpeningStep.Type] = [
        InPlaceMigration.self, HistoryLock.self, MergeTables.self,
    ]

    /// The steps before anything is written; read-only stores skip them.
    static let writingSteps: [any StoreOpeningStep.Type] = [
        JournalChoice.self, IndexUpdate.self, DerivedRebuild.self, MergeIndexUpdateStep.self,
        TriggerReviewing.self,
        HistoryTableStep.self, StoreMaintenance.self,
    ]

    /// The steps before anything is read.
    ///
    /// Their order is also the order of the features in transactions.
    static let readingSteps: [any StoreOpeningStep.Type] = [
        SaveMarkFeature.self, HistoryFeatureStep.self, ExternalValueFeature.self, MergeIndexUseStep.self,
        DerivedSumFeature.self,
    ]

    /// The files beside a store's file.
    static let sidecars: [any StoreSidecar.Type] = [ExternalValueFiles.self]

    /// The checks of `perdure store check` besides tables, rows and relationships.
    static let checks: [any FeatureCheck.Type] = [ExternalValueFeature.self, DerivedCheck.self]

    /// The parts that the steps need.
    static let parts = FeatureParts(
        definitions: [DerivedTriggers.self, SpatialIndex.self],
        changeable: [DerivedChange.self],
        historySideTables: [HistoryDeltas.self],
        triggerSources: { [DerivedAttributes($0), SpatialTriggers($0), $0.mergeIndexes] })

    /// The sidecars of a store's file.
    static func sidecars(of path: String) -> [any StoreSidecar] { sidecars.map { $0.init(beside: path) } }

    /// The name beside which a store's sidecars lie: another one than the path only where the path is a link.
    ///
    /// What prepares their exchange must lie there too, because files are moved within one file system.
    static func home(of path: String) -> String { ExternalDataFolder.owner(of: path) }
}

extension SQLiteStoreFile {
    /// All of our own keys in the metadata.
    package static let ownKeys: Set = [
        Derivation.metadataKey, StoreMetadata.replacementKey, StoreMetadata.migrationKey,
        DeferredRemovals.key,
    ]
}
