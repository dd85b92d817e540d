// SPDX-License-Identifier: Apache-2.0
// What a running check has opened, so that its end can open it again (StoreEngineSuite+Reopening.swift).

import Foundation
import PerdureStore

/// The engines that one check has opened.
final class OpenedEngines: @unchecked Sendable {
    // Sendable because the list is only touched under the lock.
    private let lock = NSLock()
    private var engines: [any StoreEngine] = []

    var list: [any StoreEngine] { lock.withLock { engines } }

    func add(_ engine: any StoreEngine) { lock.withLock { engines.append(engine) } }
}
