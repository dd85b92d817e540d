// SPDX-License-Identifier: Apache-2.0
// Writes the decisions of migrations and their times to the standard error output. Users switch it on from outside; it costs
// nothing when it is off.

import Foundation

/// The log of migrations.
///
/// It is on with Core Data's launch argument, `-com.apple.CoreData.MigrationDebug 1`, or with the environment variable
/// `PERDURE_MIGRATION_DEBUG`.
struct MigrationLog: Sendable {
    private let output: (@Sendable (String) -> Void)?

    /// - Parameter output: Receives the lines; nil for a log that is off.
    init(_ output: (@Sendable (String) -> Void)?) { self.output = output }

    /// The log on the standard error output, if it is on.
    static let standard: MigrationLog = {
        guard isOn(CommandLine.arguments, ProcessInfo.processInfo.environment) else {
            return MigrationLog(nil)
        }
        return MigrationLog { FileHandle.standardError.write(Data(($0 + "\n").utf8)) }
    }()

    /// Whether a program's arguments or its environment switch the log on.
    static func isOn(_ arguments: [String], _ environment: [String: String]) -> Bool {
        let argument = arguments.firstIndex(of: "-com.apple.CoreData.MigrationDebug").map { index in
            arguments.indices.contains(index + 1) ? Int(arguments[index + 1]) ?? 1 : 1
        }
        return (argument ?? environment["PERDURE_MIGRATION_DEBUG"].flatMap { Int($0) } ?? 0) > 0
    }

    /// Writes a line, or several.
    func write(_ text: () -> String) {
        guard let output else { return }
        for line in text().split(whereSeparator: \.isNewline) { output("CoreData: migration: \(line)") }
    }

    /// Runs a body, and writes how long it took.
    func timing<Result>(_ what: String, _ body: () throws -> Result) rethrows -> Result {
        guard output != nil else { return try body() }
        let start = ContinuousClock.now
        defer {
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            write { String(format: "\(what) took %.4f s", seconds) }
        }
        return try body()
    }
}
