// SPDX-License-Identifier: Apache-2.0
// The values of binary stores. Texts are bytes, because a property list keeps one of two texts that Unicode calls equal.

import Foundation
import PerdurePropertyList
import PerdureStore

extension PropertyListValue {
    /// The value of an attribute; nil for one that the attribute's type does not have.
    init?(_ value: StoredValue, _ attribute: AttributeDefinition) {
        guard case .composite(let values) = value else {
            self.init(value, attribute.type)
            return
        }
        let leaves = attribute.compositeLeaves
        let parts = zip(values, leaves).compactMap { PropertyListValue($0, $1.type) }
        guard attribute.type == .composite, values.count == leaves.count, parts.count == leaves.count else {
            return nil
        }
        self = .array(parts)
    }

    private init?(_ value: StoredValue, _ type: StoredAttributeType) {
        switch (type, value) {
        case (_, .null): self = .null
        case (.integer16, .integer(let number)), (.integer32, .integer(let number)),
            (.integer64, .integer(let number)), (.boolean, .integer(let number)):
            self = .integer(number)
        case (.double, .double(let number)), (.float, .double(let number)), (.date, .date(let number)):
            self = .real(number)
        case (.string, .string(let text)), (.uri, .string(let text)): self = .data(Data(text.utf8))
        case (.binary, .data(let data)), (.transformable, .data(let data)): self = .data(data)
        case (.uuid, .uuid(let uuid)): self = .data(withUnsafeBytes(of: uuid.uuid) { Data($0) })
        case (.decimal, .decimal): self = .string(AttributeText.text(of: value, type) ?? "")
        default: return nil
        }
    }

    /// The stored value of an attribute; nil for a value of another type.
    func stored(_ attribute: AttributeDefinition) -> StoredValue? {
        if self == .null { return .null }
        guard attribute.type == .composite else { return stored(attribute.type) }
        let leaves = attribute.compositeLeaves
        guard case .array(let parts) = self, parts.count == leaves.count else { return nil }
        let values = zip(parts, leaves).compactMap { $0 == .null ? .null : $0.stored($1.type) }
        return values.count == leaves.count ? .composite(values) : nil
    }

    private func stored(_ type: StoredAttributeType) -> StoredValue? {
        switch (type, self) {
        // Derived sums may be larger than their type.
        case (.integer16, .integer(let number)), (.integer32, .integer(let number)),
            (.integer64, .integer(let number)):
            .integer(number)
        case (.boolean, .integer(let number)): (0...1).contains(number) ? .integer(number) : nil
        case (.double, .real(let number)), (.float, .real(let number)): .double(number)
        case (.date, .real(let number)): .date(number)
        case (.string, .data(let data)), (.uri, .data(let data)):
            String(validating: data, as: UTF8.self).map { .string($0) }
        case (.binary, .data(let data)), (.transformable, .data(let data)): .data(data)
        case (.uuid, .data(let data)):
            data.count == 16
                ? .uuid(data.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }) : nil
        case (.decimal, .string(let text)): AttributeText.value(of: text, .decimal)
        default: nil
        }
    }
}
