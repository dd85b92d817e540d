// SPDX-License-Identifier: Apache-2.0
// Limits of the process: how large a file may become, how much memory it took.

import Foundation

/// How large a file may become: writing beyond it fails, as on a full disk.
enum FileLimit {
    static func set(_ bytes: UInt) {
        var limit = rlimit(rlim_cur: rlim_t(bytes), rlim_max: rlim_t.max)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    }

    static func lift() {
        var limit = rlimit(rlim_cur: rlim_t.max, rlim_max: rlim_t.max)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    }
}

/// The memory of the process.
enum Memory {
    /// The most that it had at once, in kilobytes.
    static func peak() throws -> Int { try status("VmHWM") }

    /// What it has now, in kilobytes.
    static func present() throws -> Int { try status("VmRSS") }

    private static func status(_ name: String) throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("\(name):") }
        return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }
}
