// SPDX-License-Identifier: Apache-2.0
// One property as text: its accessor over a slot, and its primitive value.

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
        write(SwiftName.spelled(property.name), accessor.type, get: accessor.get, set: accessor.set, &text)
    }

    func writePrimitive(_ text: inout SwiftText) {
        let name = "primitive" + SwiftName.capitalized(property.name)
        guard !code.takenNames.contains(name), !code.handWritten.declares(name) else { return }
        let primitive = property.accessor.primitive
        write(name, primitive.type, get: primitive.get, set: primitive.set, &text)
    }

    private func write(
        _ name: String, _ type: String, get: String, set: String?, _ text: inout SwiftText
    ) {
        text.gap()
        text.block("public var \(name): \(type)") { text in
            guard let set else { return text.line(get) }
            text.line("get { \(get) }")
            text.line("set { \(set) }")
        }
    }
}
