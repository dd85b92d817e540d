// SPDX-License-Identifier: Apache-2.0
// The attribute types for which objects have typed entry points by slot (Perdure/Objects/SlotAccessors.swift):
// what an accessor of each one says.

/// A type that accessors read and write without generics.
struct PlainType: Sendable {
    /// Which validation options and model types fit.
    enum Family: Sendable { case integer, number, boolean, string, date, data, uuid, url }

    let name: String
    let family: Family
    /// The value that nil reads as where there is no default; nil for types without a natural one.
    let zero: String?
    /// Reads a value that may be nil; the argument is the slot.
    let read: @Sendable (String) -> String
    /// Reads a value where nil is `zero`, when there is a shorter way than `??`.
    let readZero: (@Sendable (String) -> String)?
    /// Sets `newValue` of the type; the argument is the slot.
    let write: @Sendable (String) -> String
    /// Sets `newValue` of the optional type.
    let writeOptional: @Sendable (String) -> String

    static func named(_ name: String) -> PlainType? { table[name] }

    private static let table: [String: PlainType] = Dictionary(
        uniqueKeysWithValues: (integers + numbers + others).map { ($0.name, $0) })

    private static let integers: [PlainType] = [
        PlainType(
            name: "Int", family: .integer, zero: "0",
            read: { "_optionalInt64(at: \($0)).map { Int($0) }" }, readZero: { "Int(_int64(at: \($0)))" },
            write: { "_setInt64(Int64(newValue), at: \($0))" },
            writeOptional: { "_setInteger(newValue.map { Int64($0) }, at: \($0))" }),
        PlainType(
            name: "Int64", family: .integer, zero: "0",
            read: { "_optionalInt64(at: \($0))" }, readZero: { "_int64(at: \($0))" },
            write: { "_setInt64(newValue, at: \($0))" },
            writeOptional: { "_setInteger(newValue, at: \($0))" }),
        smallInteger("Int32"), smallInteger("Int16"),
    ]

    private static func smallInteger(_ name: String) -> PlainType {
        PlainType(
            name: name, family: .integer, zero: "0",
            read: { "_optional\(name)(at: \($0))" },
            readZero: { "_\(name.lowercased())(at: \($0))" },
            write: { "_setInt64(Int64(newValue), at: \($0))" },
            writeOptional: { "_setInteger(newValue.map { Int64($0) }, at: \($0))" })
    }

    private static let numbers: [PlainType] = [
        PlainType(
            name: "Double", family: .number, zero: "0",
            read: { "_optionalDouble(at: \($0))" }, readZero: { "_double(at: \($0))" },
            write: { "_setDouble(newValue, at: \($0))" },
            writeOptional: { "_setOptionalDouble(newValue, at: \($0))" }),
        PlainType(
            name: "Float", family: .number, zero: "0",
            read: { "_optionalFloat(at: \($0))" }, readZero: { "_float(at: \($0))" },
            write: { "_setDouble(Double(newValue), at: \($0))" },
            writeOptional: { "_setOptionalDouble(newValue.map { Double($0) }, at: \($0))" }),
        PlainType(
            name: "Decimal", family: .number, zero: "0",
            read: { "_decimal(at: \($0))?.decimalValue" }, readZero: nil,
            write: { "_setDecimal(NSDecimalNumber(decimal: newValue), at: \($0))" },
            writeOptional: { "_setDecimal(newValue.map { NSDecimalNumber(decimal: $0) }, at: \($0))" }),
        object("NSDecimalNumber", .number, zero: ".zero", "_decimal", "_setDecimal"),
    ]

    private static let others: [PlainType] = [
        PlainType(
            name: "Bool", family: .boolean, zero: "false",
            read: { "_optionalBool(at: \($0))" }, readZero: { "_bool(at: \($0))" },
            write: { "_setBool(newValue, at: \($0))" },
            writeOptional: { "_setOptionalBool(newValue, at: \($0))" }),
        object("String", .string, zero: "\"\"", "_string", "_setString"),
        object("Data", .data, zero: ".init()", "_data", "_setData"),
        object("Date", .date, zero: nil, "_date", "_setDate"),
        object("UUID", .uuid, zero: nil, "_uuid", "_setUUID"),
        object("URL", .url, zero: nil, "_url", "_setURL"),
    ]

    /// A type whose entry points take and give optionals.
    private static func object(
        _ name: String, _ family: Family, zero: String?, _ read: String, _ write: String
    ) -> PlainType {
        PlainType(
            name: name, family: family, zero: zero, read: { "\(read)(at: \($0))" }, readZero: nil,
            write: { "\(write)(newValue, at: \($0))" }, writeOptional: { "\(write)(newValue, at: \($0))" })
    }
}
