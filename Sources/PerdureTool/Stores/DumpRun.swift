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
    private let keepsGoing: Bool
    private var plans: [FetchPlan] = []
    /// The most objects of each plan.
    var limit: Int?

    init(_ store: InspectedStore, _ model: InspectedStore.Model, _ form: FormName?, keepsGoing: Bool) {
        self.store = store
        self.model = model
        self.form = form
        self.keepsGoing = keepsGoing
        entities = PrintedEntities(model.schema)
        unreadable = UnreadableValues()
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
        var reading = EngineReading()
        if keepsGoing { reading.onUnreadable = unreadable.report }
        let engine = try store.engine(model, reading)
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
        return unreadable.count == 0 ? .success : .problems
    }

    private func print(_ plans: [FetchPlan], _ reader: any PagedReader, _ output: ByteOutput) throws {
        var form = objectForm(plans)
        var hasBegun = false
        for plan in plans {
            do {
                var pages = ObjectPages(plan, reader, withMembers: true)
                // What is wrong with a predicate shows before anything is printed.
                while let page = try pages.next() {
                    if !hasBegun { form.begin(output) }
                    hasBegun = true
                    for row in page.rows {
                        form.append(row, of: page, to: output)
                        try output.flushIfFull()
                    }
                }
            } catch StoreError.unsupported(let request) {
                let reason = UnknownName.reason(request, of: plan, model.schema)
                throw ToolError("'--where': \(reason)", .usage)
            } catch let error as StoreError where keepsGoing {
                unreadable.report(error)
            }
        }
        if !hasBegun { form.begin(output) }
        form.end(output)
        try output.flush()
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

/// Values that could not be read: each is told, up to a limit.
final class UnreadableValues {
    private(set) var count = 0
    private static let most = 100

    func report(_ error: any Error) {
        count += 1
        if count <= Self.most { Console.complain(ErrorText.describe(error)) }
        if count == Self.most {
            Console.complain("more values like these are not told: run 'perdure store check'")
        }
    }
}
