// SPDX-License-Identifier: Apache-2.0
// Converts between the contents of mergeable attributes and the values that programs see: numbers, `Set<AnyHashable>`,
// `[String: Any]`.

import Foundation
import PerdureStore

extension MergeContent {
    /// The value as programs see it; nil for a counter or a value that is nil.
    func anyValue(_ coding: AttributeCoding) -> Any? {
        switch self {
        case .integer(let number): number.map { NSNumber(value: $0) }
        case .real(let number): number.map { NSNumber(value: $0) }
        case .decimal(let number): number.map { NSDecimalNumber(decimal: $0) }
        case .set(let elements): Set(elements.map(\.anyHashable))
        case .dictionary(let values): values.mapValues(\.programValue)
        case .value(let value): coding.plainValue(value)
        }
    }
}

extension MergeElement {
    var anyHashable: AnyHashable {
        switch self {
        case .string(let text): text
        case .integer(let number): Int(number)
        case .uuid(let uuid): uuid
        // A text that is no valid URL is shown as a text, so that it is not lost.
        case .uri(let text): URL(string: text).map { AnyHashable($0) } ?? AnyHashable(text)
        }
    }

    /// The element that stands for a program's value; nil for a value of another type.
    init?(_ value: Any, as type: MergeRule.Element) {
        switch (type, value) {
        case (.string, let text as String): self = .string(text)
        case (.integer, let number as NSNumber):
            guard let number = Int64(exactly: number) else { return nil }
            self = .integer(number)
        case (.integer, let number as any BinaryInteger):
            guard let number = Int64(exactly: number) else { return nil }
            self = .integer(number)
        case (.uuid, let uuid as UUID): self = .uuid(uuid)
        case (.uri, let url as URL): self = .uri(url.absoluteString)
        case (.uri, let id as NSManagedObjectID): self = .uri(id.uriRepresentation().absoluteString)
        default: return nil
        }
    }
}
