// SPDX-License-Identifier: Apache-2.0
// Writes a composite type of a model as the Codable struct that SwiftData stores in the same columns.

import PerdureModelFormat

/// Writes one struct, and records the parts of the type that it cannot express.
struct SwiftDataStructWriter {
    private let composite: CompositeDocument
    private let names: SwiftDataNames
    private(set) var limits: [String] = []

    init(_ composite: CompositeDocument, _ names: SwiftDataNames) {
        self.composite = composite
        self.names = names
    }

    /// The struct; every field is optional, because the elements of SwiftData's composites are.
    ///
    /// - Throws: `ModelFormatError` for an element that no struct can have.
    mutating func text() throws -> SwiftText {
        var lines: [String] = []
        for element in composite.elements {
            let name = element.traits.name
            guard SwiftName.isIdentifier(name), !SwiftName.impossible.contains(name),
                element.type != AttributeType.transformable,
                let type = try SwiftDataPropertyWriter.type(of: element, names)
            else {
                throw ModelFormatError(
                    .unsupported, "no struct can have it: rename it, or give it a plain type",
                    entity: composite.name, property: name)
            }
            lines.append("var \(SwiftName.spelled(name)): \(type)?")
            if !element.traits.isOptional { limit(name, "a mandatory element: migrate the store") }
            if element.defaultValue != nil { limit(name, "a default of an element: assign it") }
        }
        var text = SwiftText()
        text.block("struct \(composite.name): Codable, Hashable") { text in lines.forEach { text.line($0) } }
        return text
    }

    private mutating func limit(_ element: String, _ what: String) {
        limits.append("\(composite.name).\(element): a struct cannot say \(what)")
    }
}
