// SPDX-License-Identifier: Apache-2.0
// A table of others, as statements see it. Reads go through a select that gives its columns Perdure's names and types, which the
// server merges into the statement, so that indexes serve. Writes name the table itself (ArrayTexts+Attached.swift).

#if PostgreSQL
import Foundation
import PerdureSQL
import PerdureStore

/// One table or view that an entity is attached to.
struct AttachedTable: Sendable {
    /// How rows are known to be unchanged.
    enum Version: Sendable {
        /// A column that each writer adds one to.
        case column(String)
        /// The server's own mark of the last writer.
        case mark
        /// What a view shows has no mark: its content is one.
        case content

        /// The text of a row's version.
        func text(_ alias: String) -> String {
            switch self {
            case .column(let name): "\(alias).\(ServerName.quoted(name))"
            case .mark: "\(alias).xmin::text::bigint"
            case .content: "hashtextextended(\(alias)::text, 0)"
            }
        }
    }

    let name: RelationName
    let key: AttachedKey
    let version: Version
    /// The discriminator and its type; nil where the table has one entity.
    var discriminator: (column: String, type: String)?
    /// What the discriminator holds, by the entities' numbers in the store.
    var entityWords: [(number: Int32, word: String)] = []
    /// The references to keys that are no numbers, by their columns in the mapping.
    var references: [String: KeyShape] = [:]
    /// The sequence of the key; nil where it has none.
    var sequence: String?
    /// Whether a view or the like is only read.
    let isReadOnly: Bool
    /// The words around each column of the model, and around its values.
    var forms: [String: AttachedColumnForm] = [:]
    /// The columns that are written: not the key, and nothing that the server computes.
    var written: Set<String> = []
    /// The columns that keep their values when a reference is cleared (SharedColumns.swift).
    var kept: [String: Set<String>] = [:]
    /// The columns that no property writes, though a reference may have them: key, version and discriminator.
    var columnsWrittenApart: Set<String> {
        var columns = Set(key.columns)
        if case .column(let name) = version { columns.insert(name) }
        if let discriminator { columns.insert(discriminator.column) }
        return columns
    }
    /// The defaults of required columns, which take the place of nil.
    var defaults: [String: String] = [:]
    /// The server's defaults for columns of the key.
    var keyDefaults: [String: String] = [:]
    /// Whether the rows that a save expects to be unchanged are locked before it writes (ArrayExecutor+Attached.swift).
    var isLocked = false
    /// Whether rows may refer to rows of the same table.
    var refersToItself = false
    /// Whether keys need leave of the server.
    var isAlwaysIdentity = false
    /// A column that a write without any other one writes.
    var anyColumn: String?
    /// The select that stands for the table where it is read.
    var source = ""

    /// A text in a statement; the check of the model has refused what would end it early.
    static func literal(_ text: String) -> String {
        "'\(text.replacingOccurrences(of: "'", with: "''"))'"
    }

    /// The condition that nobody else has changed a row since it was read.
    ///
    /// Behind the lock a mark that is not older than the transaction is its own, or that of a trigger of its writes.
    func isUnchanged(_ alias: String, since version: String) -> String {
        let isSame = "\(self.version.text(alias)) = \(version)"
        return isLocked ? "(\(isSame) OR age(\(alias).xmin) <= 0)" : isSame
    }

    /// The number of a row's entity.
    func entity(_ alias: String) -> String {
        guard let discriminator else { return "\(entityWords.first?.number ?? 0)" }
        let cases = entityWords.map { "WHEN \(Self.literal($0.word)) THEN \($0.number)" }
        return "CASE \(alias).\(ServerName.quoted(discriminator.column))::text "
            + cases.joined(separator: " ") + " END"
    }

    /// The condition that a row is of an entity of the model.
    var rowCondition: String {
        guard let discriminator else { return "" }
        let words = entityWords.map { Self.literal($0.word) }.joined(separator: ", ")
        return " WHERE s.\(ServerName.quoted(discriminator.column))::text IN (\(words))"
    }
}
#endif
