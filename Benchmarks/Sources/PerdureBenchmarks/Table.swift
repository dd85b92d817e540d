// SPDX-License-Identifier: Apache-2.0
// The figures as a table, a line as soon as it is known.

import Foundation
import Workloads

/// A table on the standard output.
struct Table {
    func printHead() {
        printLine(
            "work", "C", "Perdure", "lowest … highest", "ratio", "target", "CPU", "alloc", "kept B",
            "peak MB (C)",
            "SQLAlchemy")
    }

    func print(_ figure: Figure) {
        let own = figure.perdure
        printLine(
            figure.name, figure.baseline.map { text($0.median, figure.unit) } ?? "–",
            text(own.median, figure.unit),
            own.values.count > 1 ? number(own.lowest) + " … " + number(own.highest) : "",
            figure.ratio.map { String(format: "%.2f", $0) } ?? "", target(figure),
            figure.processorRatio.map { String(format: "%.2f", $0) } ?? "",
            figure.counts.map { String(format: "%.2f", $0.allocationsPerObject) } ?? "",
            figure.counts.map { String(format: "%.0f", $0.keptBytesPerObject) } ?? "", peak(figure),
            figure.peer.map { text($0.median, figure.unit) } ?? "")
    }

    private func target(_ figure: Figure) -> String {
        guard let target = figure.target, let isMet = figure.isMet else { return "" }
        return String(format: "%.4g ", target) + (isMet ? "✓" : "✗")
    }

    private func peak(_ figure: Figure) -> String {
        guard let counts = figure.counts else { return "" }
        let baseline = figure.baselinePeak.map { String(format: " (%.1f)", megabytes($0)) } ?? ""
        return String(format: "%.1f", megabytes(counts.peakBytes)) + baseline
    }

    private func megabytes(_ bytes: Int64) -> Double { Double(bytes) / 1_048_576 }

    /// Three digits, more or less.
    private func number(_ value: Double) -> String {
        String(format: value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : "%.2f", value)
    }

    private func text(_ value: Double, _ unit: String) -> String { number(value) + " " + unit }

    private func printLine(_ name: String, _ fields: String...) {
        let widths = [10, 11, 19, 6, 8, 6, 6, 6, 13, 11]
        let cells = zip(fields, widths).map { field, width in
            String(repeating: " ", count: max(0, width - field.count)) + field
        }
        let start = name.padding(toLength: max(name.count, 52), withPad: " ", startingAt: 0)
        Swift.print(start + cells.joined(separator: " "))
        // Whoever reads the output through a pipe wants to see it grow.
        fflush(nil)
    }
}
