// SPDX-License-Identifier: Apache-2.0
// Messages of batch requests name the request that failed, and advise what helps it.

import Foundation
import Perdure
import PerdureBatches
import PerdureTestSupport
import Testing

@Suite struct BatchMessageTests {
    private func reason(_ request: NSPersistentStoreRequest) throws -> String {
        let depot = try Depot()
        let error = #expect(throws: CoreDataException.self) {
            _ = try depot.context.performAndWait { try depot.context.execute(request) }
        }
        return error?.reason ?? ""
    }

    @Test("STO-162 STO-163 an unknown entity is reported with the kind of the request")
    func unknownEntity() throws {
        let rest = "asks for the entity \"Zzz\", which the coordinator's model does not have. "
        let insertion = NSBatchInsertRequest(entityName: "Zzz", objects: [["k": "1"]])
        #expect(try reason(insertion).hasPrefix("A batch insert request " + rest))
        let deletion = NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "Zzz"))
        #expect(try reason(deletion).hasPrefix("A batch delete request " + rest))
        let update = NSBatchUpdateRequest(entityName: "Zzz")
        update.propertiesToUpdate = ["k": "1"]
        #expect(try reason(update).hasPrefix("A batch update request " + rest))
    }

    @Test("STO-162 an insertion that meets a stored row says so, and names the merge policy")
    func takenValue() throws {
        let depot = try Depot()
        let request = NSBatchInsertRequest(entityName: "Item", objects: [["name": "y", "rank": 1]])
        let error = #expect(throws: NSError.self) {
            _ = try depot.context.performAndWait { try depot.context.execute(request) }
        }
        #expect(error?.code == NSManagedObjectConstraintMergeError)
        let text = error?.localizedDescription ?? ""
        for word in ["\"Item\"", "rank", "an object in the store", "merge policy"] {
            #expect(text.contains(word), "\(text)")
        }
        #expect(!text.contains("predicate"), "\(text)")
        #expect(error?.userInfo["entity"] as? String == "Item")
    }
}
