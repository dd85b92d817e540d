// SPDX-License-Identifier: Apache-2.0
// Values that stand in one binary column: property lists are written, JSON inside of structs, and both are read everywhere.

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
        return try json(of: value)
    }

    /// JSON of a value: the form in a struct (SD-51).
    static func json(of value: Any) throws -> Data? {
        try (value as? any Encodable).map { try JSONCoding.encoder.encode($0) }
    }

    /// The value of data in either form.
    static func value(_ type: any Decodable.Type, _ data: Data) throws -> Any {
        if data.starts(with: mark) { return try PropertyListDecoder().decode(type, from: data) }
        return try JSONCoding.decoder.decode(type, from: data)
    }
}
