// SPDX-License-Identifier: Apache-2.0
// `perdure postgresql inspect`: writes a model of a database that others have made. CatalogueModel.swift makes it.

import Foundation
import PerdureInspection
import PerdureModelFormat
import PerdureStore

#if PostgreSQL
import PerdurePostgreSQL
import PerdurePostgreSQLStores
#endif

enum PostgreSQLInspect {
    static let command = Command(
        group: "postgresql", action: "inspect", summary: "write a model of an existing database",
        discussion: """
            Reads the catalogue of a namespace and writes a model of its tables: an entity for each table, attributes for columns,
            relationships with inverses for foreign keys, many-to-many ones for tables that have nothing but two of them, and
            uniqueness constraints. User info of entities and properties names tables and columns, as attaching needs it. What a model
            cannot say is printed, and stands in the user info perdure.comment. Nothing is written on the server.
            """,
        operands: [
            .init(name: "URL", help: "a postgresql: URL"),
            .init(name: "OUTPUT", help: "the .xcdatamodeld folder to write, which must not exist yet"),
        ],
        options: [.schema, .tls], run: run)

    @Sendable private static func run(_ arguments: Arguments) throws -> ExitCode {
        let output = URL(fileURLWithPath: arguments[operand: "OUTPUT"])
        guard output.pathExtension == "xcdatamodeld" else {
            throw UsageError("OUTPUT must end in .xcdatamodeld", arguments.command.fullName)
        }
        guard !FileManager.default.fileExists(atPath: output.path) else {
            throw ToolError("\(output.path): exists already: name another folder", .cannotWrite)
        }
        #if PostgreSQL
        let place = try ServerPlace(arguments[operand: "URL"], arguments)
        let options = place.place.options
        let catalogue = try ServerCatalogue(options)
        guard catalogue.table(named: "perdure_store") == nil else {
            throw ToolError(
                "\(place.shown): the namespace \"\(options.namespace)\" holds a store, which has its model: use 'perdure store show'"
            )
        }
        guard !catalogue.tables.isEmpty else {
            throw ToolError(
                "\(place.shown): the namespace \"\(options.namespace)\" has no tables; name another one with --schema"
            )
        }
        let model = CatalogueModel(catalogue, namespace: options.namespace)
        try write(model.document, to: output)
        for remark in model.remarks { try Console.print(PlainText.safe(remark)) }
        try Console.print(
            "\(PlainText.safe(output.path)): "
                + PlainText.count(model.document.entities.count, "entity", "entities") + " of "
                + PlainText.count(catalogue.tables.count, "table", "tables"))
        return .success
        #else
        throw StorePlaces.missingTrait
        #endif
    }

    private static func write(_ model: ModelDocument, to output: URL) throws {
        let name = output.deletingPathExtension().lastPathComponent
        do {
            try ModelFile.write(model, to: output.appendingPathComponent("\(name).xcdatamodel"))
        } catch let error as ModelFormatError {
            throw ToolError(error.description, .cannotWrite)
        }
    }
}
