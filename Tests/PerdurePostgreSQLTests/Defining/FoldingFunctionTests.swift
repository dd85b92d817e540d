// SPDX-License-Identifier: Apache-2.0
// The functions that fold texts: their names tell the table, so that those of another toolchain are others.

#if PostgreSQL
import Foundation
@testable import PerdurePostgreSQL
import PerdurePredicates
import PerdureStore
import PerdureStoreConformance
import PerdureTestSupport
import Testing

@Suite("PostgreSQL: functions that fold texts", .enabled(if: TestStores.isThere, TestStores.advice))
struct FoldingFunctionTests {
    private let stores = TestStores()
    private let namespace: String
    private let schema: Schema

    /// Makes a store with a tag.
    init() throws {
        namespace = stores.namespace()
        schema = try Schema(ConformanceModel.library)
        let store = EngineUnderTest(try stores.open(schema, in: namespace))
        try store.insert("Tag", ["name": .string("Überall")])
        try store.engine.close()
    }

    /// The functions of the store that fold.
    private func functions() throws -> Set<String> {
        Set(
            try SharedServer.run(
                "SELECT proname::text FROM pg_proc WHERE pronamespace = '\(namespace)'::regnamespace "
                    + "AND proname LIKE 'perdure\\_fold\\_%'"))
    }

    /// Names a function as a toolchain with other tables would have named it.
    private func rename(_ name: String) throws -> String {
        let other = name.dropLast(8) + "00000000"
        try SharedServer.run("ALTER FUNCTION \(namespace).\(name)(text) RENAME TO \(other)")
        return String(other)
    }

    /// How many tags a store finds without regard to case and marks.
    private func found(_ store: EngineUnderTest) throws -> Int {
        let predicate = try PredicateParser.parse("name ==[cd] 'UBERALL'", arguments: [])
        return try store.count(store.plan("Tag", predicate))
    }

    @Test("PG-112 the names of the functions have the hash of their tables")
    func names() throws {
        let own = Set(["c", "d", "cd"].map { "perdure_fold_\($0)_\(FoldingTable.hash)" })
        #expect(try functions() == own)
        #expect(FoldingTable.hash.count == 8)
    }

    @Test("PG-112 a store of another toolchain gets functions of its own beside the old ones")
    func otherToolchain() throws {
        let own = try functions()
        let old = Set(try own.map(rename))
        #expect(try functions() == old)
        let store = EngineUnderTest(try stores.open(schema, in: namespace))
        #expect(try functions() == own.union(old))
        #expect(try found(store) == 1)
    }

    @Test("PG-112 who may not make the functions is told which are missing", arguments: [false, true])
    func missing(_ isReadOnly: Bool) throws {
        let own = try functions()
        let old = Set(try own.map(rename))
        do {
            _ = try stores.open(schema, in: namespace) {
                $0.isReadOnly = isReadOnly
                if !isReadOnly { $0.creation = .never }
            }
            Issue.record("the store was opened without its functions")
        } catch StoreError.notAStore(_, let reason) {
            #expect(own.allSatisfy(reason.contains))
        }
        #expect(try functions() == old)
    }
}
#endif
