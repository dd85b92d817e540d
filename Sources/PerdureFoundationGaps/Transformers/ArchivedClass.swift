// SPDX-License-Identifier: Apache-2.0
// The names of classes in archives: the name that is written for a class, and the allowed class for a written name. No class is
// ever looked up by a name.

import Foundation

/// A class whose name in archives differs from its module and type name.
///
/// Apps archive a Swift class as "Module.Class", or under the name in `@objc(Name)`. An app and a program for Linux may have
/// modules of different names. They can exchange files when the class declares the app's name:
///
/// ```swift
/// extension Color: ArchivedClassNaming { static var archivedClassName: String { "MyApp.Color" } }
/// ```
///
/// ## Compatibility
/// Apple's classes use `@objc(Name)`, or `NSKeyedArchiver.setClassName(_:for:)`, which has no effect on Linux.
public protocol ArchivedClassNaming: NSSecureCoding {
    /// The name of the class in archives.
    static var archivedClassName: String { get }
}

/// A class with its name in archives.
struct ArchivedClass {
    let type: AnyClass

    init(_ type: AnyClass) { self.type = type }

    /// The name with its module and the enclosing types; a class of Foundation has no such prefix.
    private var fullName: String {
        let name = String(reflecting: type)
        return isOfFoundation ? bareName : name
    }

    var bareName: String { String(describing: type) }

    /// Whether the class belongs to Foundation, whose code trusts archives.
    var isOfFoundation: Bool { String(reflecting: type).hasPrefix("Foundation.") }

    /// The name that is written.
    var name: String { (type as? any ArchivedClassNaming.Type)?.archivedClassName ?? fullName }

    /// The written names of the class and its superclasses.
    var chain: [String] {
        Self.superclasses(of: type).map { ArchivedClass($0).name }
    }

    static func superclasses(of type: AnyClass) -> [AnyClass] {
        Array(sequence(first: type) { _getSuperclass($0) })
    }

    /// Whether a written name is exactly the name of this class.
    func isNamed(_ name: String) -> Bool {
        name == self.name || name == fullName || NSKeyedUnarchiver.class(forClassName: name) == type
    }

    /// Whether a written name has this class's bare name in any module: "App.Color", "_TtC3App5Color".
    func isCalled(_ name: String) -> Bool {
        if name.hasPrefix("_Tt") { return name.hasSuffix("\(bareName.utf8.count)\(bareName)") }
        return name.split(separator: ".").last.map(String.init) == bareName
    }
}
