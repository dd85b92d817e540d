// SPDX-License-Identifier: Apache-2.0
// Rows that cannot take over the values of new ones: those of parent and sibling entities, which are in the
// same table, and those that a second constraint stands against.

import Foundation
import Perdure
import PerdureBatches
import PerdureTestSupport
import Testing

@Suite("Batch insertions that no row can take over") struct UpsertRefusalTests {
    private let stack: Stack

    init() throws {
        stack = try Stack(
            .sqlite,
            NSManagedObjectModel(
                EntitySketch(
                    "Person", unique: [["name"], ["code"]], .attribute("name"),
                    .attribute("code", .integer64AttributeType)),
                EntitySketch("Customer", parent: "Person", .attribute("phone")),
                EntitySketch("Employee", parent: "Person", .attribute("secret"))))
    }

    private func store(_ entity: String, _ values: [String: Any]) throws {
        let context = stack.context()
        try context.performAndWait {
            context.insert(entity, values)
            try context.save()
        }
    }

    private func insert(_ entity: String, _ objects: [[String: Any]], _ policy: NSMergePolicy) throws
        -> NSBatchInsertResult
    {
        let request = NSBatchInsertRequest(entityName: entity, objects: objects)
        request.resultType = .count
        let context = stack.context(policy)
        let result = try context.performAndWait { try context.execute(request) }
        return try #require(result as? NSBatchInsertResult)
    }

    private func raw(_ sql: String, isReadOnly: Bool = true) throws -> [[String]] {
        try RawDatabase(try #require(stack.url), isReadOnly: isReadOnly).rows(sql)
    }

    private func rows() throws -> [[String]] { try raw("SELECT * FROM ZPERSON ORDER BY Z_PK") }

    @Test(
        "STO-162 a row of a parent or sibling entity takes over nothing: 133021, and nothing is written",
        arguments: ["Customer", "Person"], [NSMergePolicy.mergeByPropertyObjectTrump, .overwrite])
    func otherEntities(stored: String, policy: NSMergePolicy) throws {
        try store(stored, ["name": "x"])
        let before = try rows()
        let error = #expect(throws: NSError.self) {
            try insert("Employee", [["name": "y"], ["name": "x", "secret": "s"]], policy)
        }
        #expect(error?.code == NSManagedObjectConstraintMergeError)
        #expect(error?.localizedDescription.contains("name") == true)
        #expect(try rows() == before && before.count == 1)
    }

    @Test("STO-162 a row of a subentity takes over values, and keeps what is its own")
    func subentity() throws {
        try store("Customer", ["name": "x", "phone": "1"])
        let result = try insert("Person", [["name": "x", "code": 7]], .mergeByPropertyObjectTrump)
        #expect(result.result as? Int == 1)
        let values = try raw("SELECT Z_OPT, ZNAME, ZCODE, ZPHONE, ZSECRET FROM ZPERSON")
        #expect(values == [["2", "x", "7", "1", "NULL"]])
        let reader = stack.context()
        let names = try reader.performAndWait {
            try reader.all("Customer").map { $0.value(forKey: "name") as? String }
        }
        #expect(names == ["x"])
    }

    @Test("STO-162 in favour of the store a row of a sibling stays as it is, and the new one is left out")
    func keeping() throws {
        try store("Customer", ["name": "x", "phone": "1"])
        let before = try rows()
        let result = try insert(
            "Employee", [["name": "x", "secret": "s"], ["name": "y"]], .mergeByPropertyStoreTrump)
        #expect(result.result as? Int == 1)
        #expect(try rows().first == before.first && rows().count == 2)
    }

    @Test("STO-162 rows with the lowest keys that a second constraint keeps from taking over are 133021")
    func lowestKeys() throws {
        try store("Person", ["name": "a", "code": 1])
        try store("Person", ["name": "b", "code": 2])
        _ = try raw("UPDATE ZPERSON SET Z_PK = -9223372036854775808 + Z_PK", isReadOnly: false)
        let before = try rows()
        let error = #expect(throws: NSError.self) {
            try insert("Person", [["name": "a", "code": 2]], .mergeByPropertyObjectTrump)
        }
        #expect(error?.code == NSManagedObjectConstraintMergeError)
        #expect(try rows() == before && before.count == 2)
    }
}
