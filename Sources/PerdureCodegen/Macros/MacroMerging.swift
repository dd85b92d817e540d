// SPDX-License-Identifier: Apache-2.0
// How an attribute merges, as @Mergeable says it. Entries of the user info that say the same as no entry stay where they
// are, so that the class declares exactly the file's model. Part of MacroPropertyWriter.swift.

import PerdureModelFormat

/// The arguments of @Mergeable for one attribute.
struct MacroMerging {
    let arguments: [String]
    /// The type of a set or dictionary; nil for what has its usual type.
    let collection: String?
    /// The entries of the user info that the arguments do not say.
    let otherInfo: [String: String]

    /// Nil for an attribute that does not merge.
    ///
    /// - Throws: `ModelFormatError` for an entry that says nothing known.
    init?(_ attribute: AttributeDocument, entity: String, _ names: MacroNames) throws {
        guard let merging = try MergingDocument(attribute, entity: entity) else { return nil }
        collection = Self.collection(merging, names)
        var info = attribute.traits.userInfo
        var arguments = [".\(merging.kind.rawValue)"]
        info[UserInfoKey.merge] = nil
        if merging.kind == .set, merging.elements != .string { info[UserInfoKey.mergeElements] = nil }
        for (key, texts) in Self.choices {
            guard let text = info[key], let argument = texts[text] else { continue }
            arguments.append(argument)
            info[key] = nil
        }
        if let argument = Self.indexes(info[Self.indexKey], merging.kind) {
            arguments.append(argument)
            info[Self.indexKey] = nil
        }
        if info[Self.skippingKey] == "YES" {
            arguments.append("skipsChangedInUndo: true")
            info[Self.skippingKey] = nil
        }
        self.arguments = arguments
        otherInfo = info
    }

    private static let skippingKey = "perdure.mergeSkipsChanged"
    private static let indexKey = "perdure.mergeIndexes"

    /// What the macro says for an entry, in the order of its parameters.
    private static let choices: [(key: String, texts: [String: String])] = [
        ("perdure.mergeCriterion", ["setterCalled": "criterion: .setterCalled"]),
        ("perdure.mergeConflict", ["theirs": "conflict: .theirs", "error": "conflict: .error"]),
        ("perdure.mergeDeep", ["YES": "deep: true"]),
    ]

    private static func indexes(_ text: String?, _ kind: MergingDocument.Kind) -> String? {
        guard let text, !text.isEmpty else { return nil }
        if kind == .set { return text == "YES" ? "indexesElements: true" : nil }
        let keys = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard kind == .dictionary, keys.allSatisfy({ !$0.isEmpty && !$0.contains(" ") }) else { return nil }
        return "indexedKeys: \(MacroText.list(keys))"
    }

    private static func collection(_ merging: MergingDocument, _ names: MacroNames) -> String? {
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
