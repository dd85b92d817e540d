// SPDX-License-Identifier: Apache-2.0
// What @Mergeable says about an attribute. PropertyCheck+Merging.swift checks it, Writing/HandleWriter.swift writes the
// handle `$name`.

import SwiftSyntax

/// How an attribute merges.
struct PropertyMerging {
    enum Kind: String, CaseIterable {
        case counter, set, dictionary, value
    }

    let kind: Kind
    let arguments: MacroArguments

    /// Nil for a kind that is no literal.
    init?(_ arguments: MacroArguments) {
        guard let kind = Self.kind(arguments) else { return nil }
        self.kind = kind
        self.arguments = arguments
    }

    static func kind(_ arguments: MacroArguments) -> Kind? {
        arguments.unlabelled.first.flatMap(MacroArguments.optionName).flatMap(Kind.init)
    }

    /// What a set or a dictionary is as a property.
    var collection: PropertyKind? {
        switch kind {
        case .set: .mergeableSet
        case .dictionary: .mergeableDictionary
        case .counter, .value: nil
        }
    }

    /// The arguments that the declaration takes as they are, in its order.
    var labelled: [String] {
        Self.labels.compactMap { label in arguments.text(label).map { "\(label): \($0)" } }
    }

    private static let labels = [
        "criterion", "conflict", "deep", "indexedKeys", "indexesElements", "skipsChangedInUndo", "merge",
    ]

    /// The arguments that have a meaning for some kinds only.
    static let limited: [(label: String, kinds: [Kind], owner: String)] = [
        ("conflict", [.value], "values"), ("merge", [.value], "values"),
        ("deep", [.dictionary], "dictionaries"), ("indexedKeys", [.dictionary], "dictionaries"),
        ("indexesElements", [.set], "sets"),
    ]
}

extension ManagedProperty {
    /// Whether a set or a dictionary that merges.
    var isMergeableCollection: Bool { kind == .mergeableSet || kind == .mergeableDictionary }
}
