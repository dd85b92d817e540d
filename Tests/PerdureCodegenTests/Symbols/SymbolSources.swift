// SPDX-License-Identifier: Apache-2.0
// Sources full of managed members, for SymbolComparisonTests.swift.

/// A target's files, and those of modules that it imports.
enum SymbolSources {
    static let stub = [
        "Stub.swift": """
        @_exported import Foundation
        open class NSManagedObject: NSObject {}
        public final class NSManagedObjectID: NSObject {}
        """
    ]

    static let other = [
        "Other.swift": """
        import Foundation
        public enum OtherKind: Int { case a }
        public struct OtherBox: Hashable { public struct Inner {} }
        public class OtherClass: NSObject {}
        """
    ]

    static let target = [
        "Person.swift": person, "Words.swift": words, "More.swift": more,
    ]

    private static let person = """
        import Foundation
        import Perdure
        public enum Kind: Int16 { case a, b }
        public struct Point { public var x = 1; public struct Inner { public enum Deep { case a } } }
        typealias Alias = [String: Int]
        typealias Twice = Alias?
        public protocol Plan {}
        private enum Hidden { class Local {} }
        open class Person: NSManagedObject {
            public enum Mood: String { case good }
            @NSManaged public var i16: Int16
            @NSManaged public var i32: Int32, i64: Int64
            @NSManaged var plain, plain2: Int
            @NSManaged var i8: Int8, u8: UInt8, u: UInt, u64: UInt64
            @NSManaged public var flag: Bool
            @NSManaged public var double: Double
            @NSManaged public var float: Float
            @NSManaged public var interval: TimeInterval
            @NSManaged public var optionalInt: Int64?
            @NSManaged public var text: String
            @NSManaged open var openText: String?
            @NSManaged public var date: Date
            @NSManaged public var optionalDate: Date?
            @NSManaged public var data: Data?
            @NSManaged public var uuid: UUID?
            @NSManaged public var url: URL?
            @NSManaged public var notification: Notification?
            @NSManaged public var notificationName: Notification.Name
            @NSManaged public var operation: Operation?
            @NSManaged public var comparison: ComparisonResult
            @NSManaged public var query: [URLQueryItem]?
            @NSManaged public var queue: DispatchQueue?
            @NSManaged public var fileManager: FileManager?
            @NSManaged public var decimal: Decimal
            @NSManaged public var decimalNumber: NSDecimalNumber?
            @NSManaged public var number: NSNumber?
            @NSManaged public var object: NSObject?
            @NSManaged public var set: NSSet?
            @NSManaged public var orderedSet: NSOrderedSet
            @NSManaged public var mutableSet: NSMutableSet
            @NSManaged public var people: Set<Person>
            @NSManaged public var optionalPeople: Set<Person>?
            @NSManaged public var list: [Person]
            @NSManaged public var strings: [String]?
            @NSManaged public var nested: [[String: Set<Int>]]
            @NSManaged public var dictionary: [String: Any]
            @NSManaged public var optionalDictionary: [String: Any]?
            @NSManaged public var pairs: [Date: Date]
            @NSManaged public var boss: Person!
            @NSManaged public var kind: Kind
            @NSManaged public var optionalKind: Kind?
            @NSManaged public var mood: Mood?
            @NSManaged public var otherMood: Person.Mood
            @NSManaged public var point: Point
            @NSManaged public var inner: Point.Inner?
            @NSManaged public var deep: Point.Inner.Deep
            @NSManaged var alias: Alias
            @NSManaged var twice: Twice
            @NSManaged public var any: Any?
            @NSManaged public var anyObject: AnyObject?
            @NSManaged public var plan: (any Plan)?
            @NSManaged public var coding: NSCoding?
            @NSManaged public var tuple: (Int, String)
            @NSManaged public var labelled: (a: Int, b: Int, text: String)?
            @NSManaged public var kindOfClass: Person.Type
            @NSManaged public var swiftDate: Foundation.Date, swiftInt: Swift.Int
            @NSManaged public var objectReference: Perdure.NSManagedObjectID?
            @NSManaged public var explicit: Optional<Swift.Array<String>>
            @NSManaged public var hashable: AnyHashable?
            @NSManaged public var locale: Locale?, attributed: AttributedString?
            @NSManaged public private(set) var readable: Int32
            @NSManaged private var secret: Int32
            @NSManaged fileprivate var fileSecret: Kind?
            @NSManaged internal var inside: Bool
            @NSManaged final var last: Bool
            @NSManaged public func addToItems(_ value: Item)
            @NSManaged public func addToItems(_ values: NSSet)
            @NSManaged public func removeFromItems(_ values: Set<Item>)
            @NSManaged func insertIntoItems(_ value: Item, at idx: Int)
            @NSManaged func insertIntoItems(_ values: [Item], at indexes: NSIndexSet)
            @NSManaged func removeFromItems(at idx: Int)
            @NSManaged func removeFromItems(at indexes: NSIndexSet)
            @NSManaged func replaceItems(at idx: Int, with value: Item)
            @NSManaged func replaceItems(at indexes: NSIndexSet, with values: [Item])
            @NSManaged func addToItems(_ values: NSOrderedSet)
            @NSManaged private func addToSecrets(_ value: Item)
            public class Nested: NSManagedObject {
                enum Own { case a }
                @NSManaged public var number: Int
                @NSManaged var up: Person?, own: Own, other: Kind, mood: Mood
            }
            func use() {
                secret += 1
                fileSecret = nil
                last = !last
                addToSecrets(unsafeDowncast(self, to: Item.self))
            }
        }
        public final class Item: Person {
            @NSManaged public var itemName: String
            @NSManaged override public var i16: Int16
            @NSManaged public var Person: Item?
        }
        """

