// SPDX-License-Identifier: Apache-2.0
// `perdure store model`: takes the copy of its model out of a store.

import Foundation
import PerdureInspection
import PerdureModelFormat
import PerdurePropertyList

enum StoreModelCommand {
    static let command = Command(
        group: "store", action: "model", summary: "write the model that a store keeps",
        discussion: """
            Writes the copy of its model that a store keeps, as a source that Xcode opens (.xcdatamodeld, .xcdatamodel) or compiled
            (.momd, .mom). What a source cannot say is told on standard error. The version hashes are compared with those of the
            store's metadata: a copy that does not fit is refused. The store is not written.
            """,
        operands: [.store],
        options: [
            .output("OUTPUT", "a name that ends in .xcdatamodeld, .xcdatamodel, .momd or .mom"),
            .init(name: "force", value: nil, help: "replace what is there"), .copyLimit, .schema, .tls,
            .quiet,
        ], run: run)

    @Sendable private static func run(_ arguments: Arguments) throws -> ExitCode {
        let output = try ModelOutput(arguments)
        let place = try StorePlaces.place(arguments[operand: "STORE"], PlaceOptions(arguments))
        let document: ModelDocument
        do {
            guard let archive = try place.modelArchive() else {
                throw ToolError("\(place.shown): the store keeps no copy of its model; its program has it")
            }
            document = try CompiledModelReader.read(data: archive, path: place.shown)
            try requireFit(document, place)
        } catch { throw place.naming(error) }
        let name = URL(fileURLWithPath: arguments.values["output"] ?? "").deletingPathExtension()
            .lastPathComponent
        let bundle = ModelBundle(
            versions: [.init(name: name, document: document)], currentVersionName: name)
        output.report(try output.write(bundle), arguments)
        return .success
    }

    private static func requireFit(_ document: ModelDocument, _ place: any StorePlace) throws {
        let metadata = try place.metadata()
        // A store of a configuration has fewer entities than its model.
        let known = metadata["NSStoreModelVersionHashes"]?.dictionaryValue ?? [:]
        let differing = ModelFit(store: place.shown, metadata: metadata).differences(document)
            .filter { known[$0] != nil }
        guard !differing.isEmpty else { return }
        throw ToolError(
            "\(place.shown): the store's copy is of another version of its model than its metadata say: "
                + differing.joined(separator: ", "))
    }
}
