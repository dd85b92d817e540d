// SPDX-License-Identifier: Apache-2.0
// All classes of the process by their bare names. Models name classes without a module, NSClassFromString wants one; the
// compiler notes every class in a section of the binary, wherever it is declared, and CSwiftRuntime reads these.

import CSwiftRuntime
import PerdurePredicates

/// The classes that the images of this process declare.
enum CompiledClasses {
    /// A class that has the name.
    struct Found {
        let type: AnyClass
        let module: String
        /// How many types and functions it stands in.
        let depth: Int

        /// The name with the module and the types around it.
        var name: String { String(reflecting: type) }
    }

    private struct Index {
        /// How much the images declare; another number means another index.
        var length = 0
        /// Addresses of declarations, which are there for good.
        var declarations: [String: [UInt]] = [:]
    }

    private static let index = Lock(Index())

    /// The classes with a bare name: those that stand in no other type first, then by module.
    ///
    /// The first question looks at every class of the process, about a millisecond for thousands. Classes are made only
    /// when they have the name.
    static func named(_ name: String) -> [Found] {
        let places = index.withLock { index in
            if index.length != perdure_length_of_types() { index = makeIndex() }
            return index.declarations[name] ?? []
        }
        return places.compactMap { UnsafeRawPointer(bitPattern: $0).flatMap(found) }
            .sorted { ($0.depth, $0.module) < ($1.depth, $1.module) }
    }

    private static func makeIndex() -> Index {
        var index = Index(length: perdure_length_of_types())
        for place in declarations() {
            guard let name = perdure_name_of(place) else { continue }
            index.declarations[String(cString: name), default: []].append(UInt(bitPattern: place))
        }
        return index
    }

    private static func declarations() -> [UnsafeRawPointer] {
        var places: [UnsafeRawPointer] = []
        // The pointer does not leave the call; the visitor gets it back as what it was.
        withUnsafeMutablePointer(to: &places) { list in
            perdure_visit_classes(
                { place, list in list.assumingMemoryBound(to: [UnsafeRawPointer].self).pointee.append(place)
                },
                list)
        }
        return places
    }

    private static func found(_ place: UnsafeRawPointer) -> Found? {
        var depth = 0
        var surrounding = perdure_surrounding_of(place)
        while let next = surrounding, !perdure_is_module(next) {
            depth += 1
            surrounding = perdure_surrounding_of(next)
        }
        guard let module = surrounding.flatMap({ perdure_name_of($0) }),
            let metadata = perdure_class_of(place)
        else { return nil }
        // The address of a class's metadata is what Swift has as the class.
        let type: AnyClass = unsafeBitCast(metadata, to: AnyClass.self)
        return Found(type: type, module: String(cString: module), depth: depth)
    }
}
