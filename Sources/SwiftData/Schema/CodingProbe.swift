// SPDX-License-Identifier: Apache-2.0
// Asks a Decodable type which kind of container it reads: a type with one value in it has one column of that value's type, and a
// composite has keys with the names of its fields, or of its cases.

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
    fileprivate var shape: Shape = .other
    /// The names of the type's fields, which must be keys for a composite.
    private let fields: [String]
    /// The fields of a struct, which decode from what composites have; nil for an enum, where names are enough.
    private let members: ProbedMembers?
    /// Whether nothing else was asked for before keys, and the keys are the fields and no others.
    private var isExact = true
    /// The first type that was asked for as the only value.
    private var asked: (any Any.Type)?
    /// Whether several types were asked for as the only value.
    private var isMixed = false

    private init(fields: [String], members: ProbedMembers? = nil) {
        self.fields = fields
        self.members = members
    }

    /// How a struct is coded.
    ///
    /// - Parameters:
    ///   - type: the struct.
    ///   - nothing: gives what stands for nothing in a field; nil where there is no such value.
    /// - Returns: what its decoding asks for.
    static func shape(
        of type: any Codable.Type, nothing: @escaping (_ name: String, _ type: any Any.Type) -> Any?
    ) -> Shape {
        let fields = TypeReading.fields(of: type)
        let members = ProbedMembers(fields, nothing: nothing)
        let probe = CodingProbe(fields: fields.map(\.0), members: members)
        let isDecoded = (try? type.init(from: probe)) != nil
        if case .keyed = probe.shape, !members.areComposite(isDecoded: isDecoded) { return .other }
        return probe.shape
    }

    /// Whether an enum is coded as the compiler codes one: a case's name leads to the payload.
    static func isKeyed(_ type: any Codable.Type, by cases: [String]) -> Bool {
        let probe = CodingProbe(fields: cases)
        _ = try? type.init(from: probe)
        guard case .keyed = probe.shape else { return false }
        return probe.isExact
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let hasFields = fields.allSatisfy { Key(stringValue: $0) != nil }
        shape = hasFields ? .keyed : .other
        if !Self.hasCases(type, fields.count) { isExact = false }
        guard hasFields, let members else { throw ProbeEnd() }
        return KeyedDecodingContainer(ProbedKeys<Key>(members: members))
    }

    /// Whether keys are an enum of so many cases.
    private static func hasCases(_ keys: any CodingKey.Type, _ count: Int) -> Bool {
        guard case .cases(let names, hasPayloads: false) = TypeReading.kind(of: keys) else { return false }
        return names.count == count
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        isExact = false
        throw ProbeEnd()
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        isExact = false
        return ProbedValue(probe: self)
    }

    /// Notes the type of an only value: one column has one plain type.
    fileprivate func note(_ type: any Any.Type) {
        if let asked, asked != type { isMixed = true }
        asked = asked ?? type
        shape = .other
        if !isMixed, let plain = type as? any _PlainAttribute.Type { shape = .single(plain) }
    }
}

private struct ProbedValue: SingleValueDecodingContainer {
    let probe: CodingProbe
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { false }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        probe.note(type)
        throw ProbeEnd()
    }
}
