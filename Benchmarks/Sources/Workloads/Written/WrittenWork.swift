// SPDX-License-Identifier: Apache-2.0
// The same seven pieces of work with the objects of any class that a user would write, each beside C on the same rows.
// WrittenSections.swift lists them by class.

import CoreData
import Foundation

/// The work of one class.
struct WrittenWork<Object: Specimen>: Sendable {
    /// What stands before the names of its workloads.
    let word: String
    let shape: RowShape
    let model: @Sendable () throws -> NSManagedObjectModel
    /// The column of the attribute that `change()` changes.
    var changed = "ZNUMBER"
    var rows: @Sendable (Workspace) -> Int64 = { $0.rows }
    var make: @Sendable (Object, Int64) -> Void = { $0.fill($1) }

    private var entity: String { shape.kinds[0].entity }

    var empty: Seed {
        Seed(name: "empty \(word)") { [model] file, _ in try Stack(file, model: model()).close() }
    }

    /// The C program inserts the rows, so that this process stays as it was.
    var full: Seed {
        Seed(name: "full \(word)") { [model, shape, rows] file, workspace in
            try Stack(file, model: model()).close()
            _ = try shape.insertion(file, rows: rows(workspace)).run()
        }
    }

    var insert: Workload {
        workload("insert and save", target: 2.2, file: empty) { [rows, make] stack, workspace, _ in
            for number in 1...rows(workspace) { make(Object(context: stack.context), number) }
            try stack.context.save()
            return true
        } baseline: { [shape] in
            shape.insertion($0, rows: $1)
        }
    }

    var faults: Workload {
        var work = workload("fetch as faults", target: 1.7, file: full) { [rows] stack, workspace, _ in
            let found = try stack.context.fetch(request())
            return found.count == Int(rows(workspace)) ? found : nil
        } baseline: { [shape] in
            shape.reading($0, rows: $1)
        }
        work.release = "\(word): release the faults"
        return work
    }

    var readAll: Workload {
        var work = workload("fetch and read everything", target: 2.2, file: full) {
            [rows] stack, workspace, _ in
            let found = try stack.context.fetch(request())
            return found.reduce(0) { $0 + $1.checksum() } > rows(workspace) ? found : nil
        } baseline: { [shape] in
            shape.reading($0, rows: $1)
        }
        work.release = "\(word): release the realized objects"
        return work
    }

    var update: Workload {
        workload("change one attribute and save", target: 2.0, file: full, isFetched: true) {
            stack, _, objects in
            for object in objects { object.change() }
            try stack.context.save()
            return true
        } baseline: { [shape, changed] in
            shape.update($0, rows: $1, column: changed)
        }
    }

    var delete: Workload {
        workload("delete and save", target: 1.5, file: full, isFetched: true) { stack, _, objects in
            for object in objects { stack.context.delete(object) }
            try stack.context.save()
            return true
        } baseline: { [shape] in
            shape.deletion($0, rows: $1)
        }
    }
}

extension WrittenWork {
    fileprivate func request() -> NSFetchRequest<Object> { NSFetchRequest(entityName: shape.root) }

    /// Work on a fresh stack; where it is about objects that are there, these are fetched before the clock starts.
    private func workload<Kept>(
        _ name: String, target: Double?, file: Seed, isFetched: Bool = false,
        work: @escaping @Sendable (Stack, Workspace, [Object]) throws -> Kept?,
        baseline: @escaping @Sendable (URL, Int64) -> Baseline
    ) -> Workload {
        Workload(
            name: "\(word): \(name)", target: target, hasBudget: false, file: file, objects: rows,
            perdure: { [model] run in
                try withStack(
                    run, model: model(),
                    prepare: { stack, _ in isFetched ? try stack.context.fetch(request()) : [] },
                    work: { try work($0, run.workspace, $1) })
            },
            baseline: { [rows] in [baseline($0, rows($1))] })
    }
}

extension WrittenWork {
    /// Single objects, whose rows nobody has read.
    var byKey: Workload {
        Workload(
            name: "\(word): by key", target: 1.1, hasBudget: false, file: full,
            objects: { [rows] in WrittenKeys.count(rows($0)) },
            perdure: { [model, rows, entity = shape.root] run in
                try withStack(
                    run, model: model(),
                    prepare: { try $0.ids(WrittenKeys.keys(rows($1)), of: entity) },
                    work: { stack, ids in try WrittenKeys.read(ids, as: Object.self, stack) })
            },
            baseline: { [shape, rows] file, workspace in
                let count = WrittenKeys.count(rows(workspace))
                return [shape.reading(file, keys: count, stride: WrittenKeys.stride)]
            })
    }

    /// What the peer does besides, by the names of its work.
    func compared(_ work: Workload, _ peer: String, rows: (@Sendable (Workspace) -> Int64)? = nil) -> Workload
    {
        var work = work
        work.peer = Peer(work: peer, rows: rows ?? self.rows)
        return work
    }
}

/// Keys apart from each other, so that pages are read again and again.
enum WrittenKeys {
    static let stride: Int64 = 7

    /// How many keys of so many rows are read.
    static func count(_ rows: Int64) -> Int64 { min(20_000, max(1, rows / stride)) }

    fileprivate static func keys(_ rows: Int64) -> [Int64] { (0..<count(rows)).map { 1 + $0 * stride } }

    fileprivate static func read<Object: Specimen>(
        _ ids: [NSManagedObjectID], as type: Object.Type, _ stack: Stack
    ) throws -> [Object] {
        try ids.map { id in
            guard let object = try stack.context.existingObject(with: id) as? Object, object.checksum() > 0
            else { throw BenchmarkFailure("no object of \(id)") }
            return object
        }
    }
}
