// SPDX-License-Identifier: Apache-2.0
// Makes a store's work from a batch update request. BatchAssignmentBuilder.swift makes the new values; BatchRun.swift
// executes the work.

import Foundation
import Perdure
import PerdureStore

/// One batch update.
struct BatchUpdateRun {
    private let batches: BatchRun
    private let planner: FetchPlanner
    private let plan: FetchPlan
    private let builder: BatchAssignmentBuilder

    init(
        _ request: NSBatchUpdateRequest, _ coordinator: NSPersistentStoreCoordinator,
        _ context: NSManagedObjectContext
    ) throws {
        let rows = request.rows
        let entity = try rows.resolvedEntity(in: coordinator.managedObjectModel, for: "batch update request")
        batches = try BatchRun(
            request, entity, coordinator, context, affected: request.affectedStores)
        let fetch = ObjectFetch(
            request: rows, entity: entity, predicate: try request.predicate?.fetchingConstants(),
            wantsRows: false, fetchLimit: 0, fetchOffset: 0)
        planner = FetchPlanner(fetch)
        plan = try planner.plan(shape: .keys)
        builder = try BatchAssignmentBuilder(request.assignments, entity)
    }

    func run() throws -> BatchResults {
        try batches.run { store in
            .update(
                BatchUpdate(planner.localized(plan, to: store), try builder.assignments(in: store)))
        }
    }
}
