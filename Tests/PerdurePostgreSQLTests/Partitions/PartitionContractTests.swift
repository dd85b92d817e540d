// SPDX-License-Identifier: Apache-2.0
// The contract of engines with tables in parts: every root that can have parts has three.

#if PostgreSQL
import Foundation
import PerdurePostgreSQL
import PerdureStore
import PerdureStoreConformance
import Testing

@Suite(
    "PostgreSQL engine: conformance with parts",
    .enabled(
        if: TestStores.isThere && ProcessInfo.processInfo.environment["CI"] == nil,
        "a minute of its own: `make postgresql` runs it by hand"))
struct PartitionContractTests {
    @Test(
        "PG-145 PG-156 a store whose tables have parts keeps the contract", arguments: StoreEngineSuite.checks
    )
    func contract(_ check: StoreEngineSuite.Check) throws {
        let stores = TestStores()
        let open: @Sendable (Schema) throws -> PostgreSQLEngine = { schema in
            try stores.open(schema) { $0.partitions = Self.partitions(schema) }
        }
        try StoreEngineSuite(makeEngine: open, reopen: { try stores.reopen($0) }).run(check)
    }

    private static func partitions(_ schema: Schema) -> TablePartitions {
        let unique = Set(schema.entities.filter { !$0.uniquenessConstraints.isEmpty }.map(\.root))
        let roots = schema.entities.filter { $0.number == $0.root && !unique.contains($0.root) }
        return TablePartitions(Dictionary(uniqueKeysWithValues: roots.map { ($0.name, "3") }))
    }
}
#endif
