// SPDX-License-Identifier: Apache-2.0
// The entry points of each plain type, and the accessors that call them. Part of PlainType.swift.

/// The entry points of one type.
enum EntryPoints: Sendable {
    /// The entry points take and return optionals: `_string`, `_setString`.
    case object(String)
    /// One reader returns zero for nil, the other an optional: `_int16`, `_optionalInt16`, `_setInt64`, `_setInteger`.
    case scalar(reads: String, stores: String, optional: String)
    /// The entry points take and return an object around the value.
    case wrapped(String, in: TypeName, as: String, by: String)
}

extension PlainType {
    /// Whether an entry point reads nil as `zero`.
    package var readsZero: Bool { if case .scalar = entries { true } else { false } }

    /// The accessor of a property that may be nil.
    package func optional(at slot: SlotText) -> AccessorText {
        switch entries {
        case .object(let entry):
            return AccessorText(get: slot.read(Self.reader(entry)), set: slot.write(entry))
        case .scalar(let reads, let stores, let optional):
            let get = slot.read("optional\(reads)")
            let stored = "\(slot.value).map { \(slot.spelled(.swift(stores)))($0) }"
            return AccessorText(
                get: reads == name ? get : "\(get).map { \(slot.spelled(typeName))($0) }",
                set: slot.write(optional, stores == name ? nil : stored))
        case .wrapped(let entry, let object, let property, let label):
            return AccessorText(
                get: "\(slot.read(Self.reader(entry)))?.\(property)",
                set: slot.write(entry, "\(slot.value).map { \(slot.spelled(object))(\(label): $0) }"))
        }
    }

    /// The accessor of a property that is never nil.
    ///
    /// Where `readsZero` is false, the getter may still give nil; the code's writer then adds the value for nil.
    package func required(at slot: SlotText) -> AccessorText {
        switch entries {
        case .object: return optional(at: slot)
        case .scalar(let reads, let stores, _):
            let get = slot.read(reads.lowercased())
            let stored = "\(slot.spelled(.swift(stores)))(\(slot.value))"
            return AccessorText(
                get: reads == name ? get : "\(slot.spelled(typeName))(\(get))",
                set: slot.write(stores, stores == name ? nil : stored))
        case .wrapped(let entry, let object, _, let label):
            return AccessorText(
                get: optional(at: slot).get,
                set: slot.write(entry, "\(slot.spelled(object))(\(label): \(slot.value))"))
        }
    }

    /// The name of a reader, without its underscore: `uuid`, `string`.
    private static func reader(_ entry: String) -> String {
        entry == entry.uppercased()
            ? entry.lowercased() : entry.prefix(1).lowercased() + entry.dropFirst()
    }
}
