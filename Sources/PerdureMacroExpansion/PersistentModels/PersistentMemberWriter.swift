// SPDX-License-Identifier: Apache-2.0
// Writes the members that @Model adds to a class. Each class of a hierarchy has its own link to the object behind the model,
// because an init accessor reaches only storage of its own class.

import SwiftSyntax

/// Writes a class's members.
struct PersistentMemberWriter {
    let model: PersistentClass

    /// The texts of all members.
    var members: [String] {
        var result = [backing, slots, metadata, initializer, keyPaths, take, tell]
        if model.base == nil { result += [make, backingData, object] }
        return result + observing + ["struct _SwiftDataNoType {}"]
    }

    private var name: String { model.name }

    /// What stands before members that subclasses override.
    private var overridable: String {
        (model.base == nil ? "" : "override ") + model.access.ofOverride
    }

    private var backing: String {
        let start = model.base != nil ? "starting" : model.isFinal ? "final" : "base"
        return """
            @Transient @exclusivity(unchecked) private final var _$backingData: SwiftData._Backing<\(name)> \
            = SwiftData._Backing(\(start): \(name).self)
            """
    }

    /// The numbers of the class's slots; they begin behind the superclass's.
    private var slots: String {
        let access = model.access.ofMember
        return """
            \(access)enum _$Slots {
                @inline(__always) static var first: Int { \(model.base.map { "\($0)._$Slots.count" } ?? "0") }
                @inline(__always) \(access)static var count: Int { first + \(model.properties.count) }
            }
            """
    }

    private var metadata: String {
        let lines = model.metadata.map { "        \($0)" }.joined(separator: ",\n")
        return """
            \(overridable)class var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
                [
            \(lines)
                ]
            }
            """
    }

    private var initializer: String {
        let blanks = model.properties.map { "    _\($0.name) = _SwiftDataNoType()\n" }.joined()
        let rest =
            model.base == nil
            ? "self.persistentBackingData = backingData"
            : "super.init(backingData: backingData)"
        return """
            required \(model.access.ofMember)init(\
            backingData: any SwiftData.BackingData<\(model.base == nil ? name : rootOfInitializer)>) {
            \(blanks)    \(rest)
            }
            """
    }

    /// The superclass's initializer takes data of its own root, which the superclass names.
    private var rootOfInitializer: String { "\(model.base ?? name)._$Root" }

    /// Here the data's type is known: generic code would look it up for each model of a fetch.
    private var make: String {
        """
        \(model.access.ofMember)\(model.isFinal ? "static" : "class") func _$make(\
        over object: SwiftData._ModelObject) -> Self {
            Self(backingData: SwiftData._Backing<\(name)>(object))
        }
        """
    }

    private var keyPaths: String {
        let pairs = model.properties.map { "\\R.\($0.identifier): \"\($0.name)\"" }
        let list = pairs.isEmpty ? ":" : pairs.joined(separator: ", ")
        let inherited = model.base == nil ? "" : ".merging(super._$keyPaths(root)) { own, _ in own }"
        let own = model.base == nil ? "\(model.access.ofMember)typealias _$Root = \(name)\n" : ""
        return """
            \(own)\(overridable)class func _$keyPaths(_ root: any AnyObject.Type) -> [AnyKeyPath: String] {
                func names<R: \(name)>(_: R.Type) -> [AnyKeyPath: String] { [\(list)] }
                guard let root = root as? any (\(name) & SwiftData._ModelRoot).Type else { return [:] }
                return _openExistential(root, do: names)\(inherited)
            }
            """
    }

    private var take: String {
        """
        \(overridable)func _$take(_ object: SwiftData._ModelObject) {
            _$backingData = SwiftData._Backing(object)
        \(model.base == nil ? "" : "    super._$take(object)\n")}
        """
    }

    /// Tells readers of changes that come past the setters: inverses, rollback, merging.
    private var tell: String {
        let cases = model.properties.map {
            "    case \"\($0.name)\": _$observation.tell(change, self, \\.\($0.identifier))\n"
        }.joined()
        let others = model.base == nil ? "break" : "super._$tell(name, change)"
        return """
            \(overridable)func _$tell(_ name: String, _ change: SwiftData._ModelChange) {
                switch name {
            \(cases)    default: \(others)
                }
            }
            """
    }

    private var backingData: String {
        """
        \(model.access.ofMember)var persistentBackingData: any SwiftData.BackingData<\(name)> {
            get { _$backingData._begun(by: self) }
            set { if let object = SwiftData._object(behind: newValue, of: self) { _$take(object) } }
        }
        """
    }

    private var object: String {
        """
        \(model.access.ofMember)final var _$object: SwiftData._ModelObject { _$backingData._object(of: self) }
        """
    }

    private var observing: [String] {
        [
            """
            @Transient @exclusivity(unchecked) nonisolated(unsafe) private final var _$observation \
            = SwiftData._ModelObservation()
            """,
            """
            private nonisolated final var _$observationRegistrar: Observation.ObservationRegistrar { \
            _$observation.registrar }
            """,
            """
            internal nonisolated func access<_M>(keyPath: KeyPath<\(name), _M>) {
                _$observation.noteRead(self, keyPath)
            }
            """,
            """
            internal nonisolated func withMutation<_M, _MR>(
                keyPath: KeyPath<\(name), _M>, _ mutation: () throws -> _MR
            ) rethrows -> _MR {
                try _$observation.withMutation(self, keyPath, mutation)
            }
            """,
        ]
    }
}
