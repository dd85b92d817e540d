// SPDX-License-Identifier: Apache-2.0
// localizedStandardContains inside of #Predicate, which Foundation on Linux lacks. The macro asks for a function of this name.
// The function returns a key path in Foundation's own node, because any other node stops the program when the predicate is
// printed; TranslatableExpression+KeyPaths.swift recognizes it.

import Foundation

extension PredicateExpressions {
    // The macro fixes the name.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Whether a string holds another, without regard to case and accents, as a user searches.
    ///
    /// For `#Predicate<Movie> { $0.title.localizedStandardContains(text) }`; the macro calls it.
    ///
    /// ## Compatibility
    /// The text searched for is a literal or a captured value, not another property.
    @_disfavoredOverload
    public static func build_localizedStandardContains<Base>(
        _ base: Base, _ other: Value<String>
    ) -> KeyPath<Base, Bool> where Base: PredicateExpression, Base.Output == String {
        let text = other.value
        return build_KeyPath(root: base, keyPath: \String.[_localizedStandardContaining: text])
    }
}

extension String {
    /// Whether a search for a text finds this string; a subscript, so that key paths can hold it.
    public subscript(_localizedStandardContaining text: String) -> Bool {
        if let probe = LocalizedSearch.probe {
            probe.text = text
            return false
        }
        return localizedStandardContains(text)
    }
}

/// Reads the text out of a key path made above: key paths do not give their arguments back.
enum LocalizedSearch {
    @TaskLocal fileprivate static var probe: Probe?

    fileprivate final class Probe: @unchecked Sendable {
        // Sendable because it lives for one synchronous call.
        var text: String?
    }

    /// The text that a key path searches for; nil for another key path.
    static func text(of keyPath: AnyKeyPath) -> String? {
        guard let keyPath = keyPath as? KeyPath<String, Bool> else { return nil }
        let probe = Probe()
        _ = $probe.withValue(probe) { ""[keyPath: keyPath] }
        return probe.text
    }
}
