// SPDX-License-Identifier: Apache-2.0
// Times the costs, each the least of five runs: a floor is what is possible, not what is usual.

import CMeasuring
import Foundation

/// The costs of so many objects.
struct Costs {
    let count: Int

    func print() {
        for cost in objectCosts + reportCosts + [walk, dictionaries] {
            let figure = String(format: "%8.1f", cost.nanoseconds)
            Swift.print("\(figure) ns  \(cost.name)")
        }
    }

    /// The cost of each of the objects.
    ///
    /// - Parameters:
    ///   - name: what is done to each.
    ///   - prepare: makes what the work needs; not timed.
    ///   - work: returns what it has made, which is released after its time is taken.
    /// - Returns: the name, and the time for each object.
    func cost<Input, Output>(
        _ name: String, _ prepare: () -> Input, _ work: (Input) -> Output
    ) -> (name: String, nanoseconds: Double) {
        let times = (0..<5).map { _ in
            let input = prepare()
            let start = measuring_nanoseconds()
            let output = work(input)
            let time = measuring_nanoseconds() - start
            withExtendedLifetime(output) {}
            return Double(time)
        }
        return (name, (times.min() ?? 0) / Double(count))
    }
}
