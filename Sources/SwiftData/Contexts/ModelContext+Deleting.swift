// SPDX-License-Identifier: Apache-2.0
// Deletes models, one by one or all that match.

import Foundation
import Perdure
import PerdureBase

extension ModelContext {
    /// Deletes a model with the next save; a new model leaves the context at once.
    public func delete<T: PersistentModel>(_ model: T) {
        let object = model.object
        guard object.managedObjectContext === store else { return }
        object.hold()
        let isNew = object.isInserted
        store.delete(object)
        if isNew {
            store.processPendingChanges()
            object.letGo()
        }
        noteChange()
    }

    /// Deletes all models that match, with the next save; delete rules apply.
    ///
    /// - Parameters:
    ///   - model: The class.
    ///   - predicate: What matches; nil for all.
    ///   - includeSubclasses: Whether models of subclasses are deleted too.
    /// - Throws: What a fetch throws.
    public func delete<T: PersistentModel>(
        model: T.Type, where predicate: Predicate<T>? = nil, includeSubclasses: Bool = true
    ) throws {
        if try deleteInStores(model, predicate, includeSubclasses) { return }
        let request = try request(for: FetchDescriptor<T>(predicate: predicate))
        request.includesSubentities = includeSubclasses
        for object in try found(by: request) { store.delete(object) }
        noteChange()
    }
}
