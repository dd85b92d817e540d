// SPDX-License-Identifier: Apache-2.0
// Converts between slot values and the values that programs see, by attribute type. Composites are in
// AttributeCoding+Composites.swift, integers in AttributeCoding+Integers.swift, transformable values in TransformedValue.swift.

import Foundation
import PerdureFoundationGaps
import PerdureStore

/// How the values of one attribute are read and written.
package struct AttributeCoding {
    package let name: String
    package let type: StoredAttributeType
    /// Facts of elements and of composite, transformable and merging attributes; nil for all other codings.
    let details: Details?

    /// The rare facts of a coding; a class, so that a coding without them stays cheap to pass on.
    final class Details: @unchecked Sendable {
        // Sendable because nothing changes after init. Each object gets a copy of a live default value.

        /// The elements of a composite.
        let elements: [AttributeCoding]
        /// The value transformer of a transformable attribute; nil for the default one.
        let transformer: String?
        /// A class that the default transformer reads and writes beside Foundation's.
        let archivedClass: AnyClass?
        /// Whether an element may be nil in a composite that has a value.
        let isOptional: Bool
        let defaultValue: SlotValue
        /// How the attribute merges.
        let merge: MergeRule?

        init(
            _ elements: [AttributeCoding], transformer: String?, archivedClass: AnyClass? = nil,
            isOptional: Bool, default value: SlotValue, merge: MergeRule? = nil
        ) {
            self.elements = elements
            self.transformer = transformer
            self.archivedClass = archivedClass
            self.isOptional = isOptional
            defaultValue = value
            self.merge = merge
        }
    }

    /// The coding of a column of results.
    init(name: String, _ attribute: AttributeDefinition) {
        self.name = name
        type = attribute.type
        details = nil
    }

    /// The coding of an attribute, with all that its description says.
    init(_ attribute: NSAttributeDescription, merge: MergeRule? = nil) {
        name = attribute.name
        type = attribute.attributeType.storeType
        let elements =
            (attribute as? NSCompositeAttributeDescription)?.elements.map { Self(element: $0) } ?? []
        let transformer = type == .transformable ? attribute.valueTransformerName : nil
        let archivedClass: AnyClass? = type == .transformable ? attribute.archivedClass : nil
        details =
            elements.isEmpty && transformer == nil && archivedClass == nil && merge == nil
            ? nil
            : Details(
                elements, transformer: transformer, archivedClass: archivedClass, isOptional: true,
                default: .null, merge: merge)
    }

    private init(element: NSAttributeDescription) {
        let plain = Self(element)
        name = plain.name
        type = plain.type
        // A default value of a wrong class was refused when the model was put to use.
        let preset = (try? plain.slotValue(element.defaultValue)) ?? .null
        details = Details(
            plain.elements, transformer: plain.details?.transformer,
            archivedClass: plain.details?.archivedClass, isOptional: element.isOptional, default: preset)
    }

    var elements: [AttributeCoding] { details?.elements ?? [] }

    /// The value as programs see it: numbers are NSNumber, which casts to Int and to the exact type alike.
    func value(_ slot: SlotValue) -> Any? {
        switch slot {
        case .live(let live): live.visible(self)
        case .stored(let stored): value(stored)
        }
    }

    /// The stored value as programs see it.
    package func value(_ stored: StoredValue) -> Any? {
        details?.merge.flatMap { $0.shownContent(of: stored) }?.anyValue(self) ?? plainValue(stored)
    }

    /// The slot's value as programs see it, for an attribute whose stored value is shown as it is.
    func plainValue(_ slot: SlotValue) -> Any? {
        switch slot {
        case .live(let live): live.visible(self)
        case .stored(let stored): plainValue(stored)
        }
    }

    /// The stored value as programs see it, without regard to merging.
    func plainValue(_ stored: StoredValue) -> Any? {
        switch stored {
        case .null, .reference: nil
        case .integer(let number): type == .boolean ? NSNumber(value: number != 0) : NSNumber(value: number)
        case .double(let number):
            type == .float ? NSNumber(value: Float(number)) : NSNumber(value: number)
        case .string(let text): type == .uri ? URL(string: text) : text
        case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
        case .data(let data): isArchived ? openedValue(data) : data
        case .uuid(let uuid): uuid
        case .decimal(let box): NSDecimalNumber(decimal: box.value)
        case .composite(let leaves): dictionary(leaves.map(SlotValue.stored))
        }
    }

    /// The slot's form of a value.
    ///
    /// - Throws: `CoreDataException` when the value is of a wrong class.
    func slotValue(_ value: Any?) throws -> SlotValue {
        guard let value = AnyValue.unwrapped(value) else { return .null }
        if let result = try converted(value) { return result }
        if let plain = Self.plainForm(of: value), let result = try converted(plain) { return result }
        throw ObjectErrors.unacceptableValue(value, attribute: name, desired: desiredClass)
    }

    /// The slot's form of a value; nil when the value is of a wrong class.
    private func converted(_ value: Any) throws -> SlotValue? {
        switch type {
        case .composite: try composite(value)
        case .undefined, .transformable, .objectID: transformed(value)
        default: plainlyStored(value).map { .stored($0) }
        }
    }

    private func plainlyStored(_ value: Any) -> StoredValue? {
        switch type {
        case .integer16, .integer32, .integer64, .boolean: integer(value)
        case .double: (value as? NSNumber).map { .double($0.doubleValue) }
        case .float: (value as? NSNumber).map { .double(Double($0.floatValue)) }
        case .string: (value as? String).map { .string($0) }
        case .date: (value as? Date).map { .date($0.timeIntervalSinceReferenceDate) }
        case .binary: (value as? Data).map { .data($0) }
        case .uuid: (value as? UUID).map { .uuid($0) }
        case .uri: (value as? URL).map { .string($0.absoluteString) }
        case .decimal: decimal(value)
        case .composite, .undefined, .transformable, .objectID: nil
        }
    }

    /// The value as an object, for the common types; nil for a nil value and for all other types.
    ///
    /// The code names the object's class, because finding the bridge for an `Any` costs more than the object does.
    func object(_ slot: SlotValue) -> AnyObject? {
        guard case .stored(let value) = slot else { return nil }
        switch value {
        case .integer(let number):
            return type == .boolean ? NSNumber(value: number != 0) : NSNumber(value: number)
        case .double(let number):
            return type == .float ? NSNumber(value: Float(number)) : NSNumber(value: number)
        case .string(let text): return type == .uri ? nil : NSString(string: text)
        case .date(let seconds): return NSDate(timeIntervalSinceReferenceDate: seconds)
        default: return nil
        }
    }

    /// Whether an object certainly has the attribute's class and range; false leaves the question open.
    func accepts(_ object: AnyObject) -> Bool {
        switch type {
        case .integer16, .integer32, .integer64, .boolean: isInRange(object)
        case .double, .float: object is NSNumber
        case .string: object is NSString
        case .date: object is NSDate
        default: false
        }
    }

    private func decimal(_ value: Any) -> StoredValue? {
        switch value {
        case let number as NSDecimalNumber: .decimal(DecimalBox(number.decimalValue))
        case let number as Decimal: .decimal(DecimalBox(number))
        default: nil
        }
    }

    private var desiredClass: String {
        NSAttributeType(rawValue: UInt(type.rawValue))?.valueClassName ?? "NSObject"
    }
}
