// SPDX-License-Identifier: Apache-2.0
// All classes of the process by their bare names. Models name classes without a module, but NSClassFromString needs one.
// The compiler notes every class in a section of the binary, wherever the class is declared. CSwiftRuntime reads the
// section.

import CSwiftRuntime
import PerdureBase

/// The classes that the images of this process declare.
package enum CompiledClasses {
    /// A class that has the name.
    package struct Found {
        package let type: AnyClass
        package let module: String
        /// How many types and functions surround the class.
        package let depth: Int

        /// The name with the module and the types around it.
        package var name: String { String(reflecting: type) }
    }

    private struct Index {
        /// How much the images declared when the index was made; another length asks for a new index.
        var length = 0
        /// Addresses of declarations; they stay valid for as long as the process runs.
        var declarations: [String: [UInt]] = [:]
    }

    private static let index = Lock(Index())

    /// The classes with a bare name: top-level classes first, then by module.
    ///
    /// The first call looks at every class of the process: about a millisecond for thousands. Only classes with the asked
    /// name are made.
    package static func named(_ name: String) -> [Found] {
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
        // The pointer does not leave the call. The visitor gets it back with the same type.
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
        // In Swift, a class as a value is the address of its metadata.
        let type: AnyClass = unsafeBitCast(metadata, to: AnyClass.self)
        return Found(type: type, module: String(cString: module), depth: depth)
    }
}
