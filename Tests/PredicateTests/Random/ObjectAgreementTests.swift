// SPDX-License-Identifier: Apache-2.0
// Random predicates on managed objects: what a fetch finds is what the objects say themselves.

import Foundation
import PerdurePredicates
import PerdureStore
import PerdureTestSupport
import Testing

@testable import Perdure

@Suite("Random predicates on managed objects")
struct ObjectAgreementTests {
    private static let count = DifferentialTests.count / 40

    @Test(
        "PRE-30, PRE-98, PRE-99 a fetch finds the objects that match, by both rules for nil, and unsaved ones too",
        arguments: DifferentialTests.seeds)
    func agreement(_ seed: UInt64) throws {
        let shop = try PredicateShop()
        let context = shop.stack.context()
        try context.performAndWait {
            let objects = try Self.objects(context)
            var generator = PredicateGenerator(seed: seed, keys: shop.keys)
            var telling = 0
            for _ in 0..<Self.count {
                let entity = generator.pick(["Item", "Owner", "Tag"])
                let node = generator.predicate(entity).mapConstants { $0.asObject(objects) }
                let candidates = objects.values.filter { $0.entity.rootName == entity }
                for rules in [NullSemantics.sql, .foundation] {
                    let found = try Self.compare(context, entity, candidates, node, rules)
                    if found > 0, found < candidates.count { telling += 1 }
                }
            }
            #expect(telling > Self.count / 4)
        }
    }

    /// All objects.
    ///
    /// Every second one has an unsaved value that no predicate asks for, so that it is matched in memory and not in the store.
    private static func objects(_ context: NSManagedObjectContext) throws -> [ObjectKey: NSManagedObject] {
        var objects: [ObjectKey: NSManagedObject] = [:]
        for entity in ["Item", "Owner", "Tag"] {
            for object in try context.all(entity) { objects[object.objectID.key] = object }
        }
        for (key, object) in objects where key.number.isMultiple(of: 2) {
            object.setValue("unsaved", forKey: "spare")
        }
        #expect(context.hasChanges)
        return objects
    }

    /// Asks the context and each object.
    private static func compare(
        _ context: NSManagedObjectContext, _ entity: String, _ candidates: [NSManagedObject],
        _ node: PredicateNode,
        _ rules: NullSemantics
    ) throws -> Int {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.predicate = NSPredicate.predicate(of: node)
        request.nullSemantics = rules
        let evaluator = PredicateEvaluator(nullSemantics: rules)
        // What has no form in SQL, or overflows, is the business of DifferentialTests.swift.
        guard let found = try? context.fetch(request),
            let expected = try? candidates.filter({ try evaluator.evaluate(node, with: $0) })
        else { return 0 }
        let numbers = { (objects: [NSManagedObject]) in objects.map(\.objectID.key.number).sorted() }
        let label = "\(entity), \(rules): \(PredicatePrinter.format(node))"
        #expect(numbers(found) == numbers(expected), "\(label)")
        if rules == .foundation {
            let matches = candidates.filter { NSPredicate.predicate(of: node).evaluate(with: $0) }
            #expect(numbers(matches) == numbers(expected), "\(label)")
        }
        return found.count
    }
}

extension ConstantValue {
    /// The managed object, or its ID, that a reference names; nil where there is none.
    fileprivate func asObject(_ known: [ObjectKey: NSManagedObject]) -> ConstantValue {
        guard case .reference(let reference) = self else { return self }
        guard let object = known[ObjectKey(reference)] else { return .null }
        return .object(ConstantObject(reference.number.isMultiple(of: 3) ? object.objectID : object))
    }
}

extension NSEntityDescription {
    fileprivate var rootName: String? { superentity?.rootName ?? name }
}
