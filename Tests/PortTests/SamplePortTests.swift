// SPDX-License-Identifier: Apache-2.0
// The sample program against its expected patch and report. PERDURE_RECORD_PORTS=1 writes both anew.

import Foundation
import Testing

@testable import PerdurePorting

@Suite struct SamplePortTests {
    @Test("PRG-80: the sample's patch and report are the expected ones")
    func patchAndReport() throws {
        let program = PortedProgram(try PortSample.trips())
        try compare(PatchText.of(program.files), "Trips.patch")
        try compare(PortReport(program, problems: []).text + "\n", "Trips.report")
        #expect(program.problems.isEmpty)
    }

    @Test("PRG-81: at most two places in 1,000 lines of the sample are left for a person")
    func placesLeft() throws {
        let program = PortedProgram(try PortSample.trips())
        #expect(program.lineCount > 2000)
        #expect(program.left.count * 1000 <= 2 * program.lineCount)
        #expect(program.findings.count * 1000 >= 36 * program.lineCount)
    }

    @Test("PRG-82: a port of the ported sample changes nothing", arguments: [PortStyle.both, .linuxOnly])
    func secondRun(style: PortStyle) throws {
        let first = PortedProgram(try PortSample.trips(), style: style)
        let second = first.again()
        #expect(PatchText.of(second.files) == "")
        #expect(second.left.map(\.code) == first.left.map(\.code))
    }

    private func compare(_ text: String, _ name: String) throws {
        let file = PortSample.folder.appendingPathComponent(name)
        if ProcessInfo.processInfo.environment["PERDURE_RECORD_PORTS"] != nil {
            try Data(text.utf8).write(to: file)
        }
        #expect(text == (try String(contentsOf: file, encoding: .utf8)))
    }
}
