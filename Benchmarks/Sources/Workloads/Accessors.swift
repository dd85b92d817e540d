// SPDX-License-Identifier: Apache-2.0
// What one access through a generated accessor costs.

import CMeasuring
import CoreData
import Foundation

/// Costs of accesses to saved objects of a context that a processor's first cache holds, so that the accessor is
/// measured and not the memory.
struct Accessors {
    private static let count: Int64 = 50
    private static let rounds = 100_000

    private let stack: Stack
    /// Held by `owner`; without counting references, which would cost more than the accesses.
    private let samples: [Unmanaged<Sample>]
    private let owner: [Sample]

    static func measure(_ session: Session) throws {
        let stack = try Stack(
            session.workspace.folder.appendingPathComponent("samples.sqlite"), model: Sample.makeModel())
        let measured = try stack.context.performAndWait {
            let accessors = try Accessors(stack)
            defer { stack.context.rollback() }
            return (0..<session.runs).map { _ in accessors.costs() }
        }
        for (index, cost) in (measured.first ?? []).enumerated() {
            session.report(
                Figure(cost.name, "ns", measured.map { $0[index].nanoseconds }, target: cost.target))
        }
        try stack.close()
    }

    private typealias Cost = (name: String, target: Double, nanoseconds: Double)

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

    private func costs() -> [Cost] {
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
    private func cost(_ name: String, _ target: Double, _ body: ([Unmanaged<Sample>]) -> Int64) -> Cost {
        var sum: Int64 = 0
        let start = measuring_thread_nanoseconds()
        for _ in 0..<Self.rounds { sum &+= body(samples) }
        let time = measuring_thread_nanoseconds() - start
        // Somebody has to want the sum, lest the reads be left out.
        return (name, target, sum == 0 ? .nan : Double(time) / Double(Self.rounds * samples.count))
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
