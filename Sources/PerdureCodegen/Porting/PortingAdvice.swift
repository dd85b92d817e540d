// SPDX-License-Identifier: Apache-2.0
// The texts of the build plugin's warnings: how to replace code that compiles on Apple's systems only. Each text is a row
// of "Lines to change" in Documentation/Compatibility/Sources.md.

/// Advice for one line.
enum PortingAdvice {
    /// `#keyPath(Person.boss.name)`.
    static func keyPath(_ argument: [String]) -> String {
        let names = argument.filter { $0 != "." && $0 != "?" && $0 != "!" }
        let hasType = names.first?.first?.isUppercase == true && names.count > 1
        let key = (hasType ? Array(names.dropFirst()) : names).joined(separator: ".")
        let typed = hasType ? ", or '\\\(names.joined(separator: "."))' where a key path is taken" : ""
        return "#keyPath needs the Objective-C runtime; write the key, \"\(key)\"\(typed)"
    }

    /// `#selector(NSString.localizedStandardCompare(_:))`.
    static func selector(_ argument: [String]) -> String {
        let start = argument.firstIndex(of: "(") ?? argument.endIndex
        let name = argument[..<start].last { $0 != "." } ?? ""
        let labels = argument[start...].filter { $0 == ":" }.count
        let compares = name.hasSuffix("ompare") || name.hasPrefix("compare")
        return compares
            ? "#selector needs the Objective-C runtime; write 'Selector(\"\(name)\(labels > 0 ? ":" : "")\")'"
            : "#selector needs the Objective-C runtime; pass a closure, or observe with a block"
    }

    /// `@objc` and `@objc(Name)`.
    static func objc(hasName: Bool) -> String {
        hasName
            ? "@objc(…) needs the Objective-C runtime; remove it: classes are found by their Swift names, and "
                + "'registerClass(named:)' gives a class another one"
            : "@objc needs the Objective-C runtime; remove it: key-value coding and validation find members without it"
    }

    static let objcMembers =
        "@objcMembers needs the Objective-C runtime; remove it: key-value coding finds members without it"

    /// `request as! NSFetchRequest<Result>`.
    static func cast(to result: String) -> String {
        let words =
            "a fetch request cannot be cast to another type of results without the Objective-C runtime; "
        return result == "NSFetchRequestResult"
            ? words + "write 'request.erased()', or pass the request as it is"
            : words + "make it with that type: 'NSFetchRequest<\(result)>(entityName:)'"
    }

    static let overrideInExtension =
        "'override' in an extension needs the Objective-C runtime; move the member into the class"

    static let overriddenInitializer =
        "'init(entity:insertInto:)' is called through the class; write 'required' in place of 'override'"
}
