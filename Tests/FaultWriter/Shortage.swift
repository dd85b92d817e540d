// SPDX-License-Identifier: Apache-2.0
// What the process runs out of: memory for SQLite, or file descriptors. ShortageCommand.swift works with it.

import FaultVFS
import Foundation
import PerdureTestSupport

/// A shortage that comes one step later at each try.
enum Shortage {
    /// The n-th allocation of SQLite fails.
    case memory
    /// All but the first n - 1 files that are opened fail.
    case descriptors

    /// Must be called before SQLite is used.
    func install() throws {
        if self == .memory, perdure_memory_install() != 0 { throw UsageError(text: "no allocator") }
    }

    /// Runs a body with the shortage, and ends the shortage.
    ///
    /// Of memory one allocation fails, or all from there on if the shortage lasts.
    func during<T>(_ nth: Int, lasts: Bool = false, _ body: () throws -> T) -> Result<T, any Error> {
        switch self {
        case .memory: perdure_memory_arm(Int64(nth), lasts ? 1 : 0)
        case .descriptors: DescriptorLimit.leave(nth - 1)
        }
        defer { end() }
        return Result { try body() }
    }

    private func end() {
        switch self {
        case .memory: perdure_memory_arm(0, 0)
        case .descriptors: DescriptorLimit.lift()
        }
    }

    /// Whether the body that ran last can have met the shortage.
    func wasMet<T>(_ result: Result<T, any Error>) -> Bool {
        if case .failure = result { return true }
        return self == .memory && perdure_memory_hits() > 0
    }
}

/// How many files the process may open.
enum DescriptorLimit {
    /// The limit at the beginning.
    private static let original: rlimit = {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return limit
    }()

    /// The descriptors that are open.
    static var open: [Int] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        // One of them belonged to the look itself.
        return (names ?? []).compactMap { Int($0) }.filter { fcntl(Int32($0), F_GETFD) >= 0 }.sorted()
    }

    /// Leaves room for some more files.
    static func leave(_ count: Int) {
        let taken = Set(open)
        let free = (0...).lazy.filter { !taken.contains($0) }.prefix(count + 1)
        set(rlim_t(Array(free).last ?? 0))
    }

    static func lift() { set(original.rlim_cur) }

    static func set(_ count: rlim_t) {
        var limit = rlimit(rlim_cur: count, rlim_max: original.rlim_max)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
