// SPDX-License-Identifier: Apache-2.0
// The figures as a JSON file, with what they were measured on.

import Foundation
import Workloads

/// All figures of one call of the program.
struct Results: Codable {
    var rows: Int64
    var runs: Int
    var word: String
    var compiler = Toolchain.version
    var system = Toolchain.system
    var date = Date()
    var figures: [Figure] = []

    init(_ options: Options) {
        (rows, runs, word) = (options.rows, options.runs, options.word)
    }

    init(contentsOf file: URL) throws {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        self = try decoder.decode(Results.self, from: Data(contentsOf: file))
    }

    func write(to file: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        encoder.dateEncodingStrategy = .iso8601
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try encoder.encode(self).write(to: file)
        print("\nwritten to \(file.path)")
    }
}

/// What the program was compiled with, and runs on.
enum Toolchain {
    static var version: String {
        #if compiler(>=6.5)
        "Swift 6.5 or later"
        #elseif compiler(>=6.4)
        "Swift 6.4"
        #elseif compiler(>=6.3)
        "Swift 6.3"
        #elseif compiler(>=6.2)
        "Swift 6.2"
        #else
        "Swift 6.1"
        #endif
    }

    static var architecture: String {
        #if arch(x86_64)
        "x86_64"
        #elseif arch(arm64)
        "arm64"
        #else
        "another architecture"
        #endif
    }

    static var system: String {
        let info = ProcessInfo.processInfo
        return
            "\(info.operatingSystemVersionString), \(architecture), \(info.activeProcessorCount) processors"
    }
}
