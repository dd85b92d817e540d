// SPDX-License-Identifier: Apache-2.0
// Two result files side by side: `make bench-compare A=… B=…`.

import Foundation
import Workloads

/// The figures that two runs have in common.
struct Comparison {
    private let before: Results
    private let after: Results

    init(before: URL, after: URL) throws {
        self.before = try Results(contentsOf: before)
        self.after = try Results(contentsOf: after)
    }

    func print() {
        if before.rows != after.rows {
            Swift.print("note: \(before.rows) rows before, \(after.rows) after\n")
        }
        Swift.print("A: \(before.date), \(before.compiler), \(before.system), \(before.runs) runs")
        Swift.print("B: \(after.date), \(after.compiler), \(after.system), \(after.runs) runs\n")
        printLine("work", ["A", "B", "B/A", "A: ratio", "B: ratio", "A: alloc", "B: alloc"], "")
        for figure in after.figures {
            guard let former = before.figures.first(where: { $0.name == figure.name }) else {
                printLine(figure.name, ["", text(figure.perdure.median, figure.unit)], "new")
                continue
            }
            printLine(
                figure.name,
                [
                    text(former.perdure.median, figure.unit), text(figure.perdure.median, figure.unit),
                    String(format: "%.2f", figure.perdure.median / former.perdure.median),
                    ratio(former.ratio), ratio(figure.ratio),
                    ratio(former.counts?.allocationsPerObject), ratio(figure.counts?.allocationsPerObject),
                ], verdict(former, figure))
        }
        for former in before.figures where !after.figures.contains(where: { $0.name == former.name }) {
            printLine(former.name, [text(former.perdure.median, former.unit)], "gone")
        }
    }

    /// A change counts when each median lies outside of what the other run spread over.
    private func verdict(_ former: Figure, _ figure: Figure) -> String {
        let (a, b) = (former.perdure, figure.perdure)
        let isBeyondSpread =
            (b.median < a.lowest || b.median > a.highest) && (a.median < b.lowest || a.median > b.highest)
        guard isBeyondSpread else { return "" }
        return b.median < a.median ? "better" : "WORSE"
    }

    private func ratio(_ value: Double?) -> String { value.map { String(format: "%.2f", $0) } ?? "" }

    private func text(_ value: Double, _ unit: String) -> String {
        String(format: value >= 100 ? "%.0f " : "%.2f ", value) + unit
    }

    private func printLine(_ name: String, _ fields: [String], _ verdict: String) {
        let cells = fields.map { String(repeating: " ", count: max(0, 11 - $0.count)) + $0 }
        let start = name.padding(toLength: max(name.count, 40), withPad: " ", startingAt: 0)
        Swift.print(start + cells.joined(separator: " ") + "  " + verdict)
    }
}
