// SPDX-License-Identifier: Apache-2.0
// The times of cancelling. The flag is the store's own (Cancellation in PerdureStore); the loop of
// ServerConnection+Waiting.swift looks at it.

#if PostgreSQL
import Foundation
import PerdureStore

/// How long cancelling may take.
enum CancellationTimes {
    /// How often a waiting thread looks, in milliseconds.
    static let interval: Int32 = 50
    /// How long a cancelled statement may take to end before its connection is closed, in seconds.
    static let patience: TimeInterval = 2
}
#endif
