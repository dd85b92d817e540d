// SPDX-License-Identifier: Apache-2.0
// Writes constants of a model as Swift expressions that the macros recognize as constants.

import Foundation
import PerdureModelFormat
import PerdurePredicates

/// Writes constants.
enum MacroConstant {
    /// The expression of a value in an attribute's type; nil for a value without one.
    ///
    /// The type 0 converts nothing.
    static func text(_ value: ConstantValue, type: Int = 0, _ names: MacroNames) -> String? {
        switch (type, value) {
        case (_, .null), (_, .array), (_, .set), (_, .dictionary), (_, .reference), (_, .object): nil
        case (AttributeType.boolean, .integer(let number)): number == 0 ? "false" : "true"
        case (AttributeType.double, .integer(let number)), (AttributeType.float, .integer(let number)):
            "\(number).0"
        case (AttributeType.decimal, .integer(let number)): decimal(Decimal(number), names)
        case (AttributeType.decimal, .double(let number)): decimal(Decimal(number), names)
        case (AttributeType.date, .integer(let seconds)): date(Double(seconds), names)
        case (AttributeType.date, .double(let seconds)): date(seconds, names)
        case (AttributeType.uuid, .string(let text)): UUID(uuidString: text).map { uuid($0, names) }
        case (AttributeType.uri, .string(let text)): url(text, names)
        case (_, .boolean(let flag)): flag ? "true" : "false"
        case (_, .integer(let number)): String(number)
        case (_, .double(let number)): number.isFinite ? "\(number)" : nil
        case (_, .decimal(let number)): number.isNaN ? nil : decimal(number, names)
        case (_, .string(let text)): SwiftName.literal(text)
        case (_, .date(let date)): self.date(date.timeIntervalSinceReferenceDate, names)
        case (_, .data(let data)):
            "\(names.spelled("Data", "Foundation"))([\(data.map { String($0) }.joined(separator: ", "))])"
        case (_, .uuid(let value)): uuid(value, names)
        case (_, .url(let url)): self.url(url.absoluteString, names)
        }
    }

    private static func decimal(_ number: Decimal, _ names: MacroNames) -> String? {
        "\(names.spelled("Decimal", "Foundation"))(string: \"\(number)\")!"
    }

    private static func date(_ seconds: Double, _ names: MacroNames) -> String? {
        guard seconds.isFinite else { return nil }
        let text = Int64(exactly: seconds).map(String.init) ?? "\(seconds)"
        return "\(names.spelled("Date", "Foundation"))(timeIntervalSinceReferenceDate: \(text))"
    }

    private static func uuid(_ value: UUID, _ names: MacroNames) -> String {
        "\(names.spelled("UUID", "Foundation"))(uuidString: \"\(value.uuidString)\")!"
    }

    private static func url(_ text: String, _ names: MacroNames) -> String? {
        URL(string: text) == nil
            ? nil : "\(names.spelled("URL", "Foundation"))(string: \(SwiftName.literal(text)))!"
    }
}

/// Writes lists, dictionaries and macros with their brackets.
enum MacroText {
    static func list(_ texts: [String]) -> String {
        "[\(texts.map(SwiftName.literal).joined(separator: ", "))]"
    }

    static func dictionary(_ entries: [String: String]) -> String {
        let pairs = entries.sorted { $0.key < $1.key }.map {
            "\(SwiftName.literal($0.key)): \(SwiftName.literal($0.value))"
        }
        return "[\(pairs.joined(separator: ", "))]"
    }

    /// The name and arguments of a macro; without parentheses when there are none.
    static func macro(_ name: String, _ arguments: [String]) -> String {
        arguments.isEmpty ? "@\(name)" : "@\(name)(\(arguments.joined(separator: ", ")))"
    }
}
