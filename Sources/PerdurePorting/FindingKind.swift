// SPDX-License-Identifier: Apache-2.0
// The kinds of findings, with the reason that a report prints once per kind. Most are rows of "Lines to change" in
// Documentation/Compatibility/Sources.md.

/// The kinds of places that have to change, in the order of reports.
public enum FindingKind: String, CaseIterable, Sendable {
    case framework, objc, optionalRequirement, keyPath, selector, extensionOverride, initializer, cast,
        observing
    case className, cloudContainer

    /// The title of the kind in a report.
    public var title: String {
        switch self {
        case .framework: "frameworks that Linux lacks"
        case .objc: "@objc and @objcMembers"
        case .optionalRequirement: "optional requirements"
        case .keyPath: "#keyPath"
        case .selector: "#selector"
        case .extensionOverride: "override in extensions"
        case .initializer: "override of initializers that classes are made by"
        case .cast: "casts between types of fetch requests"
        case .observing: "observing of keys by classes that are no managed objects"
        case .className: "classes that the model knows by another name"
        case .cloudContainer: "containers with CloudKit"
        }
    }

    /// Why the code cannot stay.
    public var reason: String {
        switch self {
        case .framework:
            "the framework is part of Apple's systems; what needs it is left out of the build elsewhere"
        case .objc: "the attribute needs the Objective-C runtime; key-value coding and validation do without"
        case .optionalRequirement: "a protocol has optional requirements with the Objective-C runtime only"
        case .keyPath: "the expression needs the Objective-C runtime; the key does on both systems"
        case .selector: "the expression needs the Objective-C runtime"
        case .extensionOverride:
            "an extension overrides with the Objective-C runtime only; the class does on both"
        case .initializer: "the initializer is called through a class found by name, which 'required' permits"
        case .cast: "Swift's generic classes are invariant: the cast compiles, and cannot succeed"
        case .observing: "NSObject has no 'observeValue' to override on Linux"
        case .className: "classes are found by their Swift names on Linux"
        case .cloudContainer: "there is no CloudKit on Linux"
        }
    }
}
