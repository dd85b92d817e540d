// SPDX-License-Identifier: Apache-2.0
// Tables of others whose keys are constrained by the model, and keys of several columns with an identity.

#if PostgreSQL
import Foundation
import Perdure
import PerdurePostgreSQLStores
import PerdureTestSupport
import Testing

@Suite("PostgreSQL: constrained keys of others", .enabled(if: TestStores.isThere, TestStores.advice))
struct AttachedKeyConflictTests {
    private func countries() throws -> AttachedPlace {
        try AttachedPlace(
            "CREATE TABLE country (code text PRIMARY KEY, name text)",
            "INSERT INTO country VALUES ('DE', 'old'), ('FR', 'kept')")
    }

    private func model() -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "Country", unique: [["code"]], .attribute("code", .stringAttributeType),
                .attribute("name", .stringAttributeType)))
    }

    private func names(_ place: AttachedPlace) throws -> [String] {
        try place.other.texts("SELECT name FROM country ORDER BY code")
    }

    @Test("PG-78 a new object with the constrained key of a row is a conflict with that row")
    func refusing() throws {
        let place = try countries()
        try place.attached(model()) { context in
            let country = context.insert("Country", ["code": "DE", "name": "new"])
            let error = try #require(throws: NSError.self) { try context.save() }
            #expect(error.code == NSManagedObjectConstraintMergeError, "\(error)")
            let conflicts = error.userInfo["conflictList"] as? [NSConstraintConflict]
            #expect(conflicts?.first?.constraint == ["code"])
            #expect(try names(place) == ["old", "kept"])
            // Another key ends the conflict, and the row keeps its object.
            country.setValue("IT", forKey: "code")
            try context.save()
            #expect(try names(place) == ["old", "kept", "new"])
            let first = try #require(try context.all("Country", by: "code").first)
            #expect(first != country && first.value(forKey: "name") as? String == "old")
        }
    }

    @Test("PG-78 a new object with the constrained key of a row updates it where the policy says so")
    func merging() throws {
        let place = try countries()
        try place.attached(model()) { context in
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            context.insert("Country", ["code": "DE", "name": "new"])
            try context.save()
            #expect(try names(place) == ["new", "kept"])
            context.reset()
            let found = try context.all("Country", by: "code")
            #expect(found.map { $0.value(forKey: "name") as? String } == ["new", "kept"])
        }
    }

    @Test("PG-61 an identity column in a key of several columns gives new objects their numbers")
    func identities() throws {
        let model = NSManagedObjectModel(
            EntitySketch(
                "Log", .attribute("day", .dateAttributeType), .attribute("text", .stringAttributeType)))
        for kind in ["ALWAYS", "BY DEFAULT"] {
            let place = try AttachedPlace(
                "CREATE TABLE log (id bigint GENERATED \(kind) AS IDENTITY, day date NOT NULL, text text, "
                    + "PRIMARY KEY (id, day))")
            try place.attached(model) { context in
                for text in ["a", "b"] {
                    let log = context.insert("Log", ["text": text])
                    log.setValue(Date(timeIntervalSinceReferenceDate: 0), forKey: "day")
                    try context.save()
                }
            }
            #expect(try place.other.texts("SELECT id || text FROM log ORDER BY id") == ["1a", "2b"])
        }
    }
}
#endif
