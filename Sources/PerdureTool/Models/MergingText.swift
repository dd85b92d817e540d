// SPDX-License-Identifier: Apache-2.0
// How an attribute merges, in words: what the entries of its user info say.

import PerdureModelFormat

enum MergingText {
    /// Nothing for an attribute that does not merge.
    static func notes(_ attribute: AttributeDocument) -> [String] {
        let info = attribute.traits.userInfo
        guard let kind = info["perdure.merge"] else { return [] }
        let elements = kind == "set" ? " of \(info["perdure.mergeElements"] ?? "string") elements" : ""
        let isDeep = info["perdure.mergeDeep"]?.uppercased() == "YES"
        var notes = ["merges as \(isDeep ? "deep " : "")\(kind)\(elements)"]
        if let conflict = info["perdure.mergeConflict"], conflict != "mine" {
            notes.append("conflict \(conflict)")
        }
        if info["perdure.mergeCriterion"] == "setterCalled" { notes.append("changed when set") }
        if info["perdure.mergeSkipsChanged"]?.uppercased() == "YES" {
            notes.append("undo leaves others' changes")
        }
        return notes + indexes(info["perdure.mergeIndexes"], kind)
    }

    private static func indexes(_ text: String?, _ kind: String) -> [String] {
        guard let text, !text.isEmpty, text != "NO" else { return [] }
        return [kind == "set" ? "indexed elements" : "indexed keys \(text)"]
    }
}
