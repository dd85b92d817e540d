// SPDX-License-Identifier: Apache-2.0
// Random saves, each compared with what the context knew of it: the history says the same.

import Foundation
import Perdure
import PerdureHistory
import PerdureTestSupport
import Testing

@Suite("History of random saves") struct HistoryRandomTests {
    /// One change as text, for comparison.
    private typealias Lines = Set<String>

    @Test(
        "STO-170 STO-174 STO-183 each transaction has the objects of its save and the properties that changed",
        arguments: Seeds.of("recorded-saves", count: 4), Stack.Kind.lasting)
    func saves(_ seed: UInt64, _ kind: Stack.Kind) throws {
        var random = SeededNumbers(seed: seed)
        let stack = try Stack.withHistory(kind)
        let context = stack.context()
        try context.performAndWait {
            for round in 0..<25 {
                for _ in 0..<Int.random(in: 1...6, using: &random) { try step(context, &random) }
                context.processPendingChanges()
                let expected = expectation(context, kind)
                let ids = inserted(context)
                let before = try stack.token
                try context.save()
                let transactions = try stack.history(.fetchHistory(after: before))
                #expect(transactions.count == (expected.isEmpty && ids.isEmpty ? 0 : 1), "seed \(seed)")
                let found = transactions.flatMap { $0.changes ?? [] }
                #expect(
                    Set(found.filter { $0.changeType != .insert }.map(line)) == expected,
                    "seed \(seed), round \(round)")
                #expect(
                    found.filter { $0.changeType == .insert }.map(\.changedObjectID).sorted(by: precedes)
                        == ids.map(\.objectID).sorted(by: precedes), "seed \(seed), round \(round)")
            }
        }
        #expect(try stack.replayed == stack.objects, "seed \(seed)")
    }

    private func precedes(_ left: NSManagedObjectID, _ right: NSManagedObjectID) -> Bool {
        left.uriRepresentation().absoluteString < right.uriRepresentation().absoluteString
    }

    private func step(_ context: NSManagedObjectContext, _ random: inout SeededNumbers) throws {
        func any(_ entity: String) throws -> NSManagedObject? {
            try context.all(entity).sorted { precedes($0.objectID, $1.objectID) }.randomElement(
                using: &random)
        }
        switch Int.random(in: 0..<10, using: &random) {
        case 0: context.insert("Author", ["name": "new", "code": "c"])
        case 1: context.insert("Novel", ["title": "new", "author": try any("Author")])
        case 2: context.insert("Prize", ["label": "new"])
        case 3: try any("Author")?.setValue("\(Int.random(in: 0..<99, using: &random))", forKey: "name")
        case 4: try any("Author")?.setValue("glad", forKey: "mood")
        case 5: try any("Book")?.setValue(Int.random(in: 0..<99, using: &random), forKey: "pages")
        case 6: try any("Book")?.setValue(try any("Author"), forKey: "author")
        case 7, 8:
            guard let author = try any("Author"), let prize = try any("Prize") else { return }
            let prizes = author.mutableSetValue(forKey: "prizes")
            if prizes.contains(prize) { prizes.remove(prize) } else { prizes.add(prize) }
        default: try any(["Author", "Book", "Prize"].randomElement(using: &random) ?? "").map(context.delete)
        }
    }

    private func inserted(_ context: NSManagedObjectContext) -> [NSManagedObject] {
        context.insertedObjects.filter { !$0.isDeleted }
    }

    /// What the history is to say of updates and deletions.
    private func expectation(_ context: NSManagedObjectContext, _ kind: Stack.Kind) -> Lines {
        var lines: Lines = []
        for object in context.updatedObjects {
            var names = Set(object.changedValues().keys).subtracting(["mood"])
            if names.isEmpty { continue }
            // A server computes the attribute behind the row's change, and names what the save has changed.
            if names.contains("books"), kind == .sqlite { names.insert("bookCount") }
            lines.insert(line("update", object.objectID, names))
        }
        for object in context.deletedObjects { lines.insert(line("delete", object.objectID, [])) }
        return lines
    }

    private func line(_ change: NSPersistentHistoryChange) -> String {
        line(
            "\(change.changeType)", change.changedObjectID,
            Set((change.updatedProperties ?? []).map(\.name)))
    }

    private func line(_ kind: String, _ id: NSManagedObjectID, _ names: Set<String>) -> String {
        "\(kind) \(id.entity.name ?? "") \(id.uriRepresentation().lastPathComponent) \(names.sorted())"
    }
}
