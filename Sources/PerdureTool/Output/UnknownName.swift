// SPDX-License-Identifier: Apache-2.0
// Errors about names that a model does not have; they list the names that it has.

import PerdureModelFormat
import PerdureStore

enum UnknownName {
    static func entity(_ name: String, of model: ModelDocument, in place: String) -> ToolError {
        error("entity", name, model.entities.map(\.name), in: place)
    }

    static func entity(_ name: String, of schema: Schema, in place: String) -> ToolError {
        error("entity", name, schema.entities.map(\.name), in: place)
    }

    /// The part of a message about a key that an entity does not have.
    static func key(_ name: String, of entity: String, _ known: [String]) -> String {
        "\(entity) has no key '\(name)'; it has \(list(known))\(Misspelling(name).hint(among: known))"
    }

    private static func error(_ kind: String, _ name: String, _ known: [String], in place: String)
        -> ToolError
    {
        let hint = Misspelling(name).hint(among: known)
        return ToolError("\(place): there is no \(kind) '\(name)'; there are \(list(known))\(hint)", .usage)
    }

    private static func list(_ names: [String]) -> String {
        names.isEmpty ? "none" : names.sorted().joined(separator: ", ")
    }
}
