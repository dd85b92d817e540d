// SPDX-License-Identifier: Apache-2.0
// The one state that a long read sees.

import PerdureStore

/// Chooses what long reads go through.
package enum SteadyReader {
    /// A reader of one state: a read view where the engine keeps such, and otherwise the engine, which has one state only.
    package static func of(_ engine: any CopyableEngine) -> any PagedReader {
        let view = try? engine.readView()
        return (view as? any PagedReader) ?? engine
    }
}
