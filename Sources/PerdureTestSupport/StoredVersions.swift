// SPDX-License-Identifier: Apache-2.0
// The versions of stored rows, read without our own engine: whether a save has written anything.

import Foundation

extension Stack {
    /// The name of the namespace on a server; nil for other stores.
    public var namespaceName: String? {
        guard let place, !place.isFileURL else { return nil }
        return URLComponents(url: place, resolvingAgainstBaseURL: false)?
            .queryItems?.first { $0.name == "schema" }?.value
    }

    /// The sum of the versions of all rows of some entities, which raises with each update.
    ///
    /// - Parameter entities: root entities, whose names are one word.
    /// - Returns: the sum; 0 for a store in memory.
    /// - Throws: the error of reading.
    public func versions(of entities: String...) throws -> Int {
        if let url {
            let sums = entities.map { "(SELECT TOTAL(Z_OPT) FROM Z\($0.uppercased()))" }
            let text = try RawDatabase(url).value(
                "SELECT CAST(\(sums.joined(separator: "+")) AS INTEGER)")
            return text.flatMap { Int($0) } ?? -1
        }
        #if PostgreSQL
        if let namespaceName {
            let sums = entities.map {
                "(SELECT coalesce(sum(version), 0) FROM \(namespaceName).\"\($0.lowercased())\")"
            }
            let texts = try SharedServer.run("SELECT (\(sums.joined(separator: "+")))::text")
            return texts.first.flatMap { Int($0) } ?? -1
        }
        #endif
        return 0
    }
}
