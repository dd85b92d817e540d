// SPDX-License-Identifier: Apache-2.0
// The attribute types by number, and a table of facts about each type: its names and its classes.
// AttributeDocument.type holds the number. A number from a newer file survives that way.

/// The raw values of `NSAttributeType`.
package enum AttributeType {
    package static let undefined = 0
    package static let integer16 = 100
    package static let integer32 = 200
    package static let integer64 = 300
    package static let decimal = 400
    package static let double = 500
    package static let float = 600
    package static let string = 700
    package static let boolean = 800
    package static let date = 900
    package static let binary = 1000
    package static let uuid = 1100
    package static let uri = 1200
    package static let transformable = 1800
    package static let objectID = 2000
    package static let composite = 2100

    /// All types, in the order of their numbers.
    package static let all: [AttributeTypeFacts] = [
        .init(undefined, "Undefined", "undefined", nil, nil),
        .init(integer16, "Integer 16", "integer16", "NSNumber", .swift("Int16")),
        .init(integer32, "Integer 32", "integer32", "NSNumber", .swift("Int32")),
        .init(integer64, "Integer 64", "integer64", "NSNumber", .swift("Int64")),
        .init(decimal, "Decimal", "decimal", "NSDecimalNumber", .foundation("Decimal")),
        .init(double, "Double", "double", "NSNumber", .swift("Double")),
        .init(float, "Float", "float", "NSNumber", .swift("Float")),
        .init(string, "String", "string", "NSString", .swift("String")),
        .init(boolean, "Boolean", "boolean", "NSNumber", .swift("Bool")),
        .init(date, "Date", "date", "NSDate", .foundation("Date")),
        .init(binary, "Binary", "binaryData", "NSData", .foundation("Data")),
        .init(uuid, "UUID", "UUID", "NSUUID", .foundation("UUID")),
        .init(uri, "URI", "URI", "NSURL", .foundation("URL")),
        .init(transformable, "Transformable", "transformable", nil, nil),
        .init(objectID, "Object ID", "objectID", nil, nil),
        .init(composite, "Composite", "composite", nil, nil),
    ]

    private static let byNumber = Dictionary(uniqueKeysWithValues: all.map { ($0.number, $0) })
    private static let bySourceName = Dictionary(uniqueKeysWithValues: all.map { ($0.sourceName, $0) })

    /// The facts about a type; nil for a number from a newer file.
    package static func facts(of type: Int) -> AttributeTypeFacts? { byNumber[type] }

    /// The names that model sources may use, in the order of their numbers.
    static let sourceNames = all.map(\.sourceName)

    /// The name in model sources.
    package static func name(of type: Int) -> String { facts(of: type)?.sourceName ?? "Undefined" }

    /// The type that a model source names; nil for an unknown name.
    package static func number(of name: String) -> Int? { bySourceName[name]?.number }

    package static func isInteger(_ type: Int) -> Bool { [integer16, integer32, integer64].contains(type) }
    package static func isFloating(_ type: Int) -> Bool { type == double || type == float }
    package static func isNumber(_ type: Int) -> Bool {
        isInteger(type) || isFloating(type) || type == decimal
    }

    /// The class of the type's values; nil where the model may name a class itself.
    package static func valueClassName(of type: Int) -> String? { facts(of: type)?.className }
}

/// The facts about one attribute type.
package struct AttributeTypeFacts: Sendable {
    /// The raw value.
    package let number: Int
    /// The name in model sources.
    package let sourceName: String
    /// The case of `NSAttributeType`, without its ending.
    package let constantName: String
    /// The class of the values; nil where the model may name a class.
    package let className: String?
    /// The Swift type of the values; nil where the program chooses the type.
    package let swiftType: SwiftType?

    /// A type of Swift by its name and the module that declares it.
    package enum SwiftType: Sendable, Equatable {
        case swift(String)
        case foundation(String)
    }

    fileprivate init(
        _ number: Int, _ sourceName: String, _ constantName: String, _ className: String?,
        _ swiftType: SwiftType?
    ) {
        self.number = number
        self.sourceName = sourceName
        self.constantName = constantName
        self.className = className
        self.swiftType = swiftType
    }
}
