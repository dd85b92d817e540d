// SPDX-License-Identifier: Apache-2.0
// `Tickets worker NAME`, `Tickets add TITLE ...`, `Tickets list`; without words two workers rehearse.

import Foundation

let environment = ProcessInfo.processInfo.environment
let words = Array(CommandLine.arguments.dropFirst())
guard let url = environment["DATABASE_URL"] ?? environment["PERDURE_POSTGRES_URL"] else {
    print("Tickets: set DATABASE_URL, as postgresql://me@localhost/work?schema=tickets")
    exit(2)
}
do {
    switch words.first {
    case "worker": try Worker(words.dropFirst().first ?? "somebody", Database(url: url)).run()
    case "add": try Database(url: url).add(Array(words.dropFirst()))
    case "list":
        for ticket in try Database(url: url).all() {
            print("\(ticket.number)\t\(ticket.worker ?? "open")\t\(ticket.title)")
        }
    default:
        // A namespace of its own: tickets of other runs must not count.
        let separator = url.contains("?") ? "&" : "?"
        let own = "\(url)\(separator)schema=rehearsal_\(UInt32.random(in: 0 ... .max))"
        if try !Rehearsal(url: words.isEmpty ? own : url).run() {
            FileHandle.standardError.write(Data("Tickets: not every ticket was done once\n".utf8))
            exit(1)
        }
    }
} catch {
    FileHandle.standardError.write(Data("Tickets: \(error.localizedDescription)\n".utf8))
    exit(1)
}
