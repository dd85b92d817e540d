// SPDX-License-Identifier: Apache-2.0
// A long life of a program that opens, works and closes over and over: its memory and its descriptors must not grow. The work
// is in LifetimeRound.swift.

import CoreData
import FaultVFS
import Foundation
import PerdureTestSupport

extension Command {
    /// lifetime STORE MINUTES [ROUNDS]: works for so long, or until Control-C; then says whether anything grew.
    ///
    /// Prints "begun", and a line each minute: rounds, memory in kilobytes, open descriptors, and objects that outlive their
    /// round.
    static func lifetime(_ url: URL, _ words: [String]) throws {
        let minutes = words.first.flatMap { Double($0) } ?? 10
        let rounds = words.count > 1 ? Int(words[1]) ?? .max : .max
        let interruption = Interruption()
        let life = Lifetime(url.deletingLastPathComponent())
        let start = ContinuousClock.now
        var lines = 0
        say("begun")
        while life.rounds < rounds, !interruption.hasCome,
            ContinuousClock.now - start < .seconds(60 * minutes)
        {
            try life.round()
            if ContinuousClock.now - start >= .seconds(60 * (lines + 1)) {
                lines += 1
                say("minute \(lines): \(life.present)")
            }
        }
        say("end: \(life.present)")
        // What ran, and not what was asked: somebody may have ended it.
        say("lived \(Int((ContinuousClock.now - start) / .seconds(60))) minutes")
        let growth = life.samples.growth
        if !growth.isEmpty { throw UsageError(text: growth.joined(separator: "; ")) }
        say("nothing grew")
    }
}

/// Control-C, or the end that somebody else wishes.
private final class Interruption {
    private let sources: [any DispatchSourceSignal]
    private let flag = Flag()

    private final class Flag: @unchecked Sendable {
        // Sendable because the lock guards the value.
        private let lock = NSLock()
        private var value = false
        var isSet: Bool { lock.withLock { value } }
        func set() { lock.withLock { value = true } }
    }

    init() {
        let flag = flag
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { flag.set() }
            source.resume()
            return source
        }
    }

    var hasCome: Bool { flag.isSet }
}

/// Rounds of work, and what was seen behind each.
private final class Lifetime {
    private let folder: URL
    private(set) var rounds = 0
    private(set) var samples = LifetimeSamples()

    init(_ folder: URL) { self.folder = folder }

    func round() throws {
        let round = LifetimeRound(rounds, folder)
        try round.run()
        rounds += 1
        // What the allocator keeps for later is no growth.
        perdure_memory_trim()
        samples.add(
            LifetimeSample(
                memory: try Memory.present(), descriptors: DescriptorLimit.open.count,
                objects: round.survivors))
    }

    var present: String { "\(rounds) rounds, \(samples.last)" }
}

/// What was seen behind a round.
struct LifetimeSample {
    let memory: Int
    let descriptors: Int
    let objects: Int
}

/// Samples of a life, at even distances; there are never many.
struct LifetimeSamples {
    private var kept: [LifetimeSample] = []
    private var (stride, count) = (1, 0)
    private(set) var last = "nothing yet"

    /// Below this number nothing can be said.
    private static let fewest = 40
    private static let most = 4096

    mutating func add(_ sample: LifetimeSample) {
        last = "\(sample.memory) kB, \(sample.descriptors) descriptors, \(sample.objects) objects alive"
        if count % stride == 0 { kept.append(sample) }
        count += 1
        guard kept.count == Self.most else { return }
        kept = kept.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
        stride *= 2
    }

    /// What grew between the first quarter behind the warm-up and the last one: none for a sound life.
    ///
    /// The warm-up is a fifth. Memory may move by a tenth and two megabytes: the allocator rounds.
    var growth: [String] {
        let settled = Array(kept.dropFirst(kept.count / 5))
        guard settled.count >= Self.fewest else { return ["only \(count) rounds: too few to say anything"] }
        let quarter = settled.count / 4
        let (first, last) = (Array(settled.prefix(quarter)), Array(settled.suffix(quarter)))
        var growth: [String] = []
        let memory = [first, last].map { Self.median($0.map(\.memory)) }
        if memory[1] > memory[0] * 11 / 10 + 2048 {
            growth.append("memory grew from \(memory[0]) to \(memory[1]) kB")
        }
        let descriptors = [first, last].map { Self.median($0.map(\.descriptors)) }
        if descriptors[1] > descriptors[0] {
            growth.append("descriptors grew from \(descriptors[0]) to \(descriptors[1])")
        }
        let objects = settled.map(\.objects).max() ?? 0
        if objects > 0 { growth.append("\(objects) objects outlived their round") }
        return growth
    }

    private static func median(_ numbers: [Int]) -> Int { numbers.sorted()[numbers.count / 2] }
}
