// SPDX-License-Identifier: Apache-2.0
// Two workers without two terminals: this program starts itself twice, writes tickets, and looks who did them.

import Foundation

/// Two processes and the command line on one database.
struct Rehearsal {
    let url: String
    private static let count = 40

    /// Whether each ticket was done once.
    func run() throws -> Bool {
        let database = try Database(url: url)
        let workers = try ["Ada", "Bob"].map { try start($0) }
        defer { workers.forEach { $0.terminate() } }
        for number in 1...Self.count {
            try database.add(["job \(number)"])
            usleep(5_000)
        }
        let end = Date(timeIntervalSinceNow: 60)
        var tickets = try database.all()
        while tickets.contains(where: { $0.worker == nil }), Date() < end {
            usleep(50_000)
            tickets = try database.all()
        }
        for (worker, done) in Dictionary(grouping: tickets, by: { $0.worker ?? "nobody" }).sorted(by: {
            $0.key < $1.key
        }) {
            print("\(worker) did \(done.count) of \(tickets.count)")
        }
        return tickets.count == Self.count && tickets.allSatisfy { $0.worker != nil }
    }

    private func start(_ name: String) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["worker", name]
        process.environment = ProcessInfo.processInfo.environment.merging(["DATABASE_URL": url]) { $1 }
        try process.run()
        return process
    }
}
