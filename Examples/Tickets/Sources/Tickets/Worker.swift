// SPDX-License-Identifier: Apache-2.0
// A server process: takes tickets while there are any, then sleeps until somebody saves.

import CoreData

/// One worker.
final class Worker {
    private let name: String
    private let database: Database
    private let news = DispatchSemaphore(value: 0)

    init(_ name: String, _ database: Database) {
        self.name = name
        self.database = database
    }

    /// Works for ever.
    func run() throws {
        let news = self.news
        let token = database.whenOthersSave { news.signal() }
        defer { NotificationCenter.default.removeObserver(token) }
        print("\(name) is ready")
        fflush(nil)
        while true {
            while let title = try database.take(as: name) { print("\(name) did \(title)") }
            fflush(nil)
            news.wait()
        }
    }
}
