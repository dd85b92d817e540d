// SPDX-License-Identifier: Apache-2.0
// Makes a store's work from a batch delete request, with the delete rules of the model. BatchRun.swift executes it.

import Foundation
import Perdure
import PerdureModel
import PerdureStore

/// One batch deletion.
struct BatchDeleteRun {
    private let batches: BatchRun
    private let planner: FetchPlanner
    private let plan: FetchPlan
    private let rules: [Int32: [Int: DeletionRule]]

    init(
        _ request: NSBatchDeleteRequest, _ coordinator: NSPersistentStoreCoordinator,
        _ context: NSManagedObjectContext
    ) throws {
        let rows = request.fetchRequest.fetchValues
        let model = coordinator.managedObjectModel
        let entity = try rows.resolvedEntity(in: model, for: "batch delete request")
        batches = try BatchRun(
            request, entity, coordinator, context, affected: request.affectedStores ?? rows.affectedStores)
        let fetch = ObjectFetch(
            request: rows, entity: entity, predicate: try rows.predicate?.fetchingConstants(),
            wantsRows: false,
            fetchLimit: rows.fetchLimit, fetchOffset: rows.fetchOffset)
        planner = FetchPlanner(fetch)
        plan = try planner.plan(shape: .keys)
        let paged = plan.limit != nil || plan.offset > 0
        if paged, batches.stores.count > 1 { throw BatchErrors.pageOfStores(entity.name ?? "") }
        rules = Dictionary(
            model.entities.map { ($0.number, Self.rules(of: $0)) }, uniquingKeysWith: { first, _ in first })
    }

    func run() throws -> BatchResults {
        try batches.run { .deletion(BatchDeletion(planner.localized(plan, to: $0), rules: rules)) }
    }

    private static func rules(of entity: NSEntityDescription) -> [Int: DeletionRule] {
        var rules: [Int: DeletionRule] = [:]
        for (slot, property) in entity.slotProperties.enumerated() {
            guard let relationship = property as? NSRelationshipDescription else { continue }
            rules[slot] = DeletionRule(relationship.deleteRule)
        }
        return rules
    }
}

extension DeletionRule {
    fileprivate init(_ rule: NSDeleteRule) {
        switch rule {
        case .noActionDeleteRule: self = .noAction
        case .nullifyDeleteRule: self = .nullify
        case .cascadeDeleteRule: self = .cascade
        case .denyDeleteRule: self = .deny
        }
    }
}
