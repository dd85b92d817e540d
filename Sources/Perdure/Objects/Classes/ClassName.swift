// SPDX-License-Identifier: Apache-2.0
// The names of classes in models. ProgramModules.swift has the modules that a bare name may mean.

import Foundation

/// A class's name as a model writes it: "Module.Class", or "Class" alone.
///
/// Model sources may also say ".Class": a class of the module that the model is compiled with.
struct ClassName {
    let text: String

    init(_ text: String) { self.text = text }

    /// The name of a class, with the types around it.
    ///
    /// The runtime is asked itself: `String(reflecting:)` gives the same, after a search through every conformance of the process.
    init(of type: AnyClass) { text = _typeName(type) }

    /// The text before the first dot.
    var module: String? {
        guard let dot = text.firstIndex(of: "."), dot != text.startIndex else { return nil }
        return String(text[..<dot])
    }

    /// The text after the last dot.
    var bare: String { text.split(separator: ".").last.map(String.init) ?? text }
}
