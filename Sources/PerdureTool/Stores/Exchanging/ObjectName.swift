// SPDX-License-Identifier: Apache-2.0
// The name of an object in an export or on the command line: 'Note/p3', or the URI with the store's UUID before it.

/// The name of an object.
struct ObjectName: Hashable {
    /// The UUID of the store; nil in a name without one.
    let store: String?
    let entity: String
    let number: Int64

    /// Reads a name; nil for any other text.
    init?(_ text: String) {
        var rest = text[...]
        var store: String?
        let scheme = "x-coredata://"
        if rest.hasPrefix(scheme) {
            rest = rest.dropFirst(scheme.count)
            guard let slash = rest.firstIndex(of: "/") else { return nil }
            store = String(rest[..<slash])
            rest = rest[rest.index(after: slash)...]
        }
        guard let mark = rest.lastIndex(of: "/"), rest[rest.index(after: mark)...].first == "p",
            let number = Int64(rest[rest.index(after: mark)...].dropFirst()), number > 0,
            mark > rest.startIndex
        else { return nil }
        self.store = store
        entity = String(rest[..<mark])
        self.number = number
    }

    /// The name within its store.
    var short: String { "\(entity)/p\(number)" }
}
