// SPDX-License-Identifier: Apache-2.0
// The types that sources name without declaring them. Releases differ in the module that declares a type of Foundation.
// The running process knows the module: the compiler that builds the sources built the process too.

import Foundation

/// Types of the standard library, Foundation and Core Data by name.
enum KnownTypes {
    /// The type of a name; nil for an unknown name.
    static func type(named name: String) -> NominalType? {
        standard[name] ?? foundation[name] ?? coreData[name] ?? FoundationTypes.type(named: name)
    }

    /// The names that are aliases of other types.
    static let aliases: [String: String] = [
        "TimeInterval": "Double", "NSRange": "_NSRange", "Float64": "Double", "Float32": "Float",
        "Void": "()",
        "StringLiteralType": "String", "CLong": "Int", "CInt": "Int32", "CShort": "Int16",
        "CDouble": "Double",
        "CFloat": "Float", "CBool": "Bool", "CChar": "Int8", "Notification.Name": "NSNotification.Name",
    ]

    /// The modules of these types, as sources may write them before a type.
    static let modules: Set<String> = [
        "Swift", "Foundation", "FoundationEssentials", "Dispatch", "CoreData", "Perdure",
    ]

    private static let standard: [String: NominalType] = {
        let structs = [
            "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Bool",
            "Double", "Float", "Float16", "String", "Substring", "Character", "Array", "Set", "Dictionary",
            "AnyHashable", "ClosedRange", "Range", "Duration", "ObjectIdentifier",
        ]
        let protocols = ["Error", "Encodable", "Decodable", "Sendable"]
        var types: [String: NominalType] = [:]
        for name in structs { types[name] = NominalType("Swift", name, .struct) }
        for name in protocols { types[name] = NominalType("Swift", name, .protocol) }
        types["Optional"] = NominalType("Swift", "Optional", .enum)
        return types
    }()

    private static let coreData: [String: NominalType] = {
        let classes = [
            "NSManagedObject", "NSManagedObjectID", "NSManagedObjectContext", "NSEntityDescription",
            "NSManagedObjectModel", "NSPersistentStore", "NSPersistentStoreCoordinator",
            "NSPersistentContainer",
            "NSFetchRequest", "NSPersistentHistoryToken", "UndoManager", "ValueTransformer",
        ]
        var types: [String: NominalType] = [:]
        for name in classes { types[name] = NominalType("Perdure", name, .class) }
        for name in ["NSExpression", "NSComparisonPredicate"] {
            types[name] = NominalType("PerdurePredicates", name, .class)
        }
        return types
    }()

    private static let foundation: [String: NominalType] = {
        let types: [Any.Type] = [
            Date.self, Data.self, UUID.self, URL.self, Decimal.self, Locale.self, TimeZone.self,
            Calendar.self,
            DateComponents.self, DateInterval.self, IndexPath.self, IndexSet.self, AttributedString.self,
            URLComponents.self, PersonNameComponents.self, CharacterSet.self, CGFloat.self, CGPoint.self,
            CGSize.self, CGRect.self, NSRange.self, Measurement<UnitLength>.self, NSObject.self,
            NSNumber.self,
            NSDecimalNumber.self, NSString.self, NSMutableString.self, NSDate.self, NSData.self,
            NSMutableData.self, NSUUID.self, NSURL.self, NSNull.self, NSValue.self, NSError.self,
            NSSet.self, NSMutableSet.self, NSCountedSet.self, NSOrderedSet.self, NSMutableOrderedSet.self,
            NSArray.self, NSMutableArray.self, NSDictionary.self, NSMutableDictionary.self, NSIndexSet.self,
            NSMutableIndexSet.self, NSAttributedString.self, NSMutableAttributedString.self, NSLocale.self,
            NSTimeZone.self, NSCalendar.self, NSDateComponents.self, NSRegularExpression.self,
            NSPredicate.self,
            NSSortDescriptor.self, Progress.self, Unit.self, Dimension.self, UnitLength.self, UnitMass.self,
            UnitDuration.self, UnitVolume.self, UnitTemperature.self, (any NSCoding).self,
            (any NSSecureCoding).self, (any NSCopying).self, (any NSObjectProtocol).self,
        ]
        return Dictionary(types.compactMap(nominal).map { ($0.name, $0) }) { first, _ in first }
    }()

    /// Parses the start of a type's mangled name: module, name, kind.
    private static func nominal(_ type: Any.Type) -> NominalType? {
        guard let mangled = _mangledTypeName(type) else { return nil }
        var rest = mangled[...]
        guard let module = identifier(&rest), let name = identifier(&rest), let letter = rest.first else {
            return nil
        }
        let kind: NominalType.Kind? = rest == "_p" ? .protocol : NominalType.Kind(rawValue: letter)
        return kind.map { NominalType(module, name, $0) }
    }

    private static func identifier(_ text: inout Substring) -> String? {
        let digits = text.prefix { $0.isNumber }
        guard let count = Int(digits), count > 0 else { return nil }
        text = text.dropFirst(digits.count)
        defer { text = text.dropFirst(count) }
        return String(text.prefix(count))
    }
}
