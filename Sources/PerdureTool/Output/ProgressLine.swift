// SPDX-License-Identifier: Apache-2.0
// How far a long command is, on standard error. A terminal shows one line that changes, anything else a line for each number.

import Foundation

/// Shows the progress of a command.
struct ProgressLine {
    private enum Form { case none, changing, lines }

    private let form: Form

    /// - Parameter switches: The command's; "progress" asks for it at a terminal, "force-progress" anywhere.
    init(_ switches: Set<String>) {
        if switches.contains("force-progress") {
            form = Console.errorIsTerminal ? .changing : .lines
        } else {
            form = switches.contains("progress") && Console.errorIsTerminal ? .changing : .none
        }
    }

    /// Runs a body, and shows the progress that it makes.
    ///
    /// - Throws: The errors of the body.
    func showing(_ body: () throws -> Void) throws {
        guard form != .none else { return try body() }
        let progress = Foundation.Progress(totalUnitCount: 1)
        let queue = DispatchQueue(label: "perdure.progress")
        let timer = DispatchSource.makeTimerSource(queue: queue)
        let shown = Shown()
        let tell = { [form] in shown.tell(progress.fractionCompleted, inLines: form == .lines) }
        timer.schedule(deadline: .now(), repeating: .milliseconds(100))
        timer.setEventHandler { tell() }
        timer.resume()
        progress.becomeCurrent(withPendingUnitCount: 1)
        defer {
            timer.cancel()
            queue.sync { if form == .changing { Console.progress("\n") } }
        }
        do { try body() } catch {
            progress.resignCurrent()
            throw error
        }
        progress.resignCurrent()
        queue.sync { tell() }
    }
}

/// What stands on the line.
private final class Shown: @unchecked Sendable {
    // Sendable because one serial queue uses it.
    private var last = -1

    /// Shows a fraction, if its percentage is another one than before.
    func tell(_ fraction: Double, inLines: Bool) {
        let percent = Int((fraction * 100).rounded(.down))
        guard percent != last else { return }
        last = percent
        Console.progress(inLines ? "\(percent) %\n" : "\r\(percent) %")
    }
}
