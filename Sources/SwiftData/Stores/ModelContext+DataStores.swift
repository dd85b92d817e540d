// SPDX-License-Identifier: Apache-2.0
// What a context does with stores of a program's own beside fetching and saving.

import Foundation
import Perdure

extension ModelContext {
    /// The context as stores of a program's own know it.
    public var editingState: EditingState {
        get { EditingState(id: stateIdentifier, author: author) }
        set { author = newValue.author }
    }

    /// Runs a fetch whose descriptor the stores of a program's own see.
    func asking<T: PersistentModel, Result>(
        _ descriptor: FetchDescriptor<T>, _ body: () throws -> Result
    ) rethrows -> Result {
        let former = store.asked
        store.asked = stores.participants.isEmpty ? nil : descriptor
        defer { store.asked = former }
        return try use.using(body)
    }

    /// Lets a store that can do so delete what matches; false where none does.
    func deleteInStores<T: PersistentModel>(
        _ model: T.Type, _ predicate: Predicate<T>?, _ includeSubclasses: Bool
    ) throws -> Bool {
        let name = Schema.entityName(for: model)
        let candidates = stores.programStores.filter { $0.entityNames.contains(name) }
        guard !candidates.isEmpty else { return false }
        let known = try registered(model, predicate, includeSubclasses)
        let request = DataStoreBatchDeleteRequest(
            predicate: predicate, includeSubclasses: includeSubclasses, editingState: editingState)
        var isDone = false
        for candidate in candidates where try candidate.delete(request) { isDone = true }
        guard isDone else { return false }
        for object in known where object.isInserted { store.delete(object) }
        var saved = SavedChanges()
        saved.deleted = known.map(\.objectID).filter { !$0.isTemporaryID }
        adopt(saved)
        stores.audience.tell(saved, except: box)
        return true
    }

    private func registered<T: PersistentModel>(
        _ model: T.Type, _ predicate: Predicate<T>?, _ includeSubclasses: Bool
    ) throws -> [_ModelObject] {
        try store.registeredObjects.compactMap { $0 as? _ModelObject }.filter { object in
            guard !object.isDeleted, let model = object.model as? T,
                includeSubclasses || type(of: model) == T.self
            else { return false }
            return try predicate?.evaluate(model) ?? true
        }
    }
}
