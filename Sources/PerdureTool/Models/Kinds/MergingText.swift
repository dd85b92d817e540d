// SPDX-License-Identifier: Apache-2.0
// Prints how an attribute merges, according to the entries of its user info.

import PerdureModelFormat
import PerdurePredicates

enum MergingText: AttributeKindText {
    /// The notes; empty for an attribute that does not merge.
    static func notes(_ attribute: AttributeDocument) -> [String] {
        let info = attribute.traits.userInfo
        // An unknown kind appears unchanged.
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

    /// No fields: programs read the user info itself.
    static func fields(_ attribute: AttributeDocument) -> [(key: String, value: JSONValue)] { [] }
}
