// SPDX-License-Identifier: Apache-2.0
// Few file descriptors, in processes of their own: FaultWriter does the work, and says what failed.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Few file descriptors") struct DescriptorTests {
    /// What a shortage may be called: no place in a file or database that could not be opened, or no permission.
    static let codes: Set<String> = [
        "134180/14", "134080/14", "134080/24", "134180/10", "134080/none", "134030/none", "134070/none",
        "512/none",
    ]

    @Test(
        "REL-35 with only so many more files each part of the work gives an error or works, and works again afterwards",
        arguments: ["opening", "fetching", "saving", "batches", "merging", "migration"])
    func parts(_ part: String) throws {
        let folder = try TemporaryFolder()
        let url = folder.file("Entries.sqlite")
        let run = try FaultWriter("descriptors", url.path, part).finish()
        let words = (run.lines.last ?? "").split(separator: " ").map(String.init)
        try #require(run.exitCode == 0 && words.count >= 2, "\(run.lines) \(run.errors)")
        if part == "opening" { #expect((Int(words[0]) ?? 0) > 0, "\(run.lines)") }
        let codes = Set((words.count > 2 ? words[2] : "").split(separator: ",").map(String.init))
        #expect(codes.isSubset(of: Self.codes), "\(run.lines)")
        let check = try ToolRun("store", "check", url.path)
        #expect(check.exitCode == 0, "\(check.output)\(check.errors)")
    }

    @Test(
        "REL-35 a process with few descriptors works or gets an error that names the store, and leaves it sound",
        arguments: [10, 14, 20, 28])
    func process(_ count: Int) throws {
        let folder = try TemporaryFolder()
        let url = folder.file("Entries.sqlite")
        for _ in 0..<2 {
            let run = try FaultWriter("poor", url.path, "\(count)").finish()
            try #require(run.exitCode == 0 && run.lines.count == 2, "\(run.lines) \(run.errors)")
            let worked = run.lines[0] == "saved"
            #expect(worked || run.lines[0].hasPrefix("error NSCocoaErrorDomain "), "\(run.lines)")
            let place = run.lines[0].contains("Entries") || run.lines[0].contains("Entry.picture")
            #expect(worked || place, "\(run.lines)")
            #expect(run.lines[1].hasPrefix("saved "), "\(run.lines)")
        }
        let stack = try Stack(at: url, EntryModel.entries())
        let context = stack.context()
        let found = try context.performAndWait { try EntryModel.examine(1, in: context) }
        #expect(found.count >= 2 && found.torn.isEmpty)
        try stack.coordinator.remove(stack.store)
        let check = try ToolRun("store", "check", url.path)
        #expect(check.exitCode == 0, "\(check.output)\(check.errors)")
    }
}
