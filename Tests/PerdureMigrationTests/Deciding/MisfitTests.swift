// SPDX-License-Identifier: Apache-2.0
// Rows that do not fit the next version: the errors, and that the store stays as it was.

import CoreData
import Foundation
import PerdureTestSupport
import Testing

@Suite("Migration: rows that do not fit") struct MisfitTests {
    @Test(
        "MIG-34 MIG-36 a required attribute without a value is 134110 over 134110 with entity and attribute")
    func missingValue() throws {
        let file = try LibraryFile()
        let model = LibraryVersions.first(
            "Book", LibraryVersions.attribute("shelf", isOptional: false))
        let error = try file.refusal(model)
        let text = "Validation error missing attribute values on mandatory destination attribute"
        let cause = try Self.cause(of: error, at: file.url, 134110, text)
        #expect(
            cause.userInfo["entity"] as? String == "Book" && cause.userInfo["attribute"] as? String == "shelf"
        )
        #expect(cause.localizedDescription.contains("Give the attribute a default value"))
        try file.open(LibraryVersions.first(), [:])
    }

    @Test("MIG-34 the rows are named by their object IDs, as the older version knows them")
    func missingValueOfSome() throws {
        let file = try LibraryFile()
        try file.change("UPDATE ZBOOK SET ZPAGES = NULL WHERE ZTITLE = 'Eden'")
        let model = LibraryVersions.first()
        model.entitiesByName["Book"]?.attributesByName["pages"]?.isOptional = false
        let text = "Validation error missing attribute values on mandatory destination attribute"
        let cause = try Self.cause(of: try file.refusal(model), at: file.url, 134110, text)
        let eden = try #require(file.uris["Eden"])
        #expect(Self.uris(cause) == [eden])
        #expect((cause.userInfo["objectID"] as? NSManagedObjectID)?.uriRepresentation() == eden)
        #expect(cause.localizedDescription.contains(eden.absoluteString))
    }

    @Test("MIG-34 a required relationship without a destination is named as a relationship")
    func missingMember() throws {
        let file = try LibraryFile()
        try file.change("UPDATE ZBOOK SET ZAUTHOR = NULL WHERE ZTITLE = 'Eden'")
        let model = LibraryVersions.first()
        model.entitiesByName["Book"]?.relationshipsByName["author"]?.isOptional = false
        let text = "Validation error missing attribute values on mandatory destination relationship"
        let cause = try Self.cause(of: try file.refusal(model), at: file.url, 134110, text)
        #expect(cause.userInfo["entity"] as? String == "Book")
        #expect(cause.userInfo["relationship"] as? String == "author")
        #expect(try Self.uris(cause) == [#require(file.uris["Eden"])])
    }

    @Test("MIG-34 an empty table passes")
    func emptyTable() throws {
        let file = try LibraryFile()
        try file.change("DELETE FROM ZBOOK")
        try file.open(LibraryVersions.first("Book", LibraryVersions.attribute("shelf", isOptional: false)))
    }

    @Test("MIG-35 MIG-36 duplicates against a new constraint are 134110 over 134111 with the rows")
    func duplicates() throws {
        let file = try LibraryFile()
        try file.change("UPDATE ZBOOK SET ZTITLE = 'Eden' WHERE ZTITLE = 'Solaris'")
        let model = LibraryVersions.first()
        model.entitiesByName["Book"]?.uniquenessConstraints = [["title"]]
        let text = "constraint violation during attempted migration"
        let cause = try Self.cause(of: try file.refusal(model), at: file.url, 134111, text)
        #expect(cause.userInfo["entity"] as? String == "Book")
        #expect(cause.userInfo["constraint"] as? [String] == ["title"])
        let equal = [file.uris["Eden"], file.uris["Solaris"]].compactMap(\.?.absoluteString)
        #expect(Self.uris(cause).map(\.absoluteString).sorted() == equal.sorted())
    }

    private static func uris(_ error: NSError) -> [URL] {
        (error.userInfo["objectIDs"] as? [NSManagedObjectID] ?? []).map { $0.uriRepresentation() }
    }

    /// Checks what all of these errors have, and gives the one below.
    private static func cause(of error: NSError, at url: URL, _ code: Int, _ reason: String) throws -> NSError
    {
        #expect(error.domain == NSCocoaErrorDomain && error.code == 134110)
        #expect(error.localizedDescription == "An error occurred during persistent store migration.")
        #expect(error.userInfo["reason"] as? String == "Cannot migrate store in-place: \(reason)")
        #expect(error.userInfo["sourceURL"] as? URL == url && error.userInfo["destinationURL"] as? URL == url)
        #expect(error.localizedRecoverySuggestion?.isEmpty == false)
        let cause = try #require(error.userInfo[NSUnderlyingErrorKey] as? NSError)
        #expect(cause.code == code && cause.userInfo["reason"] as? String == reason)
        return cause
    }
}
