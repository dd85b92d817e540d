// SPDX-License-Identifier: Apache-2.0
// Usage: Guides [NAME …]. Runs the programs of the named guides; without a name, all of them, and compares what they print.

import Foundation

let names = CommandLine.arguments.dropFirst()

do {
    for guide in allGuides where names.contains(guide.name) { try await guide.run() }
    if names.isEmpty { try allGuides.forEach { try $0.check() } }
} catch {
    FileHandle.standardError.write(Data("Guides: \(error)\n".utf8))
    exit(1)
}
