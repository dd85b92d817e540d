// SPDX-License-Identifier: Apache-2.0
// Apple's container has a method and a property named defaultDirectoryURL. A class cannot declare both, so the property is in a
// protocol extension. Subclasses override the method.

import Foundation

/// Declares the property; only NSPersistentContainer conforms.
public protocol _DefaultDirectoryHaving: AnyObject {}

extension NSPersistentContainer: _DefaultDirectoryHaving {}

extension _DefaultDirectoryHaving where Self: NSPersistentContainer {
    /// The folder where containers put their stores; equal to the result of the method with this name.
    public static var defaultDirectoryURL: URL { defaultDirectoryURL() }
}
