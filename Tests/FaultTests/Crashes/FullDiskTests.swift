// SPDX-License-Identifier: Apache-2.0
// A disk that is full: the save fails, the context keeps its changes, the next save brings them to disk.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Crash safety: full disk") struct FullDiskTests {
    /// Lets FaultWriter fill what there is, and looks at what it said and left behind.
    private func fill(_ url: URL, _ code: Int, _ argument: String) throws {
        let writer = try FaultWriter("fill", url.path, argument)
        let run = try writer.finish()
        try #require(run.lines.count == 3, "\(run.lines) \(run.errors)")
        let acknowledged = try #require(Int(run.lines[0]))
        #expect(acknowledged > 0)
        #expect(run.lines[1].hasPrefix("error NSCocoaErrorDomain \(code) "), "\(run.lines)")
        // The batch and its items waited in the context, and then there was nothing to save any more.
        #expect(run.lines[2] == "saved \(1 + FaultModel.itemsPerBatch) false")
        let stack = try Stack(at: url, FaultModel.batches())
        let context = stack.context()
        try context.performAndWait {
            let batches = try context.all("Batch", by: "number")
            #expect(batches.compactMap { $0.value(forKey: "number") as? Int } == Array(1...acknowledged + 1))
            #expect(try context.all("Item").count == batches.count * FaultModel.itemsPerBatch)
        }
        try stack.coordinator.remove(stack.store)
        #expect(try RawDatabase(url).value("PRAGMA integrity_check") == "ok")
        let check = try ToolRun("store", "check", url.path)
        #expect(check.exitCode == 0, "\(check.output)\(check.errors)")
    }

    @Test(
        "SAV-160 check 4 a file that may not grow: 134180, nothing lost, the next save succeeds",
        arguments: [400_000, 512_345, 1 << 20, 1_600_001, 4_200_000])
    func fileLimit(_ bytes: Int) throws {
        let folder = try TemporaryFolder()
        try fill(folder.file("Limited.sqlite"), 134180, "\(bytes)")
    }

    @Test(
        "SAV-160 check 4 a full disk: 640, nothing lost, the next save succeeds",
        .enabled(if: SmallDisk.isPossible, "mounting a tmpfs is not permitted here"))
    func fullDisk() throws {
        let disk = try SmallDisk()
        defer { disk.unmount() }
        let ballast = disk.folder.file("ballast")
        try Data(count: 1 << 20).write(to: ballast)
        try fill(disk.folder.file("Full.sqlite"), 640, ballast.path)
    }
}

/// A disk of 3 MiB.
private struct SmallDisk {
    let folder: TemporaryFolder

    struct NotPermitted: Error {}

    init() throws {
        folder = try TemporaryFolder()
        guard Self.run("mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", folder.url.path) else {
            throw NotPermitted()
        }
    }

    func unmount() { _ = Self.run("umount", folder.url.path) }

    /// Whether this machine lets us.
    static let isPossible: Bool = {
        guard geteuid() == 0, let disk = try? SmallDisk() else { return false }
        disk.unmount()
        return true
    }()

    private static func run(_ words: String...) -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
