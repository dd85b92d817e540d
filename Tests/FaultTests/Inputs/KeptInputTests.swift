// SPDX-License-Identifier: Apache-2.0
// What a fuzzer made up once (Fuzzing/Kept) is read again in every run: an input for each way through a reader, and each one
// that broke a reader before it was mended.

import Foundation
import FuzzChecks
import Testing

@Suite("Kept inputs of the fuzzer")
struct KeptInputTests {
    static let readers = FuzzReaders.all.keys.sorted()

    @Test("REL-23 a reader takes or refuses what a fuzzer made up, and does no harm", arguments: readers)
    func read(_ name: String) throws {
        let reader = try #require(FuzzReaders.all[name])
        let inputs = try Self.inputs(name)
        #expect(inputs.count > 3)
        var refused = 0
        for input in inputs {
            do { try reader(input) } catch { refused += 1 }
        }
        // A reader that refuses everything was fed with something else than its files.
        #expect(refused < inputs.count)
    }

    /// One input a line, in base 64; lines that begin with a number sign say what they are.
    private static func inputs(_ name: String) throws -> [Data] {
        let file = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../Fuzzing/Kept/\(name)")
        return try String(contentsOf: file.standardized, encoding: .utf8).split(separator: "\n")
            .filter { !$0.hasPrefix("#") }.map { line in
                try #require(Data(base64Encoded: String(line)), "\(name): \(line)")
            }
    }
}
