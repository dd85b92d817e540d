// SPDX-License-Identifier: Apache-2.0
// A server that follows another one and takes no writes: who may read there, and where writers go.

#if PostgreSQL
import Foundation
import PerdurePostgreSQL
import PerdurePostgreSQLClient
import PerdureStore
import PerdureStoreConformance
import PerdureTestSupport
import Testing

@Suite("PostgreSQL: standbys", .serialized, .enabled(if: OwnServer.isPossible, "\(OwnServer.advice)"))
struct StandbyTests {
    private func open(_ client: ClientConfiguration, isReadOnly: Bool = false) throws -> EngineUnderTest {
        var options = PostgreSQLOptions(client)
        options.client.isReadOnly = isReadOnly
        options.isReadOnly = isReadOnly
        options.namespace = "shop"
        return EngineUnderTest(try PostgreSQLEngine.open(options, schema: Schema(ConformanceModel.library)))
    }

    @Test(
        "PG-100 a read-only store reads on a standby; a writer of both hosts goes to the one that takes writes"
    )
    func readersAndWriters() throws {
        let server = try OwnServer()
        let primary = try open(server.configuration())
        let key = try primary.insert("Sample", ["x": .integer(1)])
        try server.perform(.standby)
        let reader = try open(server.standbyConfiguration(isAlone: true), isReadOnly: true)
        #expect(try reader.value(key, "x") == .integer(1))
        #expect(throws: StoreError.self) { try reader.insert("Sample", ["x": .integer(2)]) }
        let writer = try open(server.standbyConfiguration(isAlone: false))
        let other = try writer.insert("Sample", ["x": .integer(3)])
        #expect(try primary.value(other, "x") == .integer(3))
        let lost = try open(server.standbyConfiguration(isAlone: true))
        let error = #expect(throws: StoreError.self) { try lost.insert("Sample", ["x": .integer(4)]) }
        guard case .notPermitted? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
#endif
