// SPDX-License-Identifier: Apache-2.0
// A dump under way: the plans of its entities, and where their objects go. DumpFolder.swift is a folder of files.

import Foundation
import PerdureInspection
import PerdurePredicates
import PerdureStore

/// Prints the objects of some entities.
struct DumpRun {
    private let store: InspectedStore
    private let model: InspectedStore.Model
    private let form: FormName?
    private let entities: PrintedEntities
    private let unreadable: UnreadableValues
    private var plans: [FetchPlan] = []
    /// The most objects of each plan.
    var limit: Int?

    init(
        _ store: InspectedStore, _ model: InspectedStore.Model, _ form: FormName?,
        _ unreadable: UnreadableValues
    ) {
        self.store = store
        self.model = model
        self.form = form
        self.unreadable = unreadable
        entities = PrintedEntities(model.schema)
    }

    /// Adds the objects of an entity.
    mutating func plan(_ layout: EntityLayout, _ predicate: PredicateNode?, withSubentities: Bool) {
        var plan = FetchPlan(entity: layout.number)
        plan.predicate = predicate
        plan.limit = limit
        plan.includesSubentities = withSubentities
        if !layout.isAbstract || withSubentities { plans.append(plan) }
    }

    /// Prints all, to standard output or into a new folder.
    ///
    /// - Throws: `ToolError`, `BrokenPipe`, and the errors of reads unless the dump keeps going.
    func run(into folder: String?) throws -> ExitCode {
        let engine = try store.engine(model, unreadable.reading)
        defer { try? engine.close() }
        let reader = SteadyReader.of(engine)
        if let folder {
            try DumpFolder(folder).filled { folder in
                for plan in plans {
                    let output = try folder.output(entities[plan.entity].name, form == .csv ? "csv" : "jsonl")
                    try print([plan], reader, output)
                }
            }
        } else {
            try print(plans, reader, ByteOutput())
        }
        return unreadable.exitCode
    }

    private func print(_ plans: [FetchPlan], _ reader: any PagedReader, _ output: ByteOutput) throws {
        var form = objectForm(plans)
        var hasBegun = false
        for plan in plans {
            try pages(plan, reader) { page in
                if !hasBegun { form.begin(output) }
                hasBegun = true
                for row in page.rows {
                    form.append(row, of: page, to: output)
                    try output.flushIfFull()
                }
            }
        }
        if !hasBegun { form.begin(output) }
        form.end(output)
        try output.flush()
    }

    /// Calls a function for each page; what is wrong with a predicate shows before the first one.
    private func pages(_ plan: FetchPlan, _ reader: any PagedReader, _ body: (ObjectPage) throws -> Void)
        throws
    {
        var pages = ObjectPages(plan, reader, withMembers: true)
        do {
            try unreadable.goingOn {
                while let page = try unreadable.next({ try pages.next() }, widening: { pages.widen() }) {
                    try body(page)
                }
            }
        } catch StoreError.unsupported(let request) {
            let reason = UnknownName.reason(request, of: plan, model.schema)
            throw ToolError("'--where': \(reason)", .usage)
        }
    }

    private func objectForm(_ plans: [FetchPlan]) -> any ObjectForm {
        switch form {
        case .json?: JSONObjects(entities, storeUUID: store.uuid, isLines: false)
        case .lines?: JSONObjects(entities, storeUUID: store.uuid, isLines: true)
        case .csv?: CSVObjects(entities, plans.flatMap(printed))
        default: TextObjects(entities: entities)
        }
    }

    private func printed(_ plan: FetchPlan) -> [Int32] {
        let layout = model.schema[plan.entity]
        return plan.includesSubentities ? Array(layout.number...layout.lastDescendant) : [layout.number]
    }
}
