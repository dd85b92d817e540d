// SPDX-License-Identifier: Apache-2.0
// Seeds of random tests. A run prints its seeds, and a list keeps each seed that failed once. `PERDURE_SEED` runs one seed
// alone. CI sets `PERDURE_SEED_BASE` to the commit's hash, so that everybody with the commit gets the same new seeds.

import Foundation

/// Chooses the seeds of random tests.
public enum Seeds {
    /// The seeds of a test in this run, which are printed: the given seed alone, or the kept seeds and new ones.
    ///
    /// - Parameters:
    ///   - test: the word for the test in `Tests/kept-seeds`.
    ///   - count: how many new ones.
    /// - Returns: at least one seed.
    public static func of(_ test: String, count: Int = 1) -> [UInt64] {
        let environment = ProcessInfo.processInfo.environment
        let seeds = of(
            test, count: count, given: environment["PERDURE_SEED"], base: environment["PERDURE_SEED_BASE"],
            kept: kept(in: (try? String(contentsOf: keptSeeds, encoding: .utf8)) ?? ""))
        print("\(test): PERDURE_SEED=\(words(seeds))")
        return seeds
    }

    /// A run of seeds is shown by its ends.
    private static func words(_ seeds: [UInt64]) -> String {
        var runs: [ClosedRange<UInt64>] = []
        for seed in seeds {
            if let last = runs.last, last.upperBound &+ 1 == seed {
                runs[runs.count - 1] = last.lowerBound...seed
            } else {
                runs.append(seed...seed)
            }
        }
        return runs.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound) to \($0.upperBound)" }
            .joined(separator: ", ")
    }

    /// The list of seeds that failed once.
    public static let keptSeeds = Fixtures.packageRoot.appendingPathComponent("Tests/kept-seeds")

    /// The seeds of a test, with the environment and the list as arguments.
    ///
    /// - Parameters:
    ///   - test: the test's name.
    ///   - count: how many new ones.
    ///   - given: the text of `PERDURE_SEED`.
    ///   - base: the text of `PERDURE_SEED_BASE`; without it new seeds are random.
    ///   - kept: the seeds that failed once, by test.
    /// - Returns: at least one seed.
    public static func of(
        _ test: String, count: Int, given: String?, base: String?, kept: [String: [UInt64]]
    ) -> [UInt64] {
        if let given = given.flatMap(UInt64.init) { return [given] }
        // Seeds are short enough to type, and fit a signed number.
        let first = base.map { hash(test + $0) } ?? UInt64.random(in: 0...UInt64.max)
        let new = (0..<UInt64(max(count, 1))).map { first % 1_000_000_000 + $0 }
        return (kept[test] ?? []) + new
    }

    /// The seeds of a list: test, seed and reason in each line, `#` before comments.
    ///
    /// - Parameter text: the list.
    /// - Returns: seeds by test.
    public static func kept(in text: String) -> [String: [UInt64]] {
        var kept: [String: [UInt64]] = [:]
        for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
            let words = line.split(separator: " ", omittingEmptySubsequences: true)
            guard words.count > 1, let seed = UInt64(words[1]) else { continue }
            kept[String(words[0]), default: []].append(seed)
        }
        return kept
    }

    /// The FNV-1a hash, which is the same in every process, unlike Hasher's.
    private static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
