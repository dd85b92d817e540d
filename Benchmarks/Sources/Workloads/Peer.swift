// SPDX-License-Identifier: Apache-2.0
// SQLAlchemy, the object mapper of Python, doing the same work on a file of its own: what objects cost elsewhere. The program
// is Benchmarks/SQLAlchemy/measure.py; it is left out, and the table says so, where Python has no SQLAlchemy.

import Foundation

/// A piece of work of the peer's program.
package struct Peer: Sendable {
    let work: String
    /// How many rows it is about.
    var rows: @Sendable (Workspace) -> Int64 = { $0.rows }

    /// Why there is no peer; nil where there is one.
    package static var absence: String? {
        do {
            _ = try program.run([script.path, "version"])
            return nil
        } catch {
            return
                "SKIPPED: SQLAlchemy, because \(interpreter) has none; `pip install sqlalchemy`, or name a Python "
                + "in PERDURE_PYTHON"
        }
    }

    func milliseconds(_ workspace: Workspace) throws -> Double {
        let file = workspace.folder.appendingPathComponent("peer.sqlite")
        let answer = try Self.program.run([
            Self.script.path, work, file.path, String(rows(workspace)), workspace.synchronous,
        ])
        let report = try JSONDecoder().decode(PeerReport.self, from: answer)
        guard report.rows == rows(workspace) else {
            throw BenchmarkFailure("SQLAlchemy's \(work) reports \(report.rows) rows, not \(rows(workspace))")
        }
        return Double(report.nanoseconds) / 1e6
    }

    private static var interpreter: String {
        ProcessInfo.processInfo.environment["PERDURE_PYTHON"] ?? "python3"
    }

    private static var program: Program {
        interpreter.contains("/")
            ? Program(path: URL(fileURLWithPath: interpreter))
            : Program(path: URL(fileURLWithPath: "/usr/bin/env"), leading: [interpreter])
    }

    /// The package is the folder of the folder of this module's sources.
    private static var script: URL {
        var folder = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { folder.deleteLastPathComponent() }
        return folder.appendingPathComponent("SQLAlchemy/measure.py")
    }
}

/// What the peer's program prints.
private struct PeerReport: Decodable {
    let nanoseconds: Int64
    let rows: Int64
}
