// SPDX-License-Identifier: Apache-2.0
// The arguments of @Mergeable for an attribute. PropertyCheck+Merging.swift checks them; PropertyHandleWriter.swift writes the
// handle `$name`.

import PerdureAccessorText
import SwiftSyntax

/// How an attribute merges.
struct PropertyMerging {
    typealias Kind = HandleText.Kind

    let kind: Kind
    let arguments: MacroArguments

    /// Reads the arguments; nil for a kind that is no literal.
    init?(_ arguments: MacroArguments) {
        guard let kind = Self.kind(arguments) else { return nil }
        self.kind = kind
        self.arguments = arguments
    }

    static func kind(_ arguments: MacroArguments) -> Kind? {
        arguments.unlabelled.first.flatMap(MacroArguments.optionName).flatMap(Kind.init)
    }

    /// The declaration of an attribute that merges.
    func declaration(around attribute: String) -> String {
        let labelled = Self.labels.compactMap { label in arguments.text(label).map { "\(label): \($0)" } }
        return ".mergeable(\(([attribute, "as: .\(kind.rawValue)"] + labelled).joined(separator: ", ")))"
    }

    /// The arguments that the declaration copies unchanged, in its order.
    private static let labels = [
        "criterion", "conflict", "deep", "indexedKeys", "indexesElements", "skipsChangedInUndo", "merge",
    ]

    /// The arguments that only some kinds accept.
    static let limited: [(label: String, kinds: [Kind], owner: String)] = [
        ("conflict", [.value], "values"), ("merge", [.value], "values"),
        ("deep", [.dictionary], "dictionaries"), ("indexedKeys", [.dictionary], "dictionaries"),
        ("indexesElements", [.set], "sets"),
    ]
}

extension ManagedProperty {
    /// Adds the options and the default value of @Mergeable to those of @Attribute.
    mutating func readMergeable(_ markers: PropertyMarkers) {
        guard markers["Mergeable"] != nil else { return }
        let own = markers.arguments("Mergeable")
        merging = PropertyMerging(own)
        options += own.unlabelled.dropFirst()
        if let value = own.labelled["default"] { arguments.labelled["default"] = value }
    }
}
