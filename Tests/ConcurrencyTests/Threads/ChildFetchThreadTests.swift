// SPDX-License-Identifier: Apache-2.0
// A child follows references to its parent's unsaved objects while an asynchronous fetch reads for it on another thread. The
// thread sanitizer watches the tables that both use.

import Dispatch
import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("A child beside its own fetch") struct ChildFetchThreadTests {
    /// How many objects the fetch found; set before the signal that the test waits for.
    private final class Found: @unchecked Sendable {
        // Sendable because of that signal.
        var count = 0
    }

    private func request() -> NSFetchRequest<NSManagedObject> {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.returnsObjectsAsFaults = false
        return request
    }

    @Test("FET-71 CTX-122 references to unsaved objects are right while a fetch runs elsewhere")
    func references() throws {
        let stack = try Stack()
        let parent = stack.context()
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = parent
        parent.performAndWait {
            for number in 0..<200 {
                let department = parent.insert("Department", ["name": "\(number)"])
                parent.insert("Person", ["firstName": "\(number)", "department": department])
            }
        }
        let (found, done) = (Found(), DispatchSemaphore(value: 0))
        let fetch = NSAsynchronousFetchRequest(fetchRequest: request()) {
            found.count = $0.finalResult?.count ?? 0
            done.signal()
        }
        try child.performAndWait {
            let people = try child.fetch(request())
            _ = try child.execute(fetch)
            for person in people {
                let department = person.value(forKey: "department") as? NSManagedObject
                let (name, first) = (department?.value(forKey: "name"), person.value(forKey: "firstName"))
                #expect(name as? String == first as? String && first != nil)
            }
        }
        done.wait()
        #expect(found.count == 200)
    }
}
