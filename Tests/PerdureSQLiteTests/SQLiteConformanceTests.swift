// SPDX-License-Identifier: Apache-2.0
// The SQLite engine keeps the contract of StoreEngine: the same checks that the in-memory engine
// passes, each on a file of its own.

import Foundation
import PerdureSQLite
import PerdureStore
import PerdureStoreConformance
import Testing

@Suite("SQLite engine: conformance") struct SQLiteConformanceTests {
    @Test("keeps the contract", arguments: StoreEngineSuite.checks)
    func conforms(_ check: StoreEngineSuite.Check) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("perdure-conformance-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let suite = StoreEngineSuite { schema in
            let path = folder.appendingPathComponent("\(UUID().uuidString).sqlite").path
            var options = SQLiteOptions(path: path)
            // By this the suite finds the file again.
            options.initialMetadata["path"] = .string(path)
            return try SQLiteEngine.open(options, schema: schema)
        } reopen: { engine in
            guard case .string(let path)? = engine.metadata["path"] else { throw StoreError.closed }
            return try SQLiteEngine.open(SQLiteOptions(path: path), schema: engine.schema)
        }
        try suite.run(check)
    }
}
