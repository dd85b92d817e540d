// SPDX-License-Identifier: Apache-2.0
// Apple's container has a method and a property of the name defaultDirectoryURL. A class cannot declare both, so that the
// property stands in a protocol's extension; the method is the one that subclasses override.

import Foundation

/// Carries the property; only NSPersistentContainer conforms.
public protocol _DefaultDirectoryHaving: AnyObject {}

extension NSPersistentContainer: _DefaultDirectoryHaving {}

extension _DefaultDirectoryHaving where Self: NSPersistentContainer {
    /// The folder where containers put their stores: what the method of the same name gives.
    public static var defaultDirectoryURL: URL { defaultDirectoryURL() }
}
