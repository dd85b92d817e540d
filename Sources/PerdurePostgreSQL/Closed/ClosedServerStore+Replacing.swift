// SPDX-License-Identifier: Apache-2.0
// Makes a store a copy of another one (PG-12), on the same server or on another one. ServerReplacement.swift does the work.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdureStore

extension ClosedServerStore {
    /// Makes this store a copy of another one, in one transaction: what fails leaves the store as it was.
    ///
    /// - Parameters:
    ///   - source: The store to copy, as it is at the beginning.
    ///   - isForced: Whether it does not matter that others have this store open.
    ///   - whileLocked: Called while nobody else may open or change this store.
    ///   - schema: Reads the model that the source keeps of itself, given its bytes and the place for errors.
    /// - Throws: `StoreError.notAStore` for a source that is none or keeps no model, `.cannotOpen` while another process has
    ///   this store open, what a server refuses.
    package func replace(
        by source: ClosedServerStore, isForced: Bool, whileLocked: () throws -> Void,
        schema: (Data, String) throws -> Schema
    ) throws {
        guard !options.client.isReadOnly else { throw StoreError.readOnly(path: shown) }
        let content = try source.content()
        guard let archive = content.modelArchive else {
            throw StoreError.notAStore(
                path: source.shown,
                reason: "it keeps no model of itself; migrate it to the other place instead")
        }
        let model = try schema(archive, source.shown)
        try source.withSession("read the store to copy", .reading) { from in
            try from.beginReading()
            defer { from.rollback() }
            try withSession("replace the store", .writing) { to in
                try to.beginWriting()
                defer { to.rollback() }
                try to.run(StoreLocks.definitions(options.namespace))
                let isThere = try isThere(to)
                if isThere, !isForced { try requireAbsence(to) }
                let role = try DefiningRole(options, to)
                if isThere { try drop(to) }
                try whileLocked()
                try ServerReplacement(source: source, destination: self, schema: model, from: from, to: to)
                    .run()
                try role.giveBack(to)
                try to.commit()
            }
        }
    }
}
#endif
