// SPDX-License-Identifier: Apache-2.0
// The body of each supplied accessor: by slot, and by key.

import PerdureModelFormat
import Testing

@testable import PerdureCodegen

@Suite struct ManagedAccessorTests {
    private let target: ManagedTarget
    private let resolver: TypeResolver

    init() throws {
        let text = """
            class Movie: NSManagedObject {}
            enum Grade: Int16 { case a }
            enum Unit: String { case b }
            struct Flags: OptionSet { let rawValue: Int32 }
            struct Box {}
            """
        let sources = TargetSources([SourceFile(path: "a.swift", text: text)])
        target = try ManagedTarget(sources, module: "Mdl", models: [])
        resolver = TypeResolver(sources: sources, module: "Mdl", dependencies: [:])
    }

    private func accessor(_ text: String, _ place: AccessorStorage) throws -> ManagedAccessor {
        let syntax = TypeParser.parse(text)
        let type = try resolver.resolve(syntax, .init(path: ["Movie"], file: "a.swift"))
        return ManagedValue(
            type: type, syntax: syntax, place: place, name: "Movie.p", key: "p", types: TypeNames(),
            target: target
        ).accessor
    }

    @Test(
        "attributes of the natural type read their slot directly",
        arguments: [
            (
                "Int16", AttributeType.integer16, "_int16(at: 3)",
                "_setInt64(Int64(truncatingIfNeeded: value), at: 3)"
            ),
            ("Int64", AttributeType.integer64, "_int64(at: 3)", "_setInt64(value, at: 3)"),
            (
                "Int?", AttributeType.integer32, "_integer(at: 3).map { Int(truncatingIfNeeded: $0) }",
                "_setInteger(value.map { Int64(truncatingIfNeeded: $0) }, at: 3)"
            ),
            ("Bool", AttributeType.boolean, "_bool(at: 3)", "_setBool(value, at: 3)"),
            ("Double?", AttributeType.double, "_optionalDouble(at: 3)", "_setOptionalDouble(value, at: 3)"),
            ("Float", AttributeType.float, "_float(at: 3)", "_setDouble(Double(value), at: 3)"),
            ("String", AttributeType.string, "_string(at: 3) ?? \"\"", "_setString(value, at: 3)"),
            ("Date!", AttributeType.date, "_date(at: 3)", "_setDate(value, at: 3)"),
            (
                "TimeInterval", AttributeType.date, "_date(at: 3)?.timeIntervalSinceReferenceDate ?? 0",
                "_setDate(Date(timeIntervalSinceReferenceDate: value), at: 3)"
            ),
            ("Data", AttributeType.binary, "_data(at: 3) ?? Data()", "_setData(value, at: 3)"),
            ("UUID?", AttributeType.uuid, "_uuid(at: 3)", "_setUUID(value, at: 3)"),
            ("URL", AttributeType.uri, "_url(at: 3) ?? __missing(\"Movie.p\")", "_setURL(value, at: 3)"),
            (
                "Decimal", AttributeType.decimal, "_decimal(at: 3)?.decimalValue ?? 0",
                "_setDecimal(NSDecimalNumber(decimal: value), at: 3)"
            ),
            (
                "Grade", AttributeType.integer16,
                "Optional(_int64(at: 3)).flatMap { Grade(rawValue: .init(truncatingIfNeeded: $0)) } "
                    + "?? __missing(\"Movie.p\")",
                "_setInt64(Int64(truncatingIfNeeded: value.rawValue), at: 3)"
            ),
            (
                "Unit?", AttributeType.string, "_string(at: 3).flatMap { Unit(rawValue: $0) }",
                "_setString(value?.rawValue, at: 3)"
            ),
        ])
    func slots(type: String, attribute: Int, get: String, set: String) throws {
        let accessor = try accessor(type, .slot(3, .attribute(attribute)))
        #expect(accessor == ManagedAccessor(get: get, set: set))
    }

    @Test(
        "attributes of another type go through an object",
        arguments: [
            ("NSNumber?", AttributeType.integer16, "_value(at: 3) as? NSNumber", "_setValue(value, at: 3)"),
            (
                "Double", AttributeType.decimal, "(_value(at: 3) as? NSNumber)?.doubleValue ?? 0",
                "_setValue(NSNumber(value: value), at: 3)"
            ),
            (
                "[String]", AttributeType.transformable, "_value(at: 3) as? [String] ?? []",
                "_setValue(value, at: 3)"
            ),
            (
                "Set<Movie>?", AttributeType.transformable, "_value(at: 3) as? Set<Movie>",
                "_setValue(value, at: 3)"
            ),
            ("Grade?", AttributeType.undefined, "_value(at: 3) as? Grade", "_setValue(value, at: 3)"),
            ("Any?", AttributeType.undefined, "_value(at: 3)", "_setValue(value, at: 3)"),
            (
                "Box", AttributeType.transformable, "_value(at: 3) as? Box ?? __missing(\"Movie.p\")",
                "_setValue(value, at: 3)"
            ),
        ])
    func objects(type: String, attribute: Int, get: String, set: String) throws {
        let accessor = try accessor(type, .slot(3, .attribute(attribute)))
        #expect(accessor == ManagedAccessor(get: get, set: set))
    }

    @Test("relationships by slot")
    func relationships() throws {
        #expect(
            try accessor("Movie?", .slot(3, .toOne))
                == ManagedAccessor(get: "_toOne(at: 3, as: Movie.self)", set: "_setToOne(value, at: 3)"))
        #expect(
            try accessor("NSSet?", .slot(3, .toMany(isOrdered: false)))
                == ManagedAccessor(get: "_set(at: 3)", set: "_setValue(value, at: 3)"))
        #expect(
            try accessor("Set<Movie>", .slot(3, .toMany(isOrdered: false)))
                == ManagedAccessor(
                    get: "_members(at: 3, as: Movie.self)", set: "_setToMany(Array(value), at: 3)"))
        #expect(
            try accessor("[Movie]?", .slot(3, .toMany(isOrdered: true)))
                == ManagedAccessor(
                    get: "_orderedMembers(at: 3, as: Movie.self)", set: "_setToMany(value ?? [], at: 3)"))
        #expect(
            try accessor("NSMutableSet", .slot(3, .toMany(isOrdered: false))).get
                == "mutableSetValue(forKey: \"p\")")
    }

    @Test("values by key")
    func keys() throws {
        let place = AccessorStorage.key("p", nil)
        let read = "_storedValue(forKey: \"p\")"
        #expect(try accessor("Int32", place).get == "(\(read) as? NSNumber)?.int32Value ?? 0")
        #expect(try accessor("Movie?", place).get == "\(read) as? Movie")
        #expect(try accessor("[Movie]", place).get == "__members(\(read), as: Movie.self) ?? []")
        #expect(
            try accessor("Grade", place)
                == ManagedAccessor(
                    get: "Optional((\(read) as? NSNumber)?.int16Value ?? 0).flatMap { Grade(rawValue: $0) } "
                        + "?? __missing(\"Movie.p\")",
                    set: "let value = value.rawValue\n_setStoredValue(NSNumber(value: value), forKey: \"p\")")
        )
        #expect(
            try accessor("Int64?", .primitive("p")).set
                == "setPrimitiveValue(value.map { NSNumber(value: $0) }, forKey: \"p\")")
    }
}
