// SPDX-License-Identifier: Apache-2.0
// Writes the argument `keyPaths:` of ClassProperties: names by key path, with the class or any subclass as root.

/// Writes a table of key paths.
struct KeyPathTableWriter {
    /// The class.
    let name: String
    let properties: [(identifier: String, name: String)]

    var lines: [String] {
        guard !properties.isEmpty else { return ["keyPaths: { _ in [:] }"] }
        return [
            "keyPaths: { root in",
            "    func names<_Root: \(name)>(_: _Root.Type) -> [AnyKeyPath: String] {",
            "        [",
        ] + properties.map { "            \\_Root.\($0.identifier): \"\($0.name)\"," } + [
            "        ]",
            "    }",
            "    guard let root = root as? any (\(name) & _KeyPathRoot).Type else { return [:] }",
            "    return names(root)",
            "}",
        ]
    }
}

/// Writes the accessor by which key-value coding reaches a hand-written property.
struct KeyAccessorWriter {
    let `class`: String
    let property: ComputedProperty

    var text: String {
        let setter = property.hasSetter ? ", set: { $0.\(property.identifier) = $1 }" : ""
        return
            "\"\(property.name)\": KeyAccessor(of: \(`class`).self, get: { $0.\(property.identifier) }\(setter))"
    }
}
