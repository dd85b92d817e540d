// SPDX-License-Identifier: Apache-2.0
// The Swift types of attributes in macro classes.

import PerdureModelFormat

/// Chooses types.
enum MacroTypes {
    /// The type of a plain attribute; nil for transformable, composite and undefined ones.
    static func plain(_ type: Int, _ names: MacroNames) -> String? {
        switch AttributeType.facts(of: type)?.swiftType {
        case .swift(let name): names.spelled(name, "Swift")
        case .foundation(let name): names.spelled(name, "Foundation")
        case nil: nil
        }
    }

    /// What a member of a composite value starts with where the model has no default value.
    static func zero(_ type: Int, _ names: MacroNames) -> String? {
        switch type {
        case AttributeType.boolean: "false"
        case AttributeType.string: "\"\""
        case AttributeType.date: "\(names.spelled("Date", "Foundation"))(timeIntervalSinceReferenceDate: 0)"
        case AttributeType.binary: "\(names.spelled("Data", "Foundation"))()"
        case AttributeType.uuid:
            "\(names.spelled("UUID", "Foundation"))(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))"
        case AttributeType.uri: "\(names.spelled("URL", "Foundation"))(fileURLWithPath: \"/\")"
        default: "0"
        }
    }

    /// The case of NSAttributeType.
    static func attributeType(_ type: Int) -> String {
        switch type {
        case AttributeType.integer16: ".integer16AttributeType"
        case AttributeType.integer32: ".integer32AttributeType"
        case AttributeType.integer64: ".integer64AttributeType"
        case AttributeType.decimal: ".decimalAttributeType"
        case AttributeType.double: ".doubleAttributeType"
        case AttributeType.float: ".floatAttributeType"
        case AttributeType.string: ".stringAttributeType"
        case AttributeType.boolean: ".booleanAttributeType"
        case AttributeType.date: ".dateAttributeType"
        case AttributeType.binary: ".binaryDataAttributeType"
        case AttributeType.uuid: ".UUIDAttributeType"
        case AttributeType.uri: ".URIAttributeType"
        default: ".undefinedAttributeType"
        }
    }

    /// The type of transformable values: a class that Linux has too, or NSObject.
    static func object(_ className: String?) -> String {
        className.map { foundationClasses.contains($0) ? $0 : "NSObject" } ?? "NSObject"
    }

    private static let foundationClasses: Set = [
        "NSArray", "NSDictionary", "NSSet", "NSOrderedSet", "NSString", "NSNumber", "NSData", "NSDate",
        "NSURL",
        "NSUUID", "NSAttributedString", "NSMutableArray", "NSMutableDictionary",
    ]
}
