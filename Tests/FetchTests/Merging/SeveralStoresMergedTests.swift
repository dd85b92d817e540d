// SPDX-License-Identifier: Apache-2.0
// Orders by parts of attributes that merge, over several stores.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Fetching from several stores by attributes that merge") struct SeveralStoresMergedTests {
    @Test(
        "FET-43, MRG-122 objects of several stores are sorted by an entry, and by the number of elements",
        arguments: Stack.Kind.allCases)
    func sorted(_ kind: Stack.Kind) throws {
        let stack = try Stack(
            kind,
            NSManagedObjectModel(
                EntitySketch(
                    "Note", .attribute("name"), .mergeable("info", .dictionary), .mergeable("tags", .set))))
        let second = try stack.coordinator.addPersistentStore(
            ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        let context = stack.context()
        try context.performAndWait {
            for rank in 1...4 {
                let note = context.insert(
                    "Note",
                    [
                        "name": "\(rank)", "info": ["rank": rank],
                        "tags": Set((0..<rank).map { AnyHashable("\($0)") }),
                    ])
                context.assign(note, to: rank % 2 == 1 ? stack.store : second)
            }
            try context.save()
        }
        func names(_ key: String, limit: Int = 0, ascending: Bool = true) throws -> [String] {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
            request.sortDescriptors = [NSSortDescriptor(key: key, ascending: ascending)]
            request.fetchLimit = limit
            return try context.performAndWait {
                try context.fetch(request).compactMap { $0.value(forKey: "name") as? String }
            }
        }
        for key in ["info.rank", "tags.@count"] {
            #expect(try names(key) == ["1", "2", "3", "4"])
            #expect(try names(key, limit: 2) == ["1", "2"])
            #expect(try names(key, ascending: false) == ["4", "3", "2", "1"])
        }
    }
}
