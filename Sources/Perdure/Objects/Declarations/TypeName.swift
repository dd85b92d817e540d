// SPDX-License-Identifier: Apache-2.0
// The names of Swift types in models.

import Foundation

/// Names types.
enum TypeName {
    /// The name without module: "Address", "Movie.Address".
    ///
    /// For a type inside a function the compiler writes an address into the name. The address is left out, because it differs
    /// from run to run.
    static func bare(_ type: Any.Type) -> String {
        var name = String(reflecting: type)
        while let start = name.range(of: "(unknown context at "),
            let end = name.range(of: ").", range: start.upperBound..<name.endIndex)
        {
            name.removeSubrange(start.lowerBound..<end.upperBound)
        }
        guard let dot = name.firstIndex(of: "."), !name[..<dot].contains("<") else { return name }
        return String(name[name.index(after: dot)...])
    }
}
