// SPDX-License-Identifier: Apache-2.0
// The names of Swift types as models have them.

import Foundation

/// Names types.
enum TypeName {
    /// The name without module: "Address", "Movie.Address".
    ///
    /// The compiler gives a type in a function an address in place of a name; it is left out, because it differs from
    /// run to run.
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
