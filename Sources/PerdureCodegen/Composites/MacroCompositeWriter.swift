// SPDX-License-Identifier: Apache-2.0
// Writes a composite type as a struct. Part of MacroGenerator.swift.

import PerdureModelFormat

/// Writes one struct, and records the parts of the type that a struct cannot express.
struct MacroCompositeWriter {
    let composite: CompositeDocument
    let names: MacroNames
    private(set) var limits: [String] = []

    init(_ composite: CompositeDocument, _ names: MacroNames) {
        self.composite = composite
        self.names = names
    }

    mutating func text() -> SwiftText {
        var members: [String] = []
        var options: [String] = []
        for element in composite.elements {
            let (line, option) = member(element)
            if let line { members.append(line) }
            if let option { options.append(option) }
        }
        var text = SwiftText()
        text.block("struct \(SwiftName.spelled(composite.name)): CompositeValue") { text in
            members.forEach { text.line($0) }
            guard !options.isEmpty else { return }
            text.gap()
            text.block("static var elementOptions: [String: [PropertyOption]]") { text in
                text.enclosed("[", "]") { text in options.forEach { text.line($0 + ",") } }
            }
        }
        return text
    }

    /// The initial value of a nested value; nil if the value is optional and none of its elements has a default value.
    private func nestedInitial(_ element: AttributeDocument, _ type: String) -> String? {
        element.traits.isOptional && !element.hasDefaultElements ? nil : "\(type)()"
    }

    private func zero(_ element: AttributeDocument) -> String? { MacroTypes.zero(element.type, names) }

    private mutating func member(_ element: AttributeDocument) -> (line: String?, option: String?) {
        let name = element.traits.name
        let isNested = element.type == AttributeType.composite
        guard SwiftName.isIdentifier(name),
            let type = isNested ? names.structs.name(of: element) : MacroTypes.plain(element.type, names)
        else {
            limits.append("\(composite.name).\(name): an element of this name or type cannot be said")
            return (nil, nil)
        }
        let all = MacroOptions(traits: element.traits, names: names)
        var options = all.common
        if !element.traits.userInfo.isEmpty {
            options.append(".userInfo(\(MacroText.dictionary(element.traits.userInfo)))")
        }
        if let original = element.traits.renamingIdentifier {
            options.append(".originalName(\(SwiftName.literal(original)))")
        }
        if let modifier = element.traits.versionHashModifier {
            options.append(".hashModifier(\(SwiftName.literal(modifier)))")
        }
        let value = element.defaultValue.flatMap { MacroConstant.text($0, type: element.type, names) }
        let isOptional = element.traits.isOptional
        if value == nil, !isOptional, !isNested { options.append(".noDefault") }
        let initial = value ?? (isNested ? nestedInitial(element, type) : isOptional ? nil : zero(element))
        let line =
            "var \(SwiftName.spelled(name)): \(type)\(isOptional ? "?" : "")"
            + (initial.map { " = \($0)" } ?? "")
        return (
            line, options.isEmpty ? nil : "\(SwiftName.literal(name)): [\(options.joined(separator: ", "))]"
        )
    }
}

extension MacroStructs {
    /// One struct: its name, its source, and the parts of the type that it cannot express.
    struct Source {
        let name: String
        let text: SwiftText
        let limits: [String]
    }

    /// The sources of all structs.
    func sources(_ names: MacroNames) -> [Source] {
        composites.map { composite in
            var writer = MacroCompositeWriter(composite, names)
            let text = writer.text()
            return Source(name: composite.name, text: text, limits: writer.limits)
        }
    }
}
