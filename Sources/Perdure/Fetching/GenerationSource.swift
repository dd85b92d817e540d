// SPDX-License-Identifier: Apache-2.0
// The source of a pinned context: a generation answers reads, and the coordinator all other calls.

import Foundation

/// A coordinator whose stores do not change.
final class GenerationSource: StoreSource {
    let base: NSPersistentStoreCoordinator
    let pin: GenerationPin

    init(_ base: NSPersistentStoreCoordinator, _ pin: GenerationPin) {
        self.base = base
        self.pin = pin
        base.state.withLock { $0.usesGenerations = true }
    }

    /// A source with the same coordinator, pinned to the newest state at its next read.
    var renewed: GenerationSource { GenerationSource(base, GenerationPin(base)) }

    /// The token of the generation; nil until a read has chosen it.
    var token: NSQueryGenerationToken? { pin.known == nil ? nil : NSQueryGenerationToken(pin) }

    var coordinator: NSPersistentStoreCoordinator? { base }
    var followers: SaveFollowers { base.followers }

    func views() throws -> StoreViews { StoreViews(coordinator: base, generation: try pin.generation()) }

    func generationAfterSave() -> NSQueryGenerationToken? {
        // An error would reach nobody here; the next read reports it.
        try? pin.generation().map { _ in NSQueryGenerationToken(pin) }
    }

    func historyAfterSave() -> NSPersistentHistoryToken? { base.historyAfterSave() }

    func forgetRows(of ids: [NSManagedObjectID]) { base.forgetRows(of: ids) }

    func tellFollowers(_ ids: @autoclosure () -> SavedObjectIDs, by context: NSManagedObjectContext) {
        base.tellFollowers(ids(), by: context)
    }

    func permanentIDs(for objects: [NSManagedObject]) throws -> [NSManagedObjectID] {
        try base.permanentIDs(for: objects)
    }

    func save(_ request: SaveRequest) throws -> SaveOutcome { try base.save(request) }
}
