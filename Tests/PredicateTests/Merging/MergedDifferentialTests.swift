// SPDX-License-Identifier: Apache-2.0
// Random predicates and orders on attributes that merge: SQLite, a server, the store in memory, the objects themselves, and
// fetches among unsaved changes all give the same.

import Foundation
import PerdurePredicates
import PerdureStore
import PerdureTestSupport
import Testing

@testable import Perdure

@Suite("Random predicates on attributes that merge")
struct MergedDifferentialTests {
    private static let count = DifferentialTests.count / 20

    private static func notebook(_ generator: inout MergedPredicateGenerator, indexed: Bool = false) throws
        -> Notebook
    {
        try Notebook((0..<24).map { generator.note($0) }, indexed: indexed)
    }

    /// What the notes' objects say, each asked itself.
    private static func said(
        _ objects: [NSManagedObject], _ predicate: PredicateNode, _ nulls: NullSemantics
    ) throws -> Set<ObjectKey> {
        let evaluator = PredicateEvaluator(nullSemantics: nulls)
        return Set(try objects.filter { try evaluator.evaluate(predicate, with: $0) }.map(\.objectID.key))
    }

    @Test(
        "MRG-121, MRG-122, MRG-124 PG-122 random predicates find the same in databases, in memory, and of the objects",
        arguments: [false, true], DifferentialTests.seeds)
    func agreement(_ isIndexed: Bool, _ seed: UInt64) throws {
        var generator = MergedPredicateGenerator(seed: seed)
        let notebook = try Self.notebook(&generator, indexed: isIndexed)
        let context = notebook.stack.context()
        try context.performAndWait {
            let objects = try context.all("Note")
            var telling = 0
            for _ in 0..<Self.count {
                let predicate = generator.predicate()
                for nulls in [NullSemantics.sql, .foundation] {
                    let label = "seed \(seed), \(nulls): \(PredicatePrinter.format(predicate))"
                    let plan = try notebook.plan(predicate, nulls)
                    guard case .keys(let stored)? = try? notebook.sqlite.fetch(plan) else { continue }
                    guard case .keys(let evaluated) = try notebook.memory.fetch(plan) else { continue }
                    #expect(notebook.names(stored) == notebook.names(evaluated), "\(label)")
                    // Our indexes are SQLite's alone.
                    for database in isIndexed ? [] : notebook.databases.dropFirst() {
                        let found = try database.fetch(plan).foundKeys
                        #expect(notebook.names(found) == notebook.names(evaluated), "server, \(label)")
                    }
                    let said = try Self.said(objects, predicate, nulls)
                    #expect(notebook.names(stored) == notebook.names(Array(said)), "objects, \(label)")
                    if !stored.isEmpty, stored.count < objects.count { telling += 1 }
                }
            }
            // Some seeds make few notes: a fifth is enough to see that the predicates ask for something.
            #expect(telling > Self.count / 5, "too few predicates tell notes apart")
        }
    }

    @Test(
        "MRG-121, MRG-122 PG-122 random orders are the same in databases, in memory, and among unsaved changes",
        arguments: DifferentialTests.seeds)
    func orders(_ seed: UInt64) throws {
        var generator = MergedPredicateGenerator(seed: seed)
        let notebook = try Self.notebook(&generator)
        let context = notebook.stack.context()
        let paths = [
            ["settings", "x"], ["settings", "y"], ["settings", "x", "x"], ["tags", "@count"], ["likes"],
            ["parent", "settings", "z"], ["parent", "codes", "@count"], ["settings", "nothing"],
        ]
        try context.performAndWait {
            for (index, object) in try context.all("Note").enumerated() where index.isMultiple(of: 3) {
                object.setValue("unsaved", forKey: "spare")
            }
            for _ in 0..<40 {
                let keys = [generator.pick(paths), generator.pick(paths)]
                let isAscending = generator.chance(2)
                var plan = try notebook.plan(nil)
                plan.sort = keys.map { SortTerm($0, isAscending: isAscending) }
                let orders = try notebook.engines.map { try $0.fetch(plan).foundKeys }
                let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
                request.sortDescriptors = keys.map {
                    NSSortDescriptor(key: $0.joined(separator: "."), ascending: isAscending)
                }
                let fetched = try context.fetch(request).map(\.objectID.key)
                let label = "seed \(seed), \(keys), \(isAscending)"
                #expect(orders.allSatisfy { $0 == orders[1] }, "\(label)")
                #expect(orders[0] == fetched, "among unsaved changes, \(label)")
            }
        }
    }
}

extension FetchOutcome {
    /// The keys that a fetch of keys found.
    fileprivate var foundKeys: [ObjectKey] {
        if case .keys(let found) = self { found } else { [] }
    }
}
