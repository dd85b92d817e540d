// SPDX-License-Identifier: Apache-2.0
// The Swift types of attributes that have typed entry points by slot. Macros and generated classes both read this table.
// PlainType+Accessors.swift makes the accessors.

/// A type that accessors read and write without generics.
package struct PlainType: Sendable {
    /// The group of a type, which decides the validation options and model types that fit it.
    package enum Family: Sendable { case integer, number, boolean, string, date, data, uuid, url }

    package let typeName: TypeName
    package let family: Family
    /// The value of a nil attribute without a default, as text; nil for types without a natural zero.
    package let zero: String?
    /// The arguments of the initializer for a starting value; nil where `zero` is that value.
    let startArguments: String?
    /// The cases of `NSAttributeType` that the type represents, without their ending.
    package let modelTypes: [String]
    let entries: EntryPoints

    package var name: String { typeName.name }

    init(
        _ typeName: TypeName, _ family: Family, zero: String? = nil, start: String? = nil,
        _ modelTypes: [String], _ entries: EntryPoints
    ) {
        self.typeName = typeName
        self.family = family
        self.zero = zero
        startArguments = start
        self.modelTypes = modelTypes
        self.entries = entries
    }

    /// The type with a name; nil for a type without entry points of its own.
    package static func named(_ name: String) -> PlainType? { byName[name] }

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    /// All plain types.
    package static let all: [PlainType] =
        integers + [
            PlainType(
                .swift("Double"), .number, zero: "0", ["double"],
                .scalar(reads: "Double", stores: "Double", optional: "OptionalDouble")),
            PlainType(
                .swift("Float"), .number, zero: "0", ["float"],
                .scalar(reads: "Float", stores: "Double", optional: "OptionalDouble")),
            PlainType(
                .foundation("Decimal"), .number, zero: "0", ["decimal"],
                .wrapped("Decimal", in: .foundation("NSDecimalNumber"), as: "decimalValue", by: "decimal")),
            PlainType(
                .foundation("NSDecimalNumber"), .number, zero: ".zero", ["decimal"], .object("Decimal")),
            PlainType(
                .swift("Bool"), .boolean, zero: "false", ["boolean"],
                .scalar(reads: "Bool", stores: "Bool", optional: "OptionalBool")),
            PlainType(.swift("String"), .string, zero: "\"\"", ["string"], .object("String")),
            PlainType(
                .foundation("Data"), .data, zero: ".init()", start: "()", ["binaryData"], .object("Data")),
            PlainType(
                .foundation("Date"), .date, start: "(timeIntervalSinceReferenceDate: 0)", ["date"],
                .object("Date")),
            PlainType(
                .foundation("UUID"), .uuid, start: "(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))",
                ["UUID"], .object("UUID")),
            PlainType(
                .foundation("URL"), .url, start: "(fileURLWithPath: \"/\")", ["URI"], .object("URL")),
        ]

    private static let integers = ["Int", "Int64", "Int32", "Int16"].map { name in
        PlainType(
            .swift(name), .integer, zero: "0", ["integer16", "integer32", "integer64"],
            .scalar(reads: name == "Int" ? "Int64" : name, stores: "Int64", optional: "Integer"))
    }

    /// A date as a scalar: its seconds since 2001.
    ///
    /// Macros do not accept this type for attributes.
    package static let seconds = PlainType(
        .foundation("TimeInterval"), .number, zero: "0", [],
        .wrapped(
            "Date", in: .foundation("Date"), as: "timeIntervalSinceReferenceDate",
            by: "timeIntervalSinceReferenceDate"))
}

extension PlainType {
    /// Whether an attribute of the type can merge as a counter.
    package var counts: Bool { family == .integer || ["Double", "Decimal"].contains(name) }

    /// The text of a starting value of the type.
    package func start(_ spelled: (TypeName) -> String) -> String {
        startArguments.map { spelled(typeName) + $0 } ?? zero ?? "0"
    }
}
