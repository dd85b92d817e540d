// SPDX-License-Identifier: Apache-2.0
// The sections of the contract that ask: predicates, order, dictionary results (PG-107, PG-108).

#if PostgreSQL
import PerdurePostgreSQL
import PerdureStoreConformance
import Testing

@Suite("PostgreSQL predicates: conformance", .enabled(if: TestStores.isThere, TestStores.advice))
struct PredicateConformanceTests {
    @Test(
        "PG-107, PG-108, PG-121 predicates, order and tuples are those of the contract",
        arguments: StoreEngineSuite.predicateChecks + StoreEngineSuite.sortChecks
            + StoreEngineSuite.tupleChecks)
    func contract(_ check: StoreEngineSuite.Check) throws {
        let stores = TestStores()
        try StoreEngineSuite(makeEngine: { try stores.open($0) }, reopen: { try stores.reopen($0) }).run(
            check)
    }
}
#endif
