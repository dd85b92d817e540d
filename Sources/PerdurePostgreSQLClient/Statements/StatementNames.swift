// SPDX-License-Identifier: Apache-2.0
// Which statements a connection has prepared, under which names (PG-30).

#if PostgreSQL
/// The prepared statements of one connection; the least recently used of more than 256 fall out.
struct StatementNames {
    private struct Entry {
        let name: String
        var lastUse: UInt64
    }

    private var entries: [ServerRequest.Identity: Entry] = [:]
    /// The statement that was asked for last, whose text is not hashed again.
    private var last: (identity: ServerRequest.Identity, name: String)?
    private var uses: UInt64 = 0
    private var made = 0
    private let limit: Int
    /// Behind a pooler several clients share a session: their names must not meet.
    private let mark = String(UInt32.random(in: 0 ... .max), radix: 16)
    /// Names that the server shall forget with the next pipeline.
    private(set) var dropped: [String] = []

    init(limit: Int = 256) { self.limit = limit }

    /// How many statements have a name.
    var count: Int { entries.count }

    /// The name of a statement that the server knows.
    mutating func name(of request: ServerRequest) -> String? {
        // Nothing was used since, so its use is the latest one already.
        if let last, request.hasIdentity(last.identity) { return last.name }
        // The text is hashed once.
        let identity = request.identity
        guard let index = entries.index(forKey: identity) else { return nil }
        uses += 1
        entries.values[index].lastUse = uses
        let name = entries.values[index].name
        last = (identity, name)
        return name
    }

    /// A name that was never given.
    mutating func newName() -> String {
        made += 1
        return "perdure_\(mark)_\(made)"
    }

    /// Notes that the server knows a statement now.
    mutating func add(_ identity: ServerRequest.Identity, name: String) {
        last = nil
        uses += 1
        if let old = entries[identity] { dropped.append(old.name) }
        entries[identity] = Entry(name: name, lastUse: uses)
        guard entries.count > limit, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
        else {
            return
        }
        dropped.append(oldest.value.name)
        entries[oldest.key] = nil
    }

    /// Forgets all of them; the server may still know them, and is asked to drop none.
    mutating func removeAll() {
        last = nil
        entries.removeAll()
        dropped.removeAll()
    }

    /// Notes that the server has forgotten a name.
    mutating func hasForgotten(_ name: String) { dropped.removeAll { $0 == name } }
}
#endif
