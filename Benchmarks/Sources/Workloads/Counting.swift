// SPDX-License-Identifier: Apache-2.0
// Increments of one counter through saves, from one and from several processes, beside a C program that does
// `UPDATE … SET n = n + 1` in a transaction of its own each time.

import CMeasuring
import CoreData
import Foundation

/// Several processes that count in one row.
package enum Counting {
    private static let increments: Int64 = 4_000

    static let trials: [Trial] = ["FULL", "NORMAL"].flatMap { level in
        [1, 2, 4].map { processes in
            let name = "count in one row, \(processes) process\(processes == 1 ? "" : "es"), \(level)"
            return Trial(name: name) { try measure($0, name, processes, level) }
        }
    }

    private static func measure(_ session: Session, _ name: String, _ processes: Int, _ level: String)
        throws
    {
        var (raw, own): ([Race], [Race]) = ([], [])
        for _ in 0..<session.runs {
            raw.append(
                try race(session.workspace, processes) { file, count in
                    ("PerdureBaseline", [level, "increment", file, count])
                })
            own.append(
                try race(session.workspace, processes) { file, count in
                    ("PerdureBenchmarks", ["increment", file, count, level])
                })
        }
        report(session, name, raw, own)
    }

    private static func report(_ session: Session, _ name: String, _ raw: [Race], _ own: [Race]) {
        var figure = Figure(name, "ms", own.map(\.milliseconds))
        figure.baseline = Series(raw.map(\.milliseconds))
        figure.measure = .ratio
        // At least 0.9 of C's speed where each save waits for the disk, else 0.6.
        figure.target = name.hasSuffix("FULL") ? 1 / 0.9 : 1 / 0.6
        figure.objects = increments
        session.report(figure)
        var speed = Figure("\(name), increments", "/s", own.map(\.speed))
        speed.baseline = Series(raw.map(\.speed))
        session.report(speed)
        var fairness = Figure("\(name), slowest by fastest", "×", own.map(\.unfairness))
        fairness.baseline = Series(raw.map(\.unfairness))
        if raw.contains(where: { $0.unfairness != 1 }) { session.report(fairness) }
    }

    /// What a race took.
    private struct Race {
        /// From the start of all to the end of the last.
        let milliseconds: Double
        /// The time of the slowest process by that of the fastest.
        let unfairness: Double

        var speed: Double { Double(increments) / milliseconds * 1_000 }
    }

    /// Lets processes count at the same time; nothing may be lost.
    private static func race(
        _ workspace: Workspace, _ processes: Int, _ words: (String, String) -> (String, [String])
    ) throws -> Race {
        let file = try workspace.copy(of: .counter)
        let (program, arguments) = words(file.path, "\(increments / Int64(processes))")
        let racers = try (0..<processes).map { _ in try Racer(program, arguments) }
        for racer in racers { try racer.waitUntilReady() }
        var times: [Int64] = []
        let time = try ContinuousClock().measure {
            for racer in racers { racer.start() }
            times = try racers.map { try $0.finish() }
        }
        let stack = try Stack(file, model: model())
        let counted = try stack.context.performAndWait { try counter(stack).value(forKey: "n") as? Int64 }
        try stack.close()
        guard counted == increments, let slowest = times.max(), let fastest = times.min() else {
            throw BenchmarkFailure("\(program) counted \(counted ?? -1) of \(increments) increments")
        }
        return Race(
            milliseconds: time / .milliseconds(1), unfairness: Double(slowest) / Double(max(1, fastest)))
    }

    /// What each of Perdure's processes does.
    package static func increment(_ path: String, _ count: Int64, _ level: String) throws {
        let options = [NSSQLitePragmasOption: ["synchronous": level] as NSDictionary]
        let stack = try Stack(URL(fileURLWithPath: path), model: model(), options: options)
        try stack.context.performAndWait {
            let counter = try counter(stack)
            // Without a buffer: the one who waits reads a pipe.
            FileHandle.standardOutput.write(Data("ready\n".utf8))
            _ = readLine()
            let start = measuring_nanoseconds()
            for _ in 0..<count {
                try counter.apply(.increment(by: 1), forKey: "n")
                try stack.context.save()
            }
            print("{\"nanoseconds\": \(measuring_nanoseconds() - start)}")
        }
        try stack.close()
    }

    private static func counter(_ stack: Stack) throws -> NSManagedObject {
        let found = try stack.context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Counter")).first
        guard let found, found.value(forKey: "n") != nil else {
            throw BenchmarkFailure("there is no counter")
        }
        return found
    }

    fileprivate static func model() -> NSManagedObjectModel {
        let number = MergeableAttributeDescription(.counter)
        number.name = "n"
        number.defaultValue = 0
        let entity = NSEntityDescription()
        entity.name = "Counter"
        entity.properties = [number]
        let model = NSManagedObjectModel()
        model.entities = [entity]
        return model
    }
}

extension Seed {
    /// One counter.
    fileprivate static let counter = Seed(name: "counter") { file, _ in
        let stack = try Stack(file, model: Counting.model())
        try stack.context.performAndWait {
            _ = NSEntityDescription.insertNewObject(forEntityName: "Counter", into: stack.context)
            try stack.context.save()
        }
        try stack.close()
    }
}

/// A process that waits for the start.
private final class Racer {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    init(_ program: String, _ arguments: [String]) throws {
        process.executableURL = Program.beside(program).path
        process.arguments = arguments
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    func waitUntilReady() throws {
        guard !output.fileHandleForReading.availableData.isEmpty else {
            throw BenchmarkFailure("a process ended before the start")
        }
    }

    func start() { input.fileHandleForWriting.write(Data("\n".utf8)) }

    /// Waits for its end, and gives the nanoseconds that it counted by its own clock.
    func finish() throws -> Int64 {
        let answer = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw BenchmarkFailure("a process failed") }
        return try JSONDecoder().decode(Finish.self, from: answer).nanoseconds
    }

    /// What a process prints at its end, among other things.
    private struct Finish: Decodable {
        let nanoseconds: Int64
    }
}
