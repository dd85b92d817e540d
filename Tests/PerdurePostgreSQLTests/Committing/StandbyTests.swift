// SPDX-License-Identifier: Apache-2.0
// A server that follows another one and takes no writes: who may read there, and where writers go.

#if PostgreSQL
import Foundation
import PerdureBase
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

    /// A file that leads to the socket of one of both servers.
    private func lead(_ file: URL, to socket: URL) throws {
        try? FileManager.default.removeItem(at: file)
        try FileManager.default.createSymbolicLink(at: file, withDestinationURL: socket)
    }

    @Test(
        "PG-100 a writer whose server takes no writes leaves it, and saves on the one that has its place now")
    func leaves() throws {
        let server = try OwnServer()
        _ = try open(server.configuration())
        try server.perform(.standby)
        let place = server.file("place")
        try lead(place, to: server.socket(ofStandby: true))
        let proxy = try FaultProxy(target: place.path)
        defer { proxy.end() }
        let url = "postgresql://postgres@127.0.0.1:\(proxy.port)/postgres?sslmode=disable"
        let writer = try open(ClientConfiguration(PostgreSQLURL(url)))
        try lead(place, to: server.socket(ofStandby: false))
        let key = try writer.insert("Sample", ["x": .integer(1)])
        #expect(try writer.value(key, "x") == .integer(1))
    }

    @Test("PG-99 reads and saves of an open store wait for a server that is away; an opening does not")
    func waits() throws {
        let server = try OwnServer()
        let store = try open(server.configuration())
        let key = try store.insert("Sample", ["x": .integer(1)])
        try server.perform(.kill)
        #expect(throws: StoreError.self) { try open(server.configuration()) }
        let read = Lock<Result<StoredValue, any Error>?>(nil)
        let (begun, group) = (DispatchSemaphore(value: 0), DispatchGroup())
        group.enter()
        Thread.detachNewThread {
            begun.signal()
            let value = Result { try store.value(key, "x") }
            read.withLock { $0 = value }
            group.leave()
        }
        begun.wait()
        try server.perform(.restart)
        group.wait()
        #expect(try read.withLock { try $0?.get() } == .integer(1))
        try server.perform(.kill)
        let restart = Result { try server.perform(.restart) }
        let other = try store.insert("Sample", ["x": .integer(2)])
        try restart.get()
        #expect(try store.value(other, "x") == .integer(2))
    }
}
#endif
