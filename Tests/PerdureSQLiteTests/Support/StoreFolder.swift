// SPDX-License-Identifier: Apache-2.0
// A temporary folder with stores in it, and the model that the tests of this folder share.

import Foundation
import PerdurePredicates
import PerdureStore

@testable import PerdureSQL
@testable import PerdureSQLite

/// A folder of its own for each test; removed when the test is over.
final class StoreFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent(
            "perdure-sqlite-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String = "Store.sqlite") -> String { url.appendingPathComponent(name).path }

    func open(
        _ definitions: [EntityDefinition] = TestModel.library, name: String = "Store.sqlite",
        _ change: (inout SQLiteOptions) -> Void = { _ in }
    ) throws -> OpenStore {
        var options = SQLiteOptions(path: path(name))
        options.timeout = 5
        change(&options)
        return OpenStore(engine: try SQLiteEngine.open(options, schema: try Schema(definitions)))
    }

    /// A connection beside the store's own, for looking and for damaging.
    func raw(_ name: String = "Store.sqlite") throws -> SQLiteConnection {
        let connection = try SQLiteConnection(path: path(name), mode: .readWrite, timeout: 5)
        try connection.registerAppleFunctions()
        return connection
    }

    /// Makes a closed store one of Apple's: it remembers no derivations.
    func forgetDerivations() throws {
        var metadata = try SQLiteStoreFile.readMetadata(at: path())
        metadata[Derivation.metadataKey] = nil
        try SQLiteStoreFile.writeMetadata(metadata, at: path())
    }

    func bytes(_ name: String = "Store.sqlite") throws -> Data {
        try Data(contentsOf: url.appendingPathComponent(name))
    }
}

/// Models of the tests.
enum TestModel {
    static let library = [
        EntityDefinition(
            "Book",
            properties: [
                attribute("title", .string), attribute("year", .integer32), attribute("read", .boolean),
                attribute("added", .date), attribute("price", .decimal), attribute("weight", .double),
                attribute("code", .uuid), attribute("link", .uri), attribute("note", .binary),
                PropertyDefinition(
                    "cover", .attribute(AttributeDefinition(.binary, allowsExternalStorage: true))),
                toOne("author", "Person", inverse: "books"),
                toMany("chapters", "Chapter", inverse: "book", isOrdered: true),
                toMany("tags", "Tag", inverse: "books"),
            ], uniquenessConstraints: [["title", "year"]]),
        EntityDefinition(
            "Chapter", properties: [attribute("name", .string), toOne("book", "Book", inverse: "chapters")]),
        EntityDefinition(
            "Person", properties: [attribute("name", .string), toMany("books", "Book", inverse: "author")]),
        EntityDefinition("Poet", superentity: "Person", properties: [attribute("metre", .string)]),
        EntityDefinition(
            "Shelf",
            properties: [
                attribute("name", .string), toMany("items", "Chapter", inverse: nil, isOrdered: true),
            ]),
        EntityDefinition(
            "Tag",
            properties: [
                attribute("name", .string), toMany("books", "Book", inverse: "tags", isOrdered: true),
            ]),
    ]

    /// The library, whose books have a derived attribute in place of a plain one.
    static func deriving(_ name: String, _ type: StoredAttributeType, _ derivation: ExpressionNode)
        -> [EntityDefinition]
    {
        var definitions = library
        definitions[0].properties.removeAll { $0.name == name }
        definitions[0].uniquenessConstraints = []
        definitions[0].properties.append(
            PropertyDefinition(name, .attribute(AttributeDefinition(type, derivation: derivation))))
        return definitions
    }

    static func attribute(_ name: String, _ type: StoredAttributeType) -> PropertyDefinition {
        PropertyDefinition(name, .attribute(AttributeDefinition(type)))
    }

    static func toOne(_ name: String, _ entity: String, inverse: String?) -> PropertyDefinition {
        PropertyDefinition(name, .relationship(RelationshipDefinition(to: entity, inverse: inverse)))
    }

    static func toMany(_ name: String, _ entity: String, inverse: String?, isOrdered: Bool = false)
        -> PropertyDefinition
    {
        PropertyDefinition(
            name,
            .relationship(
                RelationshipDefinition(to: entity, inverse: inverse, isToMany: true, isOrdered: isOrdered)))
    }
}
