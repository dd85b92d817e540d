// SPDX-License-Identifier: Apache-2.0
// Seeds of random tests: printed, to be given, and kept when they failed once. `PERDURE_SEED` runs one seed alone;
// `PERDURE_SEED_BASE`, which CI sets to the commit's hash, makes new ones the same for everybody who has the commit.

import Foundation

/// Where random tests get their seeds from.
public enum Seeds {
    /// The seeds of a test in this run, each printed: the given one alone, or those that failed once and new ones.
    ///
    /// - Parameters:
    ///   - test: what `Tests/kept-seeds` calls the test: a word.
    ///   - count: how many new ones.
    /// - Returns: at least one seed.
    public static func of(_ test: String, count: Int = 1) -> [UInt64] {
        let environment = ProcessInfo.processInfo.environment
        let seeds = of(
            test, count: count, given: environment["PERDURE_SEED"], base: environment["PERDURE_SEED_BASE"],
            kept: kept(in: (try? String(contentsOf: keptSeeds, encoding: .utf8)) ?? ""))
        print("\(test): PERDURE_SEED=\(seeds.map(String.init).joined(separator: ", "))")
        return seeds
    }

    /// The list of seeds that failed once.
    public static let keptSeeds = Fixtures.packageRoot.appendingPathComponent("Tests/kept-seeds")

    /// The same, of what the environment and the list say.
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
        // Small enough to be typed, and to be a signed number.
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

    /// FNV-1a: the same in every process, unlike Hasher.
    private static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
