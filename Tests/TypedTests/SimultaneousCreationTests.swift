// SPDX-License-Identifier: Apache-2.0
// Several programs start at once and find no file: each makes it, and all use the one.

import Foundation
import PerdureMacros
import PerdureTestSupport
import Testing

@Suite("Simultaneous creation of a store") struct SimultaneousCreationTests {
    @Test("MT-35 coordinators that open a new file at once all count in it", arguments: 0..<4)
    func creation(_ round: Int) throws {
        let folder = try TemporaryFolder()
        let url = folder.file("New.sqlite")
        let failures = ThreadErrors()
        DispatchQueue.concurrentPerform(iterations: 6) { number in
            failures.catching {
                let stack = try Stack(at: url, NSManagedObjectModel(for: Post.self))
                let context = stack.context()
                try context.performAndWait {
                    Post(context: context).likes = Int64(number)
                    try context.save()
                }
            }
        }
        #expect(failures.list.isEmpty, "round \(round): \(failures.list)")
        let stack = try Stack(at: url, NSManagedObjectModel(for: Post.self))
        let context = stack.context()
        let likes = try context.fetch(Post.fetchRequest()).map(\.likes)
        #expect(likes.sorted() == [0, 1, 2, 3, 4, 5])
    }
}
