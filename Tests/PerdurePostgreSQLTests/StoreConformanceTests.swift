// SPDX-License-Identifier: Apache-2.0
// The PostgreSQL engine keeps the contract of StoreEngine: the checks that the in-memory engine passes, each in a namespace of
// its own.

#if PostgreSQL
import PerdurePostgreSQL
import PerdureStore
import PerdureStoreConformance
import Testing

@Suite("PostgreSQL engine: conformance", .enabled(if: TestStores.isThere, TestStores.advice))
struct PostgreSQLConformanceTests {
    @Test("PG-156 the PostgreSQL store keeps the contract", arguments: StoreEngineSuite.checks)
    func contract(_ check: StoreEngineSuite.Check) throws {
        let stores = TestStores()
        try StoreEngineSuite(makeEngine: { try stores.open($0) }, reopen: { try stores.reopen($0) }).run(
            check)
    }
}
#endif
