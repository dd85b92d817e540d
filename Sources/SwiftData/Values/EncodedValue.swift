// SPDX-License-Identifier: Apache-2.0
// Values that stand in one binary column: property lists are written, and JSON is read too.

import Foundation

/// Codes a value as one piece of data.
enum EncodedValue {
    private static let mark = Data("bplist".utf8)

    /// A binary property list of a value; JSON for what no property list can hold by itself.
    static func data(of value: Any) throws -> Data? {
        guard let value = value as? any Encodable else { return nil }
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        if let data = try? encoder.encode(value) { return data }
        return try JSONEncoder().encode(value)
    }

    /// The value of data in either form.
    static func value(_ type: any Decodable.Type, _ data: Data) throws -> Any {
        if data.starts(with: mark) { return try PropertyListDecoder().decode(type, from: data) }
        return try JSONDecoder().decode(type, from: data)
    }
}
