// SPDX-License-Identifier: Apache-2.0
// `perdure store create`: a new store without objects, as a program of the model would make it.

import Foundation
import Perdure
import PerdureStore

enum StoreCreate {
    static let command = Command(
        group: "store", action: "create", summary: "make an empty store of a model",
        discussion: """
            Makes a store without objects, with the tables, indexes and triggers that the model asks for, and with a copy of the
            model. Nothing is overwritten. 'store import' fills it: after an import of the whole export of another store a new file has the
            same objects under the same numbers, which 'store diff' shows, and a new store on a server has them under new ones ('store
            copy' keeps the numbers there too, in one step).
            """,
        operands: [.model],
        options: [
            .output("STORE", "a file that does not exist yet, or a postgresql: URL without a store"),
            .version,
            .init(name: "schema", value: "NAME", help: "the namespace of STORE, instead of the URL's"), .tls,
            .quiet,
        ], run: run)

    @Sendable private static func run(_ arguments: Arguments) throws -> ExitCode {
        let file = try LoadedModel(arguments)
        try file.requireSound([file.current])
        let model = try NSManagedObjectModel(document: file.current)
        let target = try NewStores.at(arguments.values["output"] ?? "", arguments)
        try target.create(model, configuration: nil)
        do {
            let engine = try target.engine(model.schema, entities: nil, isReadOnly: false)
            defer { try? engine.close() }
            try engine.setMetadata(
                CopiedMetadata.merged([:], into: engine.metadata), immediately: true)
        } catch {
            target.abandon()
            throw target.naming(error)
        }
        try target.finish()
        let count = PlainText.count(file.current.entities.count, "entity", "entities")
        arguments.tell("\(target.shown): an empty store of \(count)")
        return .success
    }
}
