// SPDX-License-Identifier: Apache-2.0
// Tells once in a process that nothing is synchronized, where a configuration names a database of CloudKit.

import Foundation

/// The sentence about CloudKit.
enum CloudNotice {
    private static let told: Void = FileHandle.standardError.write(
        Data(
            "SwiftData: warning: there is no CloudKit here: models are kept in the configuration's file, and in no cloud.\n"
                .utf8))

    /// Tells it, unless it was told before.
    static func tell() { _ = told }
}
