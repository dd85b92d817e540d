// SPDX-License-Identifier: Apache-2.0
// The stored form of Codable values that are no composite values: JSON in a transformable attribute.

import Foundation
import PerdureFoundationGaps

/// Turns values of one type into JSON and back.
///
/// The attribute's transformer is named after the type: "SettingsJSONTransformer" for `Settings`.
///
/// ## Compatibility
/// The JSON is that of JSONEncoder with its default strategies and sorted keys. An app on Apple's systems can read it with a
/// transformer of the same name whose `reverseTransformedValue(_:)` calls `JSONDecoder().decode(Settings.self, from:)`.
final class CodableTransformer<Value: Codable>: ValueTransformer, CodableTransforming {
    override class func allowsReverseTransformation() -> Bool { true }

    override func transformedValue(_ value: Any?) -> Any? { (value as? Value).flatMap { Self.json($0) } }
    override func reverseTransformedValue(_ value: Any?) -> Any? {
        (value as? Data).flatMap { Self.value($0) }
    }

    var valueType: Any.Type { Value.self }

    private static func json(_ value: Value) -> Data? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try? encoder.encode(value)
    }

    /// The value of stored bytes; nil when the bytes are no value of the type.
    static func value(_ json: Data) -> Value? { try? JSONDecoder().decode(Value.self, from: json) }

    /// The name by which models refer to the transformer.
    static var name: String { TypeName.bare(Value.self) + "JSONTransformer" }

    /// Registers the transformer, unless the program has registered one with the same name.
    static func register() {
        guard ValueTransformer.named(name) == nil else { return }
        setValueTransformer(CodableTransformer(), forName: NSValueTransformerName(name))
    }
}

/// A transformer for one Codable type.
protocol CodableTransforming: ValueTransformer {
    var valueType: Any.Type { get }
}
