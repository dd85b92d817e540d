// SPDX-License-Identifier: Apache-2.0
// The source of a context whose coordinator has stores that want to know who asks (RequestEngine.swift). One call makes it and
// uses it up.

import Foundation
import PerdureStore
import Synchronization

/// A source over stores that hands on the context that asks.
final class AskingSource: StoreSource {
    private let base: any StoreSource
    private let context: NSManagedObjectContext

    init(_ base: any StoreSource, _ context: NSManagedObjectContext) {
        self.base = base
        self.context = context
    }

    var coordinator: NSPersistentStoreCoordinator? { base.coordinator }
    var followers: SaveFollowers { base.followers }

    func views() throws -> StoreViews {
        var views = try base.views()
        views.context = context
        return views
    }

    func forgetRows(of ids: [NSManagedObjectID]) { base.forgetRows(of: ids) }
    func tellFollowers(_ ids: @autoclosure () -> SavedObjectIDs, by context: NSManagedObjectContext) {
        base.tellFollowers(ids(), by: context)
    }
    func generationAfterSave() -> NSQueryGenerationToken? { base.generationAfterSave() }
    func historyAfterSave() -> NSPersistentHistoryToken? { base.historyAfterSave() }
    func permanentIDs(for objects: [NSManagedObject]) throws -> [NSManagedObjectID] {
        try base.permanentIDs(for: objects)
    }
    func save(_ request: SaveRequest) throws -> SaveOutcome { try base.save(request) }
}

extension StoreSource {
    /// The source for one call of a context.
    func asked(by context: NSManagedObjectContext) -> any RowSource {
        guard let coordinator, coordinator.asksContexts.load(ordering: .acquiring) else { return self }
        return AskingSource(self, context)
    }
}
