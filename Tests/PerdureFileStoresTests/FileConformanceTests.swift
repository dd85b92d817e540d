// SPDX-License-Identifier: Apache-2.0
// The engine of XML and binary stores keeps the contract of StoreEngine.

import Foundation
import PerdureFileStores
import PerdureStore
import PerdureStoreConformance
import PerdureTestSupport
import Testing

@Suite("File engine: conformance") struct FileConformanceTests {
    /// The engines of one suite, with the files that they have.
    private final class Files: @unchecked Sendable {
        // Sendable because the URLs are only touched under the lock.
        private let lock = NSLock()
        private var urls: [ObjectIdentifier: URL] = [:]
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        func make(_ form: any FileForm, _ schema: Schema, at url: URL? = nil) throws -> FileEngine {
            let url = url ?? folder.file(UUID().uuidString)
            var opening = FileEngine.Opening(form, url, schema)
            opening.newMetadata = [
                "NSStoreType": .string(form.type), "NSStoreUUID": .string(UUID().uuidString),
            ]
            let engine = try FileEngine.open(opening)
            lock.withLock { urls[ObjectIdentifier(engine)] = url }
            return engine
        }

        func reopen(_ engine: any StoreEngine, _ form: any FileForm) throws -> FileEngine {
            try make(form, engine.schema, at: lock.withLock { urls[ObjectIdentifier(engine)] })
        }
    }

    @Test("STO-71 a binary store keeps the contract", arguments: StoreEngineSuite.checks)
    func binary(_ check: StoreEngineSuite.Check) throws {
        let files = try Files()
        try StoreEngineSuite(
            makeEngine: { try files.make(BinaryForm(), $0) }, reopen: { try files.reopen($0, BinaryForm()) }
        ).run(check)
    }

    // XML files have no versions of rows, so what reopening leaves of them is tested elsewhere.
    @Test("STO-71 an XML store keeps the contract", arguments: StoreEngineSuite.checks)
    func xml(_ check: StoreEngineSuite.Check) throws {
        let files = try Files()
        try StoreEngineSuite { try files.make(XMLForm(), $0) }.run(check)
    }
}
