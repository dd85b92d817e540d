// SPDX-License-Identifier: Apache-2.0
// Writes how an attribute merges, as arguments of @Mergeable. An entry that merely repeats a default stays in the user
// info, so that the class declares exactly the file's model. Part of MacroAttribute.swift.

import PerdureModelFormat
import PerdurePredicates

/// The arguments of @Mergeable for one attribute.
struct MacroMerging {
    let arguments: [String]
    /// The type of a set or dictionary; nil for an attribute with its usual type.
    let collection: String?
    /// The entries of the user info that the arguments do not express.
    let otherInfo: [String: String]

    /// Makes the arguments; nil for an attribute that does not merge.
    ///
    /// - Throws: `ModelFormatError` for an entry with an unknown value.
    init?(_ attribute: AttributeDocument, entity: String, _ names: MacroNames) throws {
        guard let merging = try MergeDocument(attribute, entity: entity) else { return nil }
        collection = Self.collection(merging, names)
        var info = attribute.traits.userInfo
        var arguments = [".\(merging.kind.rawValue)"]
        info[MergeKey.kind] = nil
        if merging.kind == .set, merging.elements != .string { info[MergeKey.elements] = nil }
        let written = merging.userInfo
        for (key, argument) in Self.arguments(merging) {
            // An entry in other words than the library's own stays: the argument would become the library's words.
            guard let argument, let text = info[key], text == written[key] else { continue }
            arguments.append(argument)
            info[key] = nil
        }
        self.arguments = arguments
        otherInfo = info
    }

    /// The macro's argument for each entry, in the order of its parameters; nil where the program has a function for the entry.
    private static func arguments(_ merging: MergeDocument) -> [(key: String, argument: String?)] {
        let conflict = merging.conflict == .merge ? nil : "conflict: .\(merging.conflict.rawValue)"
        return [
            (MergeKey.criterion, "criterion: .\(merging.criterion.rawValue)"),
            (MergeKey.conflict, conflict),
            (MergeKey.deep, "deep: \(merging.isDeep)"), (MergeKey.indexes, indexes(merging)),
            (MergeKey.skipsChanged, "skipsChangedInUndo: \(merging.skipsChanged)"),
        ]
    }

    private static func indexes(_ merging: MergeDocument) -> String? {
        switch merging.kind {
        case .set: merging.indexes == ["YES"] ? "indexesElements: true" : nil
        case .dictionary where !merging.indexes.contains { $0.contains(" ") }:
            "indexedKeys: \(MacroText.list(merging.indexes))"
        default: nil
        }
    }

    private static func collection(_ merging: MergeDocument, _ names: MacroNames) -> String? {
        switch merging.kind {
        case .counter, .value: nil
        case .dictionary: "[\(names.spelled("String", "Swift")): Any]"
        case .set:
            switch merging.elements {
            case .string: "\(names.spelled("Set", "Swift"))<\(names.spelled("String", "Swift"))>"
            case .integer: "\(names.spelled("Set", "Swift"))<\(names.spelled("Int", "Swift"))>"
            case .uuid: "\(names.spelled("Set", "Swift"))<\(names.spelled("UUID", "Foundation"))>"
            case .uri: "\(names.spelled("Set", "Swift"))<\(names.spelled("URL", "Foundation"))>"
            }
        }
    }
}
