// SPDX-License-Identifier: Apache-2.0
// The judgement of Scripts/check-failover, without faults: ServerWriter saves for a second, and its audit must see what was changed
// afterwards.

#if PostgreSQL
import Foundation
import PerdureTestSupport
import Testing

@Suite("PostgreSQL: the audit of failovers", .enabled(if: TestStores.isThere, TestStores.advice))
struct FailoverAuditTests {
    private let stores = TestStores()
    private let folder: TemporaryFolder
    private let namespace: String
    private var log: URL { folder.file("log") }

    init() throws {
        folder = try TemporaryFolder()
        namespace = stores.namespace()
    }

    /// Runs the program, which lies beside the test bundle; gives its exit code and what it prints.
    private func run(_ words: String...) throws -> (code: Int32, output: String) {
        let output = folder.file("output")
        try Data().write(to: output)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent("ServerWriter")
        process.arguments = words
        process.standardOutput = try FileHandle(forWritingTo: output)
        try process.run()
        process.waitUntilExit()
        return (process.terminationStatus, try String(contentsOf: output, encoding: .utf8))
    }

    private func verify() throws -> (code: Int32, output: String) {
        try run("verify", try #require(TestStores.url), namespace, log.path)
    }

    private func note(_ line: String) throws {
        let handle = try FileHandle(forWritingTo: log)
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("\(line)\n".utf8))
    }

    /// Saves for a second; gives how many saves the first writer has in its log.
    private func load() throws -> Int {
        let load = try run("load", try #require(TestStores.url), namespace, "1", "2", log.path)
        #expect(load.code == 0 && load.output.contains("ready\n"), "\(load.output)")
        let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
        #expect(load.output.contains("saves acknowledged \(lines.count), in doubt 0, "), "\(load.output)")
        let own = lines.filter { $0.hasPrefix("saved 0 ") }
        #expect(own.last == "saved 0 \(own.count)")
        return own.count
    }

    /// Stores what the first writer's log does not have, as a save would.
    private func store(_ number: Int) throws {
        try TestStores.run(
            "WITH e AS (INSERT INTO \(namespace).entry (entity, writer, number) "
                + "SELECT id, 0, \(number) FROM \(namespace).perdure_entities WHERE name = 'Entry') "
                + "UPDATE \(namespace).counter SET count = \(number), version = version + 1 WHERE writer = 0")
    }

    @Test(
        "PG-159 the audit takes a sound store; what is stored without an answer is right only if it is in doubt"
    )
    func strangers() throws {
        let count = try load()
        let sound = try verify()
        #expect(sound.code == 0, "\(sound.output)")
        #expect(sound.output.contains("acknowledged but lost 0, twice 0, counters wrong 0"))
        try store(count + 1)
        let stranger = try verify()
        #expect(stranger.code == 1, "\(stranger.output)")
        #expect(stranger.output.hasSuffix("WRONG: 1 saves are stored that were reported as failed\n"))
        try note("doubt 0 \(count + 1)")
        let doubtful = try verify()
        #expect(
            doubtful.code == 0 && doubtful.output.contains("of 1 in doubt 1 stored"), "\(doubtful.output)")
    }

    @Test("PG-159 the audit fails for a lost save, a wrong counter, and a log that says nothing")
    func losses() throws {
        let count = try load()
        try TestStores.run("UPDATE \(namespace).counter SET count = count - 1 WHERE writer = 0")
        let counter = try verify()
        #expect(
            counter.code == 1 && counter.output.hasSuffix("WRONG: 1 counters are wrong\n"),
            "\(counter.output)")
        try TestStores.run("UPDATE \(namespace).counter SET count = count + 1 WHERE writer = 0")
        try note("saved 0 \(count + 1)")
        let lost = try verify()
        #expect(
            lost.code == 1 && lost.output.hasSuffix("WRONG: 1 acknowledged saves are lost\n"),
            "\(lost.output)")
        try note("svaed 0 1")
        let unread = try verify()
        #expect(unread.code == 1 && unread.output.contains("the log has the line 'svaed 0 1'"))
        try TestStores.run("DELETE FROM \(namespace).entry")
        try TestStores.run("UPDATE \(namespace).counter SET count = 0")
        try Data().write(to: log)
        let empty = try verify()
        #expect(
            empty.code == 1 && empty.output.hasSuffix("WRONG: nothing was acknowledged\n"), "\(empty.output)")
    }
}
#endif
