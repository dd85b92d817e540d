// SPDX-License-Identifier: Apache-2.0
// The stored forms. A counter is a plain number. A set is the binary property list of its sorted elements, a dictionary is its
// own property list. An empty one is nil. Other programs read them as ordinary attributes.

import Foundation
import PerdurePropertyList

extension MergeRule {
    /// Decodes a stored value.
    ///
    /// - Throws: `MergeError.unreadable`.
    package func content(of stored: StoredValue) throws -> MergeContent {
        switch kind {
        case .counter: try counter(stored)
        case .set: .set(try Set(list(stored).map(element)))
        case .dictionary: .dictionary(isDeep ? try dictionary(stored).withoutEmpty : try dictionary(stored))
        case .value: .value(stored)
        }
    }

    /// The same change, with keys as paths if the rule says so.
    package func own(_ delta: AttributeDelta) -> AttributeDelta {
        guard isDeep, case .dictionary(let delta) = delta else { return delta }
        return .dictionary(delta.deep)
    }

    /// The smallest change from one value to another.
    ///
    /// - Throws: `MergeError.otherKind`.
    package func difference(from old: MergeContent, to new: MergeContent) throws -> AttributeDelta {
        if isDeep, case .dictionary(let old) = old, case .dictionary(let new) = new {
            return .dictionary(.deepDifference(from: old, to: new))
        }
        return try .difference(from: old, to: new)
    }

    /// The content of an attribute without a value.
    package var emptyContent: MergeContent {
        // Nil is a value of every kind.
        (try? content(of: .null)) ?? .value(.null)
    }

    /// The stored form of a value.
    ///
    /// - Throws: `MergeError` when a number is out of the type's range, or a value cannot be part of a property list.
    package func stored(_ content: MergeContent) throws -> StoredValue {
        switch content {
        case .integer(let number): try number.map { .integer(try inRange($0)) } ?? .null
        case .real(let number): number.map { .double($0) } ?? .null
        case .decimal(let number): number.map { .decimal(DecimalBox($0)) } ?? .null
        case .set(let elements):
            try elements.isEmpty ? .null : archive(.array(elements.sorted().map(\.plain)))
        case .dictionary(let values): try values.isEmpty ? .null : archive(.dictionary(values))
        case .value(let value): value
        }
    }

    private func counter(_ stored: StoredValue) throws -> MergeContent {
        switch (stored, type) {
        case (.null, .double), (.null, .float): .real(nil)
        case (.null, .decimal): .decimal(nil)
        case (.null, _): .integer(nil)
        case (.integer(let number), _): .integer(number)
        case (.double(let number), _): .real(number)
        case (.decimal(let box), _): .decimal(box.value)
        default: throw MergeError.unreadable("a counter's column holds no number")
        }
    }

    private func inRange(_ number: Int64) throws -> Int64 {
        let range: ClosedRange<Int64> =
            switch type {
            case .integer16: Int64(Int16.min)...Int64(Int16.max)
            case .integer32: Int64(Int32.min)...Int64(Int32.max)
            default: Int64.min...Int64.max
            }
        if number > range.upperBound { throw MergeError.tooLarge }
        if number < range.lowerBound { throw MergeError.tooSmall }
        return number
    }

    private func list(_ stored: StoredValue) throws -> [PropertyListValue] {
        guard let plist = try opened(stored) else { return [] }
        guard let list = plist.arrayValue else {
            throw MergeError.unreadable("its property list is no array")
        }
        return list
    }

    private func dictionary(_ stored: StoredValue) throws -> [String: PropertyListValue] {
        guard let plist = try opened(stored) else { return [:] }
        guard let values = plist.dictionaryValue else {
            throw MergeError.unreadable("its property list is no dictionary")
        }
        return values
    }

    private func opened(_ stored: StoredValue) throws -> PropertyListValue? {
        switch stored {
        case .null: return nil
        case .data(let data) where data.isEmpty: return nil
        case .data(let data):
            do { return try PropertyList.read(data) } catch {
                throw MergeError.unreadable("\(error)")
            }
        default: throw MergeError.unreadable("its column holds no bytes")
        }
    }

    private func archive(_ plist: PropertyListValue) throws -> StoredValue {
        do { return .data(try BinaryPropertyList.write(plist)) } catch {
            throw MergeError.unusable("\(error)")
        }
    }

    private func element(_ plist: PropertyListValue) throws -> MergeElement {
        if let element = MergeElement(plist, as: element) { return element }
        throw MergeError.unreadable("an element is no \(element.rawValue)")
    }
}

extension MergeElement {
    /// The form in property lists; the rule says which type the element has.
    package var plain: PropertyListValue {
        switch self {
        case .string(let text), .uri(let text): .string(text)
        case .integer(let number): .integer(number)
        case .uuid(let uuid): .string(uuid.uuidString)
        }
    }

    /// Reads the form in property lists; nil when it does not fit the type.
    package init?(_ plist: PropertyListValue, as type: MergeRule.Element) {
        switch (type, plist) {
        case (.string, .string(let text)): self = .string(text)
        case (.uri, .string(let text)): self = .uri(text)
        case (.integer, .integer(let number)): self = .integer(number)
        case (.uuid, .string(let text)):
            guard let uuid = UUID(uuidString: text) else { return nil }
            self = .uuid(uuid)
        default: return nil
        }
    }
}