    private static let words = """
        import Perdure
        class PersonName: NSManagedObject {
            @NSManaged var personNameFirst: String?
            @NSManaged var PersonName: PersonName?
            @NSManaged var name_Person_NAME: String
            @NSManaged var isNSManagedObjectName: Bool
            @NSManaged var aName: Person
            @NSManaged var a1Name2Person: Int
            @NSManaged var mdl: String, Mdl: String
            @NSManaged var firstSecondThirdFourthFifthSixthSeventhEighthNinthTenthEleventhTwelfth: Int
            @NSManaged func oneTwoThreeFourFiveSixSevenEightNineTenElevenTwelveThirteenFourteenFifteenSixteenSeventeenEighteenNineteenTwentyOneTwo(at twentyTwo: Int, SixteenTwenty twentyThree: PersonName)
            @NSManaged func many(_ a: PersonName, _ b: PersonName, c: Kind, d: Kind, e: Kind, f: PersonName)
        }
        class _Under_score_: NSManagedObject { @NSManaged var _a_: Int, __b: _Under_score_? }
        class Größe: NSManagedObject {
            @NSManaged var ä: Int, größe: Größe?, 名前: String, emoji🎬: Set<Größe>
            @NSManaged var `class`: `Type_`
        }
        enum Type_ { case a }
        """

    private static let more = """
        import Foundation
        import Other
        import Perdure
        extension Person {
            @NSManaged public var inExtension: Date?
            @NSManaged var otherKind: Other.OtherKind, box: [Other.OtherBox: Int]
            @NSManaged var otherInner: Other.OtherBox.Inner?
            @NSManaged var otherClass: Set<Other.OtherClass>?
            @NSManaged private var secretToo: Item
            func useMore() { secretToo = secretToo }
        }
        private extension Person { @NSManaged var third: Int; func useThird() { third += 1 } }
        extension Person.Nested {
            @NSManaged var deep: Point.Inner.Deep?, list: [Point.Inner]
            func use() { (deep, list) = (deep, list) }
        }
        enum Space { enum Sub {}; struct Value {} }
        extension Space { class First: NSManagedObject { @NSManaged var value: Value } }
        extension Space.Sub { class Second: NSManagedObject { @NSManaged var value: Space.Value, first: Space.First } }
        """
}
