// SPDX-License-Identifier: Apache-2.0
// How long a program waits at its beginning: for a store to open, and for its first object.

import CMeasuring
import CoreData
import Foundation

extension Workload {
    static let opening = [openSeventy]

    /// The model is new each time, so what opening compiles of it is part of the work; making it is not.
    private static let openSeventy = Workload(
        name: "open a store of 70 entities", target: 4, file: .seventy,
        objects: { _ in Int64(Seventy.entityCount) },
        perdure: { run in
            let model = Seventy.makeModel()
            var stack: Stack?
            let time = try run.probe.measure { stack = try Stack(run.file, model: model) }
            try stack?.close()
            return Pass(time: time, release: .zero)
        },
        baseline: { file, _ in [Baseline("open", file)] })
}

/// A process from its start to its first object, or in C to its first row.
package enum FirstObject {
    static func measure(_ session: Session) throws {
        let file = try session.workspace.copy(of: Written.letters.full)
        var (raw, own, floor): ([Double], [Double], [Double]) = ([], [], [])
        // A process is short, and what runs beside it disturbs it more than others.
        for _ in 0..<session.runs * 5 {
            raw.append(
                try milliseconds { try Baseline("first-row", file, "Letter", rows: 1).run().nanoseconds })
            own.append(try milliseconds { try answer("PerdureBenchmarks", ["first-object", file.path]) })
            floor.append(try milliseconds { try answer("PerdureFloor", []) })
        }
        var figure = Figure("process start to first object", "ms", own)
        figure.baseline = Series(raw)
        figure.measure = .ratio
        figure.target = 2.5
        session.report(figure)
        var least = Figure("process start with Foundation alone", "ms", floor)
        least.baseline = Series(raw)
        least.measure = .ratio
        session.report(least)
    }

    /// The time that a process of this package tells.
    private static func answer(_ program: String, _ arguments: [String]) throws -> Int64 {
        let answer = try Program.beside(program).run(arguments)
        return Int64(String(decoding: answer, as: UTF8.self)) ?? 0
    }

    /// From now to the time that a process tells.
    private static func milliseconds(_ process: () throws -> Int64) rethrows -> Double {
        let start = measuring_nanoseconds()
        return Double(try process() - start) / 1e6
    }

    /// What the process does; the time when it has its object.
    package static func fetch(_ path: String) throws -> Int64 {
        let stack = try Stack(URL(fileURLWithPath: path), model: Written.letters.model())
        return try stack.context.performAndWait {
            let request = NSFetchRequest<Letter>(entityName: "Letter")
            request.fetchLimit = 1
            guard try stack.context.fetch(request).first?.name.isEmpty == false else {
                throw BenchmarkFailure("no object in \(path)")
            }
            return measuring_nanoseconds()
        }
    }
}
