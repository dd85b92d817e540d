// SPDX-License-Identifier: Apache-2.0
// The attribute types by number and by the names that model sources use. AttributeDocument.type holds the
// number, so that a number from a newer file survives.

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

    private static let names = [
        undefined: "Undefined", integer16: "Integer 16", integer32: "Integer 32", integer64: "Integer 64",
        decimal: "Decimal", double: "Double", float: "Float", string: "String", boolean: "Boolean",
        date: "Date",
        binary: "Binary", uuid: "UUID", uri: "URI", transformable: "Transformable", objectID: "Object ID",
        composite: "Composite",
    ]
    private static let numbers = Dictionary(uniqueKeysWithValues: names.map { ($1, $0) })

    /// The names that model sources may use, in the order of their numbers.
    static let sourceNames = names.sorted { $0.key < $1.key }.map(\.value)

    /// The name in model sources.
    package static func name(of type: Int) -> String { names[type] ?? "Undefined" }

    /// The type that a model source names; nil for an unknown name.
    package static func number(of name: String) -> Int? { numbers[name] }

    package static func isInteger(_ type: Int) -> Bool { [integer16, integer32, integer64].contains(type) }
    static func isFloating(_ type: Int) -> Bool { [double, float].contains(type) }
    package static func isNumber(_ type: Int) -> Bool {
        isInteger(type) || isFloating(type) || type == decimal
    }

    /// The class of the type's values; nil where the model may name one itself.
    static func valueClassName(of type: Int) -> String? {
        switch type {
        case integer16, integer32, integer64, double, float, boolean: "NSNumber"
        case decimal: "NSDecimalNumber"
        case string: "NSString"
        case date: "NSDate"
        case binary: "NSData"
        case uuid: "NSUUID"
        case uri: "NSURL"
        default: nil
        }
    }
}
