// SPDX-License-Identifier: Apache-2.0
// Fetches from a store of a program's own: with the descriptor of the context where there is one, else of all models of the class.

import Foundation
import Perdure
import PerdureBase
import PerdureIncrementalStores

extension SnapshotStore {
    /// Answers a fetch, or hands a save to the program.
    func answer(_ request: NSPersistentStoreRequest, _ context: NSManagedObjectContext?) throws -> Any {
        switch request {
        case let save as NSSaveChangesRequest:
            try write(save, context)
            return [Any]()
        case let fetch as NSFetchRequest<any NSFetchRequestResult>:
            guard let entity = entity(of: fetch), let type = modelType(of: entity) else {
                throw DataStoreError.unsupportedFeature
            }
            func open<T: PersistentModel>(_: T.Type) throws -> Any {
                try SnapshotFetch<T>(self, fetch, context).answer()
            }
            return try open(type)
        default: throw DataStoreError.unsupportedFeature
        }
    }

    private func entity(of fetch: NSFetchRequest<any NSFetchRequestResult>) -> NSEntityDescription? {
        fetch.entityName.flatMap { persistentStoreCoordinator?.managedObjectModel.entitiesByName[$0] }
    }

    func editingState(_ context: NSManagedObjectContext?) -> EditingState {
        (context as? ModelStoreContext)?.owner?.editingState
            ?? EditingState(id: UUID(), author: context?.transactionAuthor)
    }

    /// The values of one object: those at hand, or those of a fetch by its identifier.
    ///
    /// - Throws: 133000 where the store has no such model.
    func fetchedRow(_ id: NSManagedObjectID, _ context: NSManagedObjectContext?) throws -> SnapshotRow {
        let (identifier, state) = (PersistentIdentifier(id), editingState(context))
        if let known = try program.cachedRow(identifier, state) { return known }
        func open<T: PersistentModel>(_: T.Type) throws -> SnapshotRow? {
            try row(identifier, T.self, state)
        }
        if let type = modelType(of: id.entity), let found = try open(type) { return found }
        throw CocoaError(
            CocoaError.Code(rawValue: NSManagedObjectReferentialIntegrityError),
            userInfo: [NSLocalizedDescriptionKey: "The store has no model \(id.uriRepresentation())."])
    }

    private func row<T: PersistentModel>(
        _ identifier: PersistentIdentifier, _ type: T.Type, _ state: EditingState
    ) throws -> SnapshotRow? {
        let wanted: Set<PersistentIdentifier> = [identifier]
        let one = FetchDescriptor<T>(predicate: #Predicate { wanted.contains($0.persistentModelID) })
        do {
            return try rows(one, state).first { $0.identifier == identifier }
        } catch DataStoreError.preferInMemoryFilter {
            return try rows(FetchDescriptor<T>(), state).first { $0.identifier == identifier }
        }
    }

    /// What a descriptor finds; what came with it is kept.
    func rows<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, _ state: EditingState
    ) throws -> [SnapshotRow] {
        let answer = try program.rows(DataStoreFetchRequest(descriptor: descriptor, editingState: state))
        try keep(answer.related)
        return answer.found
    }
}

/// One fetch of a class.
private struct SnapshotFetch<T: PersistentModel> {
    private let store: SnapshotStore
    private let request: NSFetchRequest<any NSFetchRequestResult>
    private let context: NSManagedObjectContext?
    private let state: EditingState
    /// What the program is asked.
    private var descriptor: FetchDescriptor<T>
    /// Whether the descriptor says all that the request does.
    private let isExact: Bool

    init(
        _ store: SnapshotStore, _ request: NSFetchRequest<any NSFetchRequestResult>,
        _ context: NSManagedObjectContext?
    ) {
        self.store = store
        self.request = request
        self.context = context
        state = store.editingState(context)
        let asked = (context as? ModelStoreContext)?.asked as? FetchDescriptor<T>
        descriptor = asked ?? FetchDescriptor()
        isExact =
            asked != nil || request.predicate == nil && (request.sortDescriptors ?? []).isEmpty
        // A context with changes asks for more than the descriptor's limit.
        descriptor.fetchLimit = request.fetchLimit > 0 ? request.fetchLimit : nil
        descriptor.fetchOffset = request.fetchOffset > 0 ? request.fetchOffset : nil
    }

    func answer() throws -> Any {
        do {
            guard isExact else { return try shaped(filtered(byRequest: true)) }
            return try asked()
        } catch DataStoreError.preferInMemoryFilter {
            return try shaped(filtered(byRequest: false))
        } catch DataStoreError.preferInMemorySort {
            return try shaped(sorted())
        }
    }

    private func asked() throws -> Any {
        let request = DataStoreFetchRequest(descriptor: descriptor, editingState: state)
        switch self.request.resultType {
        case .countResultType: return [NSNumber(value: try store.program.count(request))]
        case .managedObjectIDResultType:
            return try store.program.identifiers(request).map(store.objectID)
        default: return try shaped(ids(descriptor))
        }
    }

    private func ids(_ descriptor: FetchDescriptor<T>) throws -> [NSManagedObjectID] {
        let rows = try store.rows(descriptor, state)
        try store.keep(rows)
        return try rows.map { try store.objectID(of: $0.identifier) }
    }

    private func shaped(_ ids: [NSManagedObjectID]) -> Any {
        switch request.resultType {
        case .countResultType: [NSNumber(value: ids.count)]
        case .managedObjectIDResultType: ids
        default: ids.compactMap { context?.object(with: $0) }
        }
    }

    // MARK: What the store leaves to the context

    /// All models of the class, filtered and sorted here.
    private func filtered(byRequest: Bool) throws -> [NSManagedObjectID] {
        let all = try models(FetchDescriptor())
        let matching = try all.filter { model in
            byRequest
                ? request.predicate?.evaluate(with: model.object) ?? true
                : try descriptor.predicate?.evaluate(model) ?? true
        }
        return page(matching)
    }

    /// The models that match, sorted here.
    private func sorted() throws -> [NSManagedObjectID] {
        do {
            return page(try models(FetchDescriptor(predicate: descriptor.predicate)))
        } catch DataStoreError.preferInMemoryFilter {
            return try filtered(byRequest: false)
        }
    }

    private func models(_ descriptor: FetchDescriptor<T>) throws -> [T] {
        try ids(descriptor).compactMap { (context?.object(with: $0) as? _ModelObject)?.model as? T }
    }

    private func page(_ models: [T]) -> [NSManagedObjectID] {
        let sorted = descriptor.sortBy.isEmpty ? models : models.sorted(using: descriptor.sortBy)
        let rest = sorted.dropFirst(descriptor.fetchOffset ?? 0)
        return rest.prefix(descriptor.fetchLimit ?? rest.count).map(\.object.objectID)
    }
}
