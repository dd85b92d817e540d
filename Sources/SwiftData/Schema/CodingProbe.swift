// SPDX-License-Identifier: Apache-2.0
// Asks a Decodable type which kind of container it reads: a type with one value in it has one column of that value's type.

import Foundation
import Perdure

/// Finds out how a type is coded, by letting it decode from nothing.
final class CodingProbe: Decoder {
    /// How a type is coded.
    enum Shape {
        case keyed
        case single(any _PlainAttribute.Type)
        case other
    }

    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    fileprivate(set) var shape: Shape = .other

    /// Ends the decoding as soon as the kind is known.
    fileprivate struct Known: Error {}

    /// How a type is coded.
    static func shape(of type: any Codable.Type) -> Shape {
        let probe = CodingProbe()
        _ = try? type.init(from: probe)
        return probe.shape
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        shape = .keyed
        throw Known()
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Known() }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { ProbedValue(probe: self) }
}

private struct ProbedValue: SingleValueDecodingContainer {
    let probe: CodingProbe
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { false }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        if let plain = type as? any _PlainAttribute.Type { probe.shape = .single(plain) }
        throw CodingProbe.Known()
    }
}
