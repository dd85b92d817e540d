// SPDX-License-Identifier: Apache-2.0
// The names of classes in archives: how a class is written, and which allowed class a written name means. No class is
// ever looked up by a name.

import Foundation

/// A class whose name in archives is not that of its module and type.
///
/// Apps archive a Swift class as "Module.Class", or as what stands in `@objc(Name)`. An app and a program for Linux
/// whose modules have different names exchange files when the class says the app's:
///
/// ```swift
/// extension Color: ArchivedClassNaming { static var archivedClassName: String { "MyApp.Color" } }
/// ```
///
/// ## Compatibility
/// Apple's classes have `@objc(Name)` for it, and `NSKeyedArchiver.setClassName(_:for:)`, which has no effect on Linux.
public protocol ArchivedClassNaming: NSSecureCoding {
    /// The name that archives have.
    static var archivedClassName: String { get }
}

/// A class as archives name it.
struct ArchivedClass {
    let type: AnyClass

    init(_ type: AnyClass) { self.type = type }

    /// The name with its module and the types around it; Foundation's have none.
    private var fullName: String {
        let name = String(reflecting: type)
        return isOfFoundation ? bareName : name
    }

    var bareName: String { String(describing: type) }

    /// Whether the class is Foundation's own, whose code trusts archives.
    var isOfFoundation: Bool { String(reflecting: type).hasPrefix("Foundation.") }

    /// What is written.
    var name: String { (type as? any ArchivedClassNaming.Type)?.archivedClassName ?? fullName }

    /// The class and its superclasses, as they are written.
    var chain: [String] {
        Self.superclasses(of: type).map { ArchivedClass($0).name }
    }

    static func superclasses(of type: AnyClass) -> [AnyClass] {
        Array(sequence(first: type) { _getSuperclass($0) })
    }

    /// Whether a written name is exactly this class's.
    func isNamed(_ name: String) -> Bool {
        name == self.name || name == fullName || NSKeyedUnarchiver.class(forClassName: name) == type
    }

    /// Whether a written name means a class of this name, of whatever module: "App.Color", "_TtC3App5Color".
    func isCalled(_ name: String) -> Bool {
        if name.hasPrefix("_Tt") { return name.hasSuffix("\(bareName.utf8.count)\(bareName)") }
        return name.split(separator: ".").last.map(String.init) == bareName
    }
}
