// SPDX-License-Identifier: Apache-2.0
// Shows the progress of long work in one line on standard error, only on a terminal and only
// after the first second.

import Foundation

/// Long work with a known end.
struct Progress {
    private let title: String
    private let total: Int64
    private let start = ContinuousClock.now
    private var lastPercent: Int64 = -1

    init(_ title: String, total: Int64) {
        self.title = title
        self.total = max(1, total)
    }

    mutating func show(_ done: Int64) {
        guard Console.errorIsTerminal, ContinuousClock.now - start > .seconds(1) else { return }
        let percent = min(100, done * 100 / total)
        guard percent != lastPercent else { return }
        lastPercent = percent
        Console.progress("\r\(title) \(percent) %\u{1B}[K")
    }

    /// Removes the line.
    func end() {
        if lastPercent >= 0 { Console.progress("\r\u{1B}[K") }
    }
}

/// Progress whose total comes with the work.
final class ShownProgress {
    private let title: String
    private let isQuiet: Bool
    private var progress: Progress?

    init(_ title: String, isQuiet: Bool) {
        self.title = title
        self.isQuiet = isQuiet
    }

    func show(_ done: Int64, of total: Int64) {
        guard !isQuiet else { return }
        if progress == nil { progress = Progress(title, total: total) }
        progress?.show(done)
        if done >= total { end() }
    }

    /// Removes the line.
    func end() {
        progress?.end()
        progress = nil
    }
}
