// SPDX-License-Identifier: Apache-2.0
// Writes the objects of one store into another one, in pages and in one transaction: memory holds one page. Keys stay, so nothing
// about the objects before a page must be known.

import Foundation
import PerdurePropertyList
import PerdureSQLite
import PerdureStore

/// The way of all objects from one store to an empty one of the same model.
struct StoreTransfer {
    private let source: any PagedReader
    private let destination: any CopyableEngine
    private let progress: Foundation.Progress
    /// What was read of the source.
    private(set) var digest: StoreDigest
    private var last: [Int32: Int64] = [:]

    /// Reads the source as it is now, whatever is written later.
    init(
        from source: any CopyableEngine, to destination: any CopyableEngine, _ digest: StoreDigest,
        _ progress: Foundation.Progress
    ) {
        // A file is a private copy, which nobody writes.
        let view = try? source.readView()
        self.source = (view as? any PagedReader) ?? source
        self.destination = destination
        self.digest = digest
        self.progress = progress
    }

    /// Writes rows, then relationships that no row holds; the commit makes the metadata complete too.
    ///
    /// - Throws: What the engines throw; the destination has no objects then.
    mutating func run(metadata: [String: PropertyListValue]) throws {
        try destination.setMetadata(
            CopiedMetadata.merged(metadata, into: destination.metadata), immediately: false)
        let insertion = try destination.beginInsertion(by: CommitAuthor())
        do {
            for root in roots { try writeRows(of: root, insertion) }
            for root in roots where digest.hasMembers(root) { try writeLinks(of: root, insertion) }
            for root in roots where digest.hasMembers(root) { try writeOrders(of: root, insertion) }
            _ = try insertion.prepared().commit()
        } catch {
            insertion.rollback()
            throw error
        }
        for (root, number) in last { try destination.passNumbers(through: number, of: root) }
    }

    /// Notes the names that the objects had in the source, and those that they had before.
    func noteNames(of store: String, from source: any CopyableEngine) throws {
        try destination.noteFormerNames(of: store)
        var uri = ""
        while true {
            let names = try source.formerNames(after: uri, limit: 2_000)
            try destination.note(names)
            guard let next = names.last?.uri else { return }
            uri = next
        }
    }

    private var roots: [Int32] {
        source.schema.entities.filter { $0.superentity == nil }.map(\.number)
    }

    private mutating func writeRows(of root: Int32, _ insertion: any PagedInsertion) throws {
        var pages = RowPages(root)
        while let rows = try pages.next(source) {
            var changes = ChangeSet()
            changes.insertions = rows.map { RowInsertion($0) }
            try destination.limits.check(changes, destination.schema)
            try write(changes, insertion)
            for row in rows { digest.add(row) }
            last[root] = rows.last?.key.number
            progress.completedUnitCount += Int64(rows.count)
        }
    }

    private mutating func writeLinks(of root: Int32, _ insertion: any PagedInsertion) throws {
        var read = digest
        try writeMembers(of: root, insertion, &read) { changes, owner, slot, relationship, members in
            guard relationship.hasPairs, relationship.listsLinks else { return }
            changes.links += Self.links(owner, slot, relationship, members)
        }
        digest = read
    }

    /// Writes positions when all links are there: the owner at the other end of a pair may have listed it.
    private func writeOrders(of root: Int32, _ insertion: any PagedInsertion) throws {
        // The members are in the digest already.
        var read = digest
        try writeMembers(of: root, insertion, &read) { changes, owner, slot, relationship, members in
            guard relationship.isOrdered else { return }
            changes.orders.append(OrderChange(owner: owner, slot: slot, members: members))
        }
    }

    /// Reads the members of a hierarchy's objects, and writes what becomes of them, page by page.
    private func writeMembers(
        of root: Int32, _ insertion: any PagedInsertion, _ read: inout StoreDigest,
        _ note: (inout ChangeSet, ObjectKey, Int, RelationshipLayout, [ObjectKey]) -> Void
    ) throws {
        var pages = RowPages(root)
        while let rows = try pages.next(source) {
            var changes = ChangeSet()
            try read.addMembers(of: rows, source) { note(&changes, $0, $1, $2, $3) }
            if !changes.isEmpty { try write(changes, insertion) }
        }
    }

    /// A link of a reflexive relationship is listed once: under the smaller number.
    private static func links(
        _ owner: ObjectKey, _ slot: Int, _ relationship: RelationshipLayout, _ members: [ObjectKey]
    ) -> [LinkChange] {
        members.filter { !relationship.isReflexive || owner.number <= $0.number }.map {
            LinkChange(owner: owner, slot: slot, member: $0, isInsertion: true)
        }
    }

    private func write(_ changes: ChangeSet, _ insertion: any PagedInsertion) throws {
        guard case .conflicts(let conflicts) = try insertion.write(changes) else { return }
        throw ToolError(
            "\(PlainText.count(conflicts.count, "object", "objects")) cannot be copied because the new store refuses them: "
                + "look for values that must be unique with 'perdure store check'")
    }
}

/// The pages of one hierarchy, which have fewer rows where rows are large.
struct RowPages {
    private let root: Int32
    private var number: Int64 = 0
    private var limit = 100
    private var isAtEnd = false
    /// Whether a page with fewer rows than it may have is the last one: rows that cannot be read may be left out.
    private let isComplete: Bool
    private static let mostRows = 1_000
    private static let mostBytes = 8 << 20

    init(_ root: Int32, isComplete: Bool = true) {
        self.root = root
        self.isComplete = isComplete
    }

    /// Lets the next page look further, because all rows of the last one were left out.
    mutating func widen() { limit *= 4 }

    /// The next page; nil behind the last one.
    mutating func next(_ source: any PagedReader) throws -> [Row]? {
        guard !isAtEnd else { return nil }
        let rows = try source.rows(of: root, after: number, limit: limit)
        guard let last = rows.last else { return nil }
        number = last.key.number
        isAtEnd = isComplete && rows.count < limit
        let bytes = rows.reduce(0) { $0 + $1.roughSize } / rows.count
        limit = min(Self.mostRows, max(1, Self.mostBytes / max(1, bytes)))
        return rows
    }
}

extension Row {
    /// The bytes of texts and data.
    fileprivate var roughSize: Int {
        (0..<count).reduce(0) { size, slot in
            switch self[slot] {
            case .string(let text): size + text.utf8.count
            case .data(let data): size + data.count
            default: size + 16
            }
        }
    }
}
