// SPDX-License-Identifier: Apache-2.0
// A position in the history of a coordinator's stores: the number of a transaction for each store.

import Foundation

/// A position in the history of stores.
///
/// Keep the token of the last transaction that the program has processed. A request with this token returns all later
/// transactions. An archive of a token is valid in other processes and after a restart.
///
/// ## Compatibility
/// Archives of Core Data's own tokens cannot be read.
open class NSPersistentHistoryToken: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // Sendable because nothing changes after init.

    /// The store's identifier → the number of its last transaction before the position.
    package final let numbers: [String: Int64]

    /// The key of the token in the notification that a context posts after a save.
    static let didSaveKey = "newChangeToken"

    package init(_ numbers: [String: Int64]) { self.numbers = numbers }

    /// The number of the store's transaction; nil for a store that the token does not know.
    package final func number(of identifier: String) -> Int64? { numbers[identifier] }

    /// Whether both tokens have the same transaction for each store.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? NSPersistentHistoryToken)?.numbers == numbers
    }

    /// Equal for equal tokens.
    open override var hash: Int { numbers.hashValue }

    /// The transaction numbers, for debugging.
    open override var description: String { "<NSPersistentHistoryToken: \(text)>" }

    private final var text: String { text { $0 } }

    /// One part for each store, sorted.
    private final func text(_ name: (String) -> String) -> String {
        numbers.sorted { $0.key < $1.key }.map { "\(name($0.key)) \($0.value)" }.joined(separator: ", ")
    }

    /// Returns the receiver, because a token is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Always true.
    open class var supportsSecureCoding: Bool { true }

    private static let numbersKey = "PerdureHistoryTokens"

    /// Writes the transaction numbers.
    open func encode(with coder: NSCoder) {
        coder.encode(text(Self.escaped) as NSString, forKey: Self.numbersKey)
    }

    /// Reads what `encode(with:)` wrote; nil for other data.
    public required init?(coder: NSCoder) {
        guard let text = coder.decodeObject(of: NSString.self, forKey: Self.numbersKey) as String?,
            let numbers = Self.numbers(in: text)
        else { return nil }
        self.numbers = numbers
        super.init()
    }

    private static func numbers(in text: String) -> [String: Int64]? {
        var numbers: [String: Int64] = [:]
        for part in text.components(separatedBy: ", ") where !part.isEmpty {
            guard let space = part.lastIndex(of: " "),
                let number = Int64(part[part.index(after: space)...]), number >= 0
            else { return nil }
            let name = String(part[..<space])
            // A percent sign that escapes nothing comes from an archive of an earlier version.
            numbers[name.removingPercentEncoding ?? name] = number
        }
        return numbers
    }

    /// An identifier without what parts the text; programs may choose identifiers.
    private static func escaped(_ identifier: String) -> String {
        identifier.replacing("%", with: "%25").replacing(",", with: "%2C").replacing(" ", with: "%20")
    }
}

extension NSPersistentHistoryToken: CustomReflectable {
    /// A mirror with the description instead of the fields.
    public var customMirror: Mirror { Mirror(summaryOf: self, description) }
}
