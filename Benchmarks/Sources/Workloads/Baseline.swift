// SPDX-License-Identifier: Apache-2.0
// Starts the C program for one piece of work, and reads its report.

import Foundation

/// A piece of work of the C program.
struct Baseline: Sendable {
    let work: String
    let file: URL
    var arguments: [String] = []
    /// How many rows it must report; nil where that is not known.
    var rows: Int64?

    init(_ work: String, _ file: URL, _ arguments: any CustomStringConvertible..., rows: Int64? = nil) {
        self.work = work
        self.file = file
        self.arguments = arguments.map(\.description)
        self.rows = rows
    }

    func run(synchronous: String = Workspace.standardSynchronous) throws -> BaselineReport {
        let program = Program.beside("PerdureBaseline")
        let report = try JSONDecoder().decode(
            BaselineReport.self,
            from: program.run([synchronous, work, file.path] + arguments))
        guard rows == nil || report.rows == rows else {
            throw BenchmarkFailure(
                "C's \(work) reports \(report.rows) rows, not \(rows ?? 0): \(arguments.joined(separator: " "))"
            )
        }
        return report
    }
}

/// What the C program says; main.c prints it.
package struct BaselineReport: Decodable, Sendable {
    package var nanoseconds: Int64
    /// Time on a processor.
    package var processorNanoseconds: Int64
    package var rows: Int64
    package var checksum: Int64
    package var peakBytes: Int64
    package var sqlite: String
    /// Durations of a reader beside a writer.
    var quietRanges: [Int64]?
    var quietRows: [Int64]?
    var busyRanges: [Int64]?
    var busyRows: [Int64]?

    package var time: Duration { .nanoseconds(nanoseconds) }
    package var processor: Duration { .nanoseconds(processorNanoseconds) }

    func adding(_ other: BaselineReport) -> BaselineReport {
        var sum = self
        sum.nanoseconds += other.nanoseconds
        sum.processorNanoseconds += other.processorNanoseconds
        sum.rows += other.rows
        sum.peakBytes = max(peakBytes, other.peakBytes)
        return sum
    }
}

/// A program of this package.
package struct Program {
    package let path: URL
    /// Arguments before all others.
    private let leading: [String]

    package init(path: URL, leading: [String] = []) { (self.path, self.leading) = (path, leading) }

    /// The one that was built beside this process's own.
    package static func beside(_ name: String) -> Program {
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        return Program(path: own.deletingLastPathComponent().appendingPathComponent(name))
    }

    /// Runs it to its end and gives what it printed; what it says of errors goes where ours go.
    package func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Data {
        let process = Process()
        let output = Pipe()
        process.executableURL = path
        process.arguments = leading + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw BenchmarkFailure("\(path.lastPathComponent) \(arguments.joined(separator: " ")) failed")
        }
        return data
    }
}
