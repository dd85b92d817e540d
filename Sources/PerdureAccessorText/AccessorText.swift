// SPDX-License-Identifier: Apache-2.0
// The code of one accessor as text. SlotText.swift makes it; macros and generated classes write it with their own layout.

/// A getter's expression and a setter's statement.
package struct AccessorText: Sendable, Equatable {
    package var get: String
    /// Nil for a property that can only be read.
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
