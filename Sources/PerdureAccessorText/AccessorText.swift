// SPDX-License-Identifier: Apache-2.0
// The code of one accessor as text, which SlotText.swift makes. Macros and generated classes each lay it out themselves.

/// A getter's expression and a setter's statement.
package struct AccessorText: Sendable, Equatable {
    package var get: String
    /// The setter's statement; nil for a read-only property.
    package var set: String?

    package init(get: String, set: String? = nil) {
        self.get = get
        self.set = set
    }
}

/// A type by its name and the module that declares it.
package struct TypeName: Sendable, Equatable {
    package let name: String
    package let module: String

    package static func swift(_ name: String) -> TypeName { TypeName(name: name, module: "Swift") }
    package static func foundation(_ name: String) -> TypeName { TypeName(name: name, module: "Foundation") }
}
