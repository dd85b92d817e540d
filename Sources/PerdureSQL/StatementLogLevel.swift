// SPDX-License-Identifier: Apache-2.0
// How much is told of running statements: one switch for all databases. What is told is each engine's (StatementLog.swift).

import Foundation

/// The level of the log of statements; 0 is off.
///
/// It comes from Core Data's launch argument, `-com.apple.CoreData.SQLDebug 1`, or from the environment variable
/// `PERDURE_SQL_DEBUG`, and stays as long as the process.
package enum StatementLogLevel {
    package static let current: Int = {
        let arguments = CommandLine.arguments
        let argument = arguments.firstIndex(of: "-com.apple.CoreData.SQLDebug")
            .flatMap { arguments.indices.contains($0 + 1) ? Int(arguments[$0 + 1]) : 1 }
        return argument ?? ProcessInfo.processInfo.environment["PERDURE_SQL_DEBUG"].flatMap { Int($0) } ?? 0
    }()
}
