// SPDX-License-Identifier: Apache-2.0
// Writes one property: its accessor over a slot, and its primitive value.

import PerdureAccessorText

/// Writes a property of a class.
struct PropertyWriter {
    private let property: PropertyCode
    private let code: ClassCode

    init(_ property: PropertyCode, _ code: ClassCode) {
        self.property = property
        self.code = code
    }

    func writeProperty(_ text: inout SwiftText) {
        let accessor = property.accessor
        if let handle = HandleWriter(property, code), handle.isWrapper { return handle.writeProperty(&text) }
        write(SwiftName.spelled(property.name), accessor.type, accessor.text, &text)
    }

    func writePrimitive(_ text: inout SwiftText) {
        let name = "primitive" + SwiftName.capitalized(property.name)
        guard !code.takenNames.contains(name), !code.handWritten.declaresProperty(name) else { return }
        let primitive = property.accessor.primitive
        write(name, primitive.type, primitive.text, &text)
    }

    private func write(
        _ name: String, _ type: String, _ accessor: AccessorText, _ text: inout SwiftText
    ) {
        text.gap()
        text.block("public var \(name): \(type)") { text in
            guard let set = accessor.set else { return text.line(accessor.get) }
            text.line("get { \(accessor.get) }")
            text.line("set { \(set) }")
        }
    }
}
