// SPDX-License-Identifier: Apache-2.0
// The engine that stands for an incremental store in its coordinator: it asks the program for whatever it is asked.
// IncrementalEngine+Requests.swift has fetches and rows, IncrementalEngine+Saving.swift saves.

import Foundation
import Perdure
import PerdureBase
import PerdureModel
import PerdurePropertyList
import PerdureStore

/// The engine of one incremental store.
final class IncrementalEngine: RequestEngine, @unchecked Sendable {
    // Sendable because a lock guards what changes.

    let program: NSIncrementalStore
    let schema: Schema
    private let state: Lock<State>

    private struct State {
        var metadata: [String: PropertyListValue]
        /// To-many relationships that came with nodes, until they are read or something is saved.
        var members: [MemberName: [ObjectKey]] = [:]
        var isClosed = false
    }

    /// A to-many relationship of one object.
    struct MemberName: Hashable {
        let owner: ObjectKey
        let slot: Int
    }

    init(_ program: NSIncrementalStore, _ schema: Schema, metadata: [String: PropertyListValue]) {
        self.program = program
        self.schema = schema
        state = Lock(State(metadata: metadata))
    }

    var publicStore: NSPersistentStore { program }

    func opened(_ store: EngineStore) { program.engineStore = store }

    var metadata: [String: PropertyListValue] { state.withLock { $0.metadata } }

    /// Keeps the metadata for the program, which saves them with its next save.
    func setMetadata(_ metadata: [String: PropertyListValue], immediately: Bool) throws {
        try requireOpen()
        state.withLock { $0.metadata = metadata }
    }

    func close() throws {
        state.withLock {
            $0.isClosed = true
            $0.members = [:]
        }
    }

    func requireOpen() throws { if state.withLock({ $0.isClosed }) { throw StoreError.closed } }

    // MARK: Members that came with nodes

    func keep(_ members: [ObjectKey], _ name: MemberName) { state.withLock { $0.members[name] = members } }
    func keptMembers(_ name: MemberName) -> [ObjectKey]? { state.withLock { $0.members[name] } }
    func dropMembers() { state.withLock { $0.members = [:] } }

    // MARK: Names and news of objects

    func text(of key: ObjectKey) -> String { program.withReferences { $0.text(of: key) } }

    func number(named text: String, entity: Int32) -> Int64? {
        program.withReferences { [schema] in $0.key(named: text, schema[entity])?.number }
    }

    func didRegister(_ ids: [NSManagedObjectID]) { program.managedObjectContextDidRegisterObjects(with: ids) }
    func didUnregister(_ ids: [NSManagedObjectID]) {
        program.managedObjectContextDidUnregisterObjects(with: ids)
    }

    // MARK: What only plans need

    func reserveKeys(_ count: Int, entity: Int32) throws -> ReservedKeys { throw Self.refusal }
    func prepare(_ changes: ChangeSet) throws -> Preparation { throw Self.refusal }

    private static var refusal: StoreError {
        .unsupported(
            UnsupportedRequest("an NSIncrementalStore is written by saves of contexts, with their objects"))
    }
}

extension NSIncrementalStore: ProgramStoreClass {
    package static func open(
        _ specification: StoreSpecification, for coordinator: NSPersistentStoreCoordinator
    )
        throws -> EngineStore
    {
        let entities = try coordinator.entityNumbers(of: specification.configuration)
        let program = self.init(
            persistentStoreCoordinator: coordinator, configurationName: specification.configuration,
            at: specification.url, options: specification.options)
        try program.loadMetadata()
        let known = program.metadata ?? [:]
        for key in [NSStoreTypeKey, NSStoreUUIDKey] where known[key] as? String == nil {
            throw IncrementalErrors.missingMetadata(program, key)
        }
        if let type = known[NSStoreTypeKey] as? String, type != specification.type {
            throw IncrementalErrors.otherType(program, type, specification.type)
        }
        let metadata = try specification.checkedMetadata(known, for: coordinator)
        let engine = IncrementalEngine(program, coordinator.managedObjectModel.schema, metadata: metadata)
        return RequestEngineStore(engine, specification, entities: entities, coordinator: coordinator)
    }
}
