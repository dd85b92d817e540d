// SPDX-License-Identifier: Apache-2.0
// The in-memory engine keeps the contract of StoreEngine. Copy this file for an engine of your own.

import PerdureStore
import PerdureStoreConformance
import Testing

@Suite("In-memory engine: conformance") struct InMemoryConformanceTests {
    @Test("keeps the contract", arguments: StoreEngineSuite.checks)
    func conforms(_ check: StoreEngineSuite.Check) throws {
        try StoreEngineSuite { InMemoryEngine(schema: $0) }.run(check)
    }
}
