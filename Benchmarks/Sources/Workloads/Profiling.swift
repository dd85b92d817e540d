// SPDX-License-Identifier: Apache-2.0
// Lets a profiler see the measured part of the runs and nothing else. Scripts/profile-workload starts perf in this way.

import Foundation

/// The two pipes by which perf is told to sample, and says that it does: its option `--control=fifo:…`.
final class Profiler: Sendable {
    private let control: FileHandle
    private let answers: FileHandle

    /// The profiler that the environment names; nil when nobody profiles.
    static let current: Profiler? = {
        let paths = ProcessInfo.processInfo.environment["PERDURE_PERF_CONTROL"]?.split(separator: ",") ?? []
        guard paths.count == 2, let control = FileHandle(forWritingAtPath: String(paths[0])),
            let answers = FileHandle(forReadingAtPath: String(paths[1]))
        else { return nil }
        return Profiler(control: control, answers: answers)
    }()

    private init(control: FileHandle, answers: FileHandle) {
        (self.control, self.answers) = (control, answers)
    }

    /// A probe that samples what is measured.
    var probe: Probe { Probe(start: { self.tell("enable") }, stop: { self.tell("disable") }) }

    /// perf answers with "ack", a line end and a zero byte.
    private func tell(_ command: String) {
        guard (try? control.write(contentsOf: Data("\(command)\n".utf8))) != nil else { return }
        _ = try? answers.read(upToCount: 5)
    }
}
