// SPDX-License-Identifier: Apache-2.0
// What people who debug see of a model: its values, and not the storage of no size that the macro adds.

import Foundation

extension PersistentModel {
    /// The values of attributes by their names; relationships are shown by identifiers, so that nothing is read for them.
    public var customMirror: Mirror {
        let object = object
        let properties = ModelFacts.of(object.modelType).properties
        let children = properties.indices.filter { properties[$0].form.destination == nil }.map {
            (label: Optional(properties[$0].name), value: object._value(at: $0) as Any)
        }
        return Mirror(self, children: children, displayStyle: .class)
    }

    /// The class, the identifier and the values.
    public var debugDescription: String {
        let values = customMirror.children.map { "\($0.label ?? ""): \(Self.text($0.value))" }
        return "\(Self.self)(\(persistentModelID.implementation.uri.lastPathComponent); "
            + values.joined(separator: ", ") + ")"
    }

    private static func text(_ value: Any) -> String {
        guard let optional = value as? any OptionalValue else { return "\(value)" }
        return optional.content.map { text($0) } ?? "nil"
    }
}
