// SPDX-License-Identifier: Apache-2.0
// What one access through a generated accessor costs.

import CoreData
import Foundation

/// The cost of one kind of access.
struct AccessCost {
    let name: String
    let target: Double
    let nanoseconds: Double
}

/// Costs of accesses to saved objects of a context that a processor's first cache holds, so that the accessor is
/// measured and not the memory.
struct Accessors {
    private static let count: Int64 = 50
    private static let rounds = 100_000

    private let stack: Stack
    /// Held by `owner`; without counting references, which would cost more than the accesses.
    private let samples: [Unmanaged<Sample>]
    private let owner: [Sample]

    /// The medians of some runs.
    static func costs(_ workspace: Workspace, runs: Int) throws -> [AccessCost] {
        let stack = try Stack(workspace.file("samples"), model: Sample.makeModel())
        return try stack.context.performAndWait {
            let accessors = try Accessors(stack)
            let measured = (0..<runs).map { _ in accessors.costs() }
            stack.context.rollback()
            return measured[0].indices.map { index in
                let first = measured[0][index]
                return AccessCost(
                    name: first.name, target: first.target,
                    nanoseconds: median(measured.map { $0[index].nanoseconds }))
            }
        }
    }

    private init(_ stack: Stack) throws {
        self.stack = stack
        let context = stack.context
        let made = (1...Self.count).map { i in
            let sample = NSEntityDescription.insertNewObject(forEntityName: "Sample", into: context)
            return sample as? Sample
        }.compactMap(\.self)
        for (i, sample) in made.enumerated() {
            sample.fill(Int64(i))
            sample.sample = made[(i + 1) % made.count]
        }
        try context.save()
        owner = made
        samples = made.map { Unmanaged.passUnretained($0) }
    }

    private func costs() -> [AccessCost] {
        [
            cost("read an Int64", 3) { $0.sum { $0.number } },
            cost("read a Bool", 3) { $0.sum { $0.active ? 1 : 2 } },
            cost("read an Int32", 3) { $0.sum { Int64($0.rating) } },
            cost("read a Double", 3) { $0.sum { Int64(truncatingIfNeeded: $0.score.bitPattern) } },
            cost("read a Date", 3) {
                $0.sum {
                    Int64(truncatingIfNeeded: $0.created?.timeIntervalSinceReferenceDate.bitPattern ?? 0)
                }
            },
            cost("read a String", 3) { $0.sum { Int64($0.name?.utf8.count ?? 0) } },
            cost("read a to-one", 3) { $0.sum { $0.sample == nil ? 1 : 2 } },
            cost("write an Int64", 30) {
                $0.sum {
                    $0.number = 7
                    return 1
                }
            },
            cost("write a String", 30) {
                $0.sum {
                    $0.name = "short"
                    return 1
                }
            },
        ]
    }

    /// The time of this thread, because others may want the processor too.
    private func cost(_ name: String, _ target: Double, _ body: ([Unmanaged<Sample>]) -> Int64) -> AccessCost
    {
        var sum: Int64 = 0
        let start = Self.threadNanoseconds()
        for _ in 0..<Self.rounds { sum &+= body(samples) }
        let time = Self.threadNanoseconds() - start
        // Somebody has to want the sum, lest the reads be left out.
        guard sum != 0 else { return AccessCost(name: name, target: target, nanoseconds: .nan) }
        return AccessCost(
            name: name, target: target, nanoseconds: Double(time) / Double(Self.rounds * samples.count))
    }

    static func threadNanoseconds() -> Int {
        var now = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
        return now.tv_sec * 1_000_000_000 + now.tv_nsec
    }
}

extension [Unmanaged<Sample>] {
    /// Inlined, so that the accesses are calls of accessors and of nothing else.
    @inline(__always)
    fileprivate func sum(_ access: (Sample) -> Int64) -> Int64 {
        var sum: Int64 = 0
        for sample in self { sum &+= sample._withUnsafeGuaranteedRef { access($0) } }
        return sum
    }
}
