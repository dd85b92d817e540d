// SPDX-License-Identifier: Apache-2.0
// Former versions of models that a program names by hand: those that no file describes. SourceModels.swift searches them.

import PerdureBase
import PerdureModel

extension NSManagedObjectModel {
    /// Names a former version of a model, so that stores of it can be migrated.
    ///
    /// Most stores need no such call, because a store keeps a model of its own, and the versions in the files of models are
    /// found. It helps where a store keeps none, as those of old systems do, and the version was made in code or declared by
    /// classes. The expression is evaluated when the first store of another version is added; until then it costs nothing.
    ///
    /// ```swift
    /// NSManagedObjectModel.registerFormerVersion(Library.firstVersion())
    /// ```
    ///
    /// The registration lasts as long as the process. The model must not be changed later.
    ///
    /// ## Compatibility
    /// An addition.
    ///
    /// - Parameter model: The version, as the program had it.
    public class func registerFormerVersion(
        _ model: @autoclosure @escaping @Sendable () -> NSManagedObjectModel
    ) {
        FormerVersions.add(model)
    }
}

/// The registered versions.
enum FormerVersions {
    private struct Version {
        let make: @Sendable () -> NSManagedObjectModel
        /// Nil until somebody asks for it.
        var model: NSManagedObjectModel?
    }

    private static let registered = Lock<[Version]>([])

    static func add(_ model: @escaping @Sendable () -> NSManagedObjectModel) {
        registered.withLock { $0.append(Version(make: model)) }
    }

    /// All of them, in the order of their registration.
    static var all: [NSManagedObjectModel] {
        let versions = registered.withLock { $0 }
        // Made outside of the lock, because the code is the program's.
        let models = versions.map { $0.model ?? $0.make() }
        return registered.withLock { registered in
            models.enumerated().map { index, model in
                let kept = registered[index].model ?? model
                registered[index].model = kept
                return kept
            }
        }
    }
}
