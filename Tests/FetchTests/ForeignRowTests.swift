// SPDX-License-Identifier: Apache-2.0
// Rows that another program has made as Core Data would not: an error that names them, and never a crash.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Rows of other programs")
struct ForeignRowTests {
    private static func model() -> NSManagedObjectModel {
        NSManagedObjectModel(EntitySketch("Item", .attribute("name")))
    }

    @Test(
        "PRG-141 a row whose key no object can have ends a fetch with an error that names entity and key",
        arguments: Stack.Kind.lasting, [Int64(-5), 0])
    func impossibleKeys(_ kind: Stack.Kind, _ number: Int64) throws {
        let stack = try Stack(kind, Self.model())
        let context = stack.context()
        try context.performAndWait { () throws in
            context.insert("Item", ["name": "ours"])
            try context.save()
            try stack.change(
                file:
                    "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) SELECT \(number), Z_ENT, 1, 'theirs' FROM ZITEM",
                server:
                    "INSERT INTO item (id, entity, version, name) SELECT \(number), entity, 1, 'theirs' FROM item"
            )
        }
        let reader = stack.context()
        try reader.performAndWait { () throws in
            for type in [NSFetchRequestResultType.managedObjectResultType, .managedObjectIDResultType] {
                let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Item")
                request.resultType = type
                let error = #expect(throws: CocoaError.self) { try reader.fetch(request) }
                let text = error.map { "\($0) \($0.userInfo)" } ?? ""
                #expect(text.contains("Item") && text.contains("\(number)"), "\(text)")
            }
            #expect(try reader.all("Item", "name == 'ours'").count == 1)
        }
    }
}
