// SPDX-License-Identifier: Apache-2.0
// Object IDs read on other threads while the context gives the objects their permanent ones.

import Foundation
import Perdure
import PerdureTestSupport
import Synchronization
import Testing

@Suite("IDs on other threads") struct SharedIDTests {
    /// Objects of one round, for threads that read nothing but their IDs.
    private final class Round: Sendable {
        let objects: Passed<[NSManagedObject]>
        private let isOver = Atomic<Bool>(false)

        init(_ objects: [NSManagedObject]) { self.objects = Passed(objects) }

        /// Reads the IDs again and again until the round is over, and once more then.
        ///
        /// - Returns: how many were neither a temporary nor a permanent ID of a person.
        func read() -> Int {
            var wrong = 0
            var isLast = false
            repeat {
                isLast = isOver.load(ordering: .acquiring)
                for object in objects.value {
                    let id = object.objectID
                    let isFit = id.entity.name == "Person" && (!isLast || !id.isTemporaryID)
                    if !isFit || id.uriRepresentation().scheme != "x-coredata" { wrong += 1 }
                }
            } while !isLast
            return wrong
        }

        func end() { isOver.store(true, ordering: .releasing) }
    }

    @Test("PRG-46 objectID is read on other threads while the context saves", arguments: Stack.Kind.allCases)
    func saving(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind)
        let context = stack.context()
        let wrong = Collected<Int>()
        for _ in 0..<40 {
            let round = Round(
                context.performAndWait { (0..<50).map { context.insert("Person", ["firstName": "\($0)"]) } })
            try Crew.work(4) { number in
                if number > 0 { return wrong.add(round.read()) }
                defer { round.end() }
                try context.performAndWait { try context.save() }
            }
        }
        #expect(wrong.all == Array(repeating: 0, count: 120))
    }

    @Test("PRG-46 objectID is read on other threads while permanent IDs are asked for and a child is saved")
    func obtaining() throws {
        let stack = try Stack(.inMemory)
        let parent = stack.context()
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = parent
        for _ in 0..<20 {
            let round = Round(
                child.performAndWait { (0..<50).map { child.insert("Person", ["firstName": "\($0)"]) } })
            let wrong = Collected<Int>()
            try Crew.work(4) { number in
                if number > 0 { return wrong.add(round.read()) }
                defer { round.end() }
                try child.performAndWait {
                    try child.obtainPermanentIDs(for: round.objects.value)
                    try child.save()
                }
                try parent.performAndWait { try parent.save() }
            }
            #expect(wrong.all == [0, 0, 0])
        }
    }
}
