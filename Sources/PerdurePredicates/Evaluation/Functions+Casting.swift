// SPDX-License-Identifier: Apache-2.0
// CAST between the value types, elements by index, and distances on the globe.

import Foundation
import PerdureBase

extension Functions {
    /// Converts a value; a type is named as on Apple's systems ("NSNumber", "NSDate").
    static func cast(_ value: ConstantValue, to type: String) throws -> ConstantValue {
        if let literal = LiteralCast.constant(value, type: type) { return literal }
        switch type {
        case "NSString", "String": return .string(text(of: value))
        case "NSNumber", "Int", "Integer", "Double": return try number(value, type)
        case "NSDecimalNumber", "Decimal": return try decimal(value)
        case "NSDate", "Date":
            if case .date = value { return value }
            // Foundation stops the process when it prints a date that is not a number.
            guard let seconds = Number(value), !seconds.double.isNaN else {
                throw wrongKind(value, "CAST to \(type)")
            }
            return .date(Date(timeIntervalSinceReferenceDate: seconds.double))
        default:
            // An object cast to an entity, so that its properties can be read.
            if case .object = value { return value }
            throw CoreDataException.invalidArgument("CAST knows no type \"\(type)\"")
        }
    }

    private static func text(of value: ConstantValue) -> String {
        switch value {
        case .string(let text): text
        case .uuid(let uuid): uuid.uuidString
        case .url(let url): url.absoluteString
        case .decimal(let number): "\(number)"
        default: PredicatePrinter.format(.constant(value))
        }
    }

    private static func number(_ value: ConstantValue, _ type: String) throws -> ConstantValue {
        let number: Number
        switch value {
        case .string, .url:
            let text = value.text ?? ""
            number = Int64(text).map { .integer($0) } ?? .double(text.leadingNumber)
        case .date(let date): number = .double(date.timeIntervalSinceReferenceDate)
        default:
            guard let known = Number(value) else { throw wrongKind(value, "CAST to \(type)") }
            number = known
        }
        switch type {
        case "Double": return .double(number.double)
        case "Int", "Integer": return .integer(try integer(number.constant, "CAST to \(type)"))
        default: return number.constant
        }
    }

    private static func decimal(_ value: ConstantValue) throws -> ConstantValue {
        switch Number(value) {
        case .decimal: return value
        case .integer(let number): return .decimal(Decimal(number))
        case .double(let number) where number.isNaN: return .decimal(.nan)
        case .double(let number):
            guard let decimal = Decimal(shortest: number) else {
                throw wrongKind(value, "CAST to NSDecimalNumber")
            }
            return .decimal(decimal)
        case nil: break
        }
        guard case .string(let text) = value, let number = Decimal(string: text) else {
            throw wrongKind(value, "CAST to NSDecimalNumber")
        }
        return .decimal(number)
    }

    static func element(of whole: ConstantValue, at index: ConstantValue) throws -> ConstantValue {
        if case .dictionary(let entries) = whole, case .string(let key) = index {
            return entries[key] ?? .null
        }
        guard let elements = whole.elements else { throw wrongKind(whole, "objectFrom:withIndex:") }
        let number = try integer(index, "objectFrom:withIndex:")
        guard number >= 0, number < elements.count else {
            throw CoreDataException.invalidArgument(
                "there is no element \(number) in a list of \(elements.count)")
        }
        return elements[Int(number)]
    }

    /// The great-circle distance in metres between two lists {latitude, longitude} in degrees.
    static func distance(_ left: ConstantValue, _ right: ConstantValue) throws -> ConstantValue {
        let (latitude1, longitude1) = try place(left)
        let (latitude2, longitude2) = try place(right)
        let earthRadius = 6_371_008.8
        let a =
            pow(sin((latitude2 - latitude1) / 2), 2)
            + cos(latitude1) * cos(latitude2) * pow(sin((longitude2 - longitude1) / 2), 2)
        return .double(2 * earthRadius * asin(min(1, a.squareRoot())))
    }

    private static func place(_ value: ConstantValue) throws -> (latitude: Double, longitude: Double) {
        guard case .array(let parts) = value, parts.count == 2, let latitude = Number(parts[0]),
            let longitude = Number(parts[1])
        else {
            throw wrongKind(
                value, "distanceToLocation:fromLocation: (a place is a list {latitude, longitude})")
        }
        return (latitude.double * .pi / 180, longitude.double * .pi / 180)
    }
}
