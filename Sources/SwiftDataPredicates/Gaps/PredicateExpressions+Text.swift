// SPDX-License-Identifier: Apache-2.0
// The functions of strings that #Predicate knows and Foundation on Linux lacks. They return Foundation's own nodes, because others
// stop the program when a predicate is printed; PerdurePredicates/Macros/TextKeyPaths.swift knows the key paths in them.

import Foundation
import PerdurePredicates

extension PredicateExpressions {
    // The macro fixes these names.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Whether a string holds a text, without regard to case and accents, as a user searches.
    ///
    /// For `#Predicate<Trip> { $0.name.localizedStandardContains(text) }`; the macro calls it.
    public static func build_localizedStandardContains<Base>(
        _ base: Base, _ other: Value<String>
    ) -> KeyPath<Base, Bool> where Base: PredicateExpression, Base.Output == String {
        let text = other.value
        return build_KeyPath(root: base, keyPath: \String.[_localizedStandardContaining: text])
    }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Whether a string holds another one of the object, without regard to case and accents, as a user searches.
    ///
    /// For `#Predicate<Trip> { $0.name.localizedStandardContains($0.city) }`; the macro calls it.
    @_disfavoredOverload
    public static func build_localizedStandardContains<Base, Other>(
        _ base: Base, _ other: Other
    ) -> CollectionContainsCollection<KeyPath<Base, String>, KeyPath<Other, String>>
    where
        Base: PredicateExpression, Base.Output == String, Other: PredicateExpression, Other.Output == String
    {
        build_contains(
            build_KeyPath(root: base, keyPath: \String.searchText),
            build_KeyPath(root: other, keyPath: \String.searchText))
    }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// The order of a string and a text without regard to case.
    ///
    /// For `#Predicate<Trip> { $0.name.caseInsensitiveCompare(text) == same }` with a captured result; the macro calls it.
    ///
    /// ## Compatibility
    /// The text compared with is a literal or a captured value, not another property.
    public static func build_caseInsensitiveCompare<Base>(
        _ base: Base, _ other: Value<String>
    ) -> KeyPath<Base, ComparisonResult> where Base: PredicateExpression, Base.Output == String {
        let text = other.value
        return build_KeyPath(root: base, keyPath: \String.[comparedTo: text, by: .caseInsensitive])
    }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// The order of a string and a text by the rules of the user's language.
    ///
    /// For `#Predicate<Trip> { $0.name.localizedCompare(text) == before }` with a captured result; the macro calls it.
    ///
    /// ## Compatibility
    /// The text compared with is a literal or a captured value, not another property.
    public static func build_localizedCompare<Base>(
        _ base: Base, _ other: Value<String>
    ) -> KeyPath<Base, ComparisonResult> where Base: PredicateExpression, Base.Output == String {
        let text = other.value
        return build_KeyPath(root: base, keyPath: \String.[comparedTo: text, by: .localized])
    }
}
