// SPDX-License-Identifier: Apache-2.0
// Batch requests, until a call of SQLite ends the process or somebody kills it.

import CoreData
import FaultVFS
import Foundation
import PerdureTestSupport

extension Command {
    /// batch STORE KIND K SIGNAL COUNT [PRAGMA=VALUE ...]: executes COUNT batch requests of a kind; 0 goes on for ever.
    ///
    /// KIND is update, insert, delete or all, one after the other. Sends itself a signal at the K-th call that changes a file;
    /// 0 for none. Prints the kind of each request that returned.
    static func batch(_ url: URL, _ words: [String]) throws {
        guard words.count >= 4, let number = Int64(words[1]), let signal = Int32(words[2]),
            let count = Int(words[3])
        else { throw UsageError(text: "KIND K SIGNAL COUNT are missing") }
        guard perdure_fault_install() == 0 else { throw UsageError(text: "no VFS") }
        let stack = try Stack(at: url, EntryModel.entries(), options: pragmas(words))
        let context = stack.context()
        let kinds = words[0] == "all" ? ["insert", "update", "delete"] : [words[0]]
        let calls = PERDURE_CALL_WRITE | PERDURE_CALL_SYNC | PERDURE_CALL_TRUNCATE | PERDURE_CALL_DELETE
        perdure_fault_arm(url.deletingLastPathComponent().path, calls, number, 0, 0, signal)
        var index = 0
        while count == 0 || index < count {
            let kind = kinds[index % kinds.count]
            try context.performAndWait { _ = try context.execute(try request(kind)) }
            say(kind)
            index += 1
        }
        perdure_fault_disarm()
        try stack.coordinator.remove(stack.store)
    }

    static func request(_ kind: String) throws -> NSPersistentStoreRequest {
        switch kind {
        case "update":
            let request = NSBatchUpdateRequest(entityName: "Entry")
            request.propertiesToUpdate = ["edition": NSExpression(format: "edition + 1")]
            return request
        case "insert":
            return NSBatchInsertRequest(
                entityName: "Entry", objects: (0..<200).map { ["number": $0, "edition": 0, "series": 2] })
        case "delete":
            let fetch = NSFetchRequest<any NSFetchRequestResult>(entityName: "Entry")
            fetch.predicate = NSPredicate(format: "series == 2")
            return NSBatchDeleteRequest(fetchRequest: fetch)
        default: throw UsageError(text: "unknown kind \(kind)")
        }
    }
}
