// SPDX-License-Identifier: Apache-2.0
// The attribute types by number, and the table of what is known of each: its names, its classes, what computes with it.
// AttributeDocument.type holds the number, so that a number from a newer file survives.

import PerdurePredicates

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
        .init(undefined, "Undefined", nil, nil, .other),
        .init(integer16, "Integer 16", "NSNumber", .swift("Int16"), .integer),
        .init(integer32, "Integer 32", "NSNumber", .swift("Int32"), .integer),
        .init(integer64, "Integer 64", "NSNumber", .swift("Int64"), .integer),
        .init(decimal, "Decimal", "NSDecimalNumber", .foundation("Decimal"), .fraction),
        .init(double, "Double", "NSNumber", .swift("Double"), .fraction),
        .init(float, "Float", "NSNumber", .swift("Float"), .fraction),
        .init(string, "String", "NSString", .swift("String"), .text),
        .init(boolean, "Boolean", "NSNumber", .swift("Bool"), .truth),
        .init(date, "Date", "NSDate", .foundation("Date"), .date),
        .init(binary, "Binary", "NSData", .foundation("Data"), .binary),
        .init(uuid, "UUID", "NSUUID", .foundation("UUID"), .uuid),
        .init(uri, "URI", "NSURL", .foundation("URL"), .uri),
        .init(transformable, "Transformable", nil, nil, .transformable),
        .init(objectID, "Object ID", nil, nil, .other),
        .init(composite, "Composite", nil, nil, .composite),
    ]

    private static let byNumber = Dictionary(uniqueKeysWithValues: all.map { ($0.number, $0) })
    private static let bySourceName = Dictionary(uniqueKeysWithValues: all.map { ($0.sourceName, $0) })

    /// What is known of a type; nil for a number from a newer file.
    package static func facts(of type: Int) -> AttributeTypeFacts? { byNumber[type] }

    /// The names that model sources may use, in the order of their numbers.
    static let sourceNames = all.map(\.sourceName)

    /// The name in model sources.
    package static func name(of type: Int) -> String { facts(of: type)?.sourceName ?? "Undefined" }

    /// The type that a model source names; nil for an unknown name.
    package static func number(of name: String) -> Int? { bySourceName[name]?.number }

    package static func isInteger(_ type: Int) -> Bool { facts(of: type)?.held == .integer }
    static func isFloating(_ type: Int) -> Bool { type == double || type == float }
    package static func isNumber(_ type: Int) -> Bool { facts(of: type)?.held.isNumber ?? false }

    /// The class of the type's values; nil where the model may name one itself.
    package static func valueClassName(of type: Int) -> String? { facts(of: type)?.className }
}

/// What is known of one attribute type.
package struct AttributeTypeFacts: Sendable {
    /// The raw value.
    package let number: Int
    /// The name in model sources.
    package let sourceName: String
    /// The class of the values; nil where the model may name one.
    package let className: String?
    /// The type of the values in Swift; nil where the program chooses one.
    package let swiftType: SwiftType?
    /// What derivations take the values for.
    package let held: DerivationValue

    /// A type of Swift by its name and the module that declares it.
    package enum SwiftType: Sendable, Equatable {
        case swift(String)
        case foundation(String)
    }

    fileprivate init(
        _ number: Int, _ sourceName: String, _ className: String?, _ swiftType: SwiftType?,
        _ held: DerivationValue
    ) {
        self.number = number
        self.sourceName = sourceName
        self.className = className
        self.swiftType = swiftType
        self.held = held
    }
}
