// SPDX-License-Identifier: Apache-2.0
// One class with an attribute of every type.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CoreData
import Foundation

public enum Grade: Int16, Sendable { case low, middle, high }
public enum Unit: String, Sendable { case piece, kilogram }

public struct Marks: OptionSet, Sendable {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
    public static let red = Marks(rawValue: 1)
    public static let blue = Marks(rawValue: 2)
}

open class Gadget: NSManagedObject {
    @NSManaged public var code: UUID?
    @NSManaged public var contents: Data
    @NSManaged public var count16: Int16, count32: Int32
    @NSManaged public var count64: Int64
    @NSManaged public var countOfAll: NSNumber?
    @NSManaged public var grade: Grade
    @NSManaged public var height: Float
    @NSManaged open var isNew: Bool
    @NSManaged public var link: URL?
    @NSManaged public var madeAt: Date?
    @NSManaged public var marks: Marks
    @NSManaged public var maybe: Int?
    @NSManaged public var note: [String: Any]?
    @NSManaged public var number: NSNumber?
    @NSManaged public var price: NSDecimalNumber?
    @NSManaged private var secret: Int32
    @NSManaged public var seenAt: TimeInterval
    @NSManaged public var tags: NSArray?
    @NSManaged public var title: String
    @NSManaged public var total: Decimal
    @NSManaged public var unit: Unit?
    @NSManaged public private(set) var weight: Double

    /// Reaches what other files cannot.
    public func weigh(_ weight: Double) -> Int32 {
        self.weight += weight
        secret += 1
        return secret
    }

    open var shout: String {
        get { title.uppercased() }
        set { title = newValue.lowercased() }
    }
}

public final class SpecialGadget: Gadget {
    @NSManaged public var bonus: Int
}
