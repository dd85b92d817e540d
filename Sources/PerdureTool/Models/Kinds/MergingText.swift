// SPDX-License-Identifier: Apache-2.0
// How an attribute merges, in words: what the entries of its user info say.

import PerdureModelFormat
import PerdurePredicates

enum MergingText: AttributeKindText {
    /// Nothing for an attribute that does not merge.
    static func notes(_ attribute: AttributeDocument) -> [String] {
        let info = attribute.traits.userInfo
        // A kind that is not known is shown as it stands.
        guard let kind = info[MergeKey.kind] else { return [] }
        let merging = MergeEntries(attribute.traits).knownDocument
        let isSet = kind == MergeKind.set.rawValue
        let elements = isSet ? " of \(info[MergeKey.elements] ?? merging.elements.rawValue) elements" : ""
        var notes = ["merges as \(merging.isDeep ? "deep " : "")\(kind)\(elements)"]
        if let conflict = info[MergeKey.conflict], conflict != MergeConflictResolution.mine.rawValue {
            notes.append("conflict \(conflict)")
        }
        if merging.criterion == .setterCalled { notes.append("changed when set") }
        if merging.skipsChanged { notes.append("undo leaves others' changes") }
        guard !merging.indexes.isEmpty else { return notes }
        return notes + [isSet ? "indexed elements" : "indexed keys \(info[MergeKey.indexes] ?? "")"]
    }

    /// Programs read the user info itself.
    static func fields(_ attribute: AttributeDocument) -> [(key: String, value: JSONValue)] { [] }
}
