// SPDX-License-Identifier: Apache-2.0
// A short part of the long life that `make lifetime` lets a program have. PERDURE_ROUNDS takes more rounds.

import Foundation
import PerdureTestSupport
import Testing

@Suite("A long life") struct LongLifeTests {
    @Test(
        "REL-17 stores of all kinds that are opened, used and closed again leave memory, files and objects as they were"
    )
    func rounds() throws {
        let folder = try TemporaryFolder()
        let rounds = Counts.number("PERDURE_ROUNDS", standard: 60)
        let run = try FaultWriter("lifetime", folder.file("Lifetime.sqlite").path, "600", "\(rounds)")
            .finish()
        #expect(run.exitCode == 0 && run.lines.last == "nothing grew", "\(run.lines) \(run.errors)")
    }

    @Test("REL-17 a life that somebody ends early is judged by what it had")
    func interrupted() throws {
        let folder = try TemporaryFolder()
        let writer = try FaultWriter("lifetime", folder.file("Lifetime.sqlite").path, "600", "1000000")
        #expect(writer.line() == "begun")
        writer.interrupt()
        let run = try writer.finish()
        #expect(run.lines.contains { $0.hasPrefix("end: ") }, "\(run.lines) \(run.errors)")
    }
}
