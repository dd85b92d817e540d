// SPDX-License-Identifier: Apache-2.0
// How a workload is timed: open and preparation outside, the work inside.

import CoreData
import Foundation

/// Times raw C work; the connection's opening is inside, as it is a few microseconds.
func measure(_ work: () -> Int32) throws -> Duration {
    let clock = ContinuousClock()
    var code: Int32 = 0
    let time = clock.measure { code = work() }
    guard code == 0 else { throw BenchmarkFailure("SQLite code \(code)") }
    return time
}

/// Times work on a fresh stack.
func withStack(
    _ file: URL, _ workspace: Workspace, work: (Stack, Workspace) throws -> Bool
) throws -> Duration {
    try withStack(file, workspace, prepare: { $1 }, work: work)
}

/// Times work on a fresh stack after a preparation that is not timed.
func withStack<Prepared>(
    _ file: URL, _ workspace: Workspace, prepare: (Stack, Workspace) throws -> Prepared,
    work: (Stack, Prepared) throws -> Bool
) throws -> Duration {
    let stack = try Stack(file, model: workspace.model)
    let time = try stack.context.performAndWait {
        let prepared = try prepare(stack, workspace)
        let start = ContinuousClock.now
        guard try work(stack, prepared) else {
            throw BenchmarkFailure("the work did not give what it should")
        }
        return ContinuousClock.now - start
    }
    try stack.close()
    return time
}

extension Stack {
    func fetchItems() throws -> [Item] { try context.fetch(NSFetchRequest<Item>(entityName: "Item")) }

    /// IDs of every n-th object, made from URIs, so that neither context nor row cache has seen the objects.
    func ids(by stride: Int64, of rows: Int64) throws -> [NSManagedObjectID] {
        guard let identifier = coordinator.persistentStores.first?.identifier else { return [] }
        return try (0..<min(20_000, rows / stride)).map { i in
            let text = "x-coredata://\(identifier)/Item/p\(1 + i * stride)"
            guard let url = URL(string: text), let id = coordinator.managedObjectID(forURIRepresentation: url)
            else {
                throw BenchmarkFailure("no ID for \(text)")
            }
            return id
        }
    }
}

/// The memory of the process that the system counts as resident.
func residentMegabytes() -> Double {
    let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    let pages = text?.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0
    return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576
}
