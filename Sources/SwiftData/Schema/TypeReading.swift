// SPDX-License-Identifier: Apache-2.0
// Looks into Swift types: the cases of enums and the fields of structs, in the order of the source, from what the compiler
// leaves in the program for reflection.

import Foundation
@_spi(Reflection) import Swift

/// Reads descriptions of types.
enum TypeReading {
    /// What a type is.
    enum Kind {
        case cases([String], hasPayloads: Bool)
        case structure
        case other
    }

    /// The numbers of kinds in the first word of a type's metadata.
    private enum MetadataKind {
        static let structure: UInt = 512
        static let enumeration: UInt = 513
    }

    /// What a type is.
    static func kind(of type: any Any.Type) -> Kind {
        // A type as a value is the address of its metadata, whose second word leads to its description.
        let metadata = unsafeBitCast(type, to: UnsafePointer<UInt>.self)
        switch metadata[0] {
        case MetadataKind.structure: return .structure
        case MetadataKind.enumeration:
            guard let descriptor = UnsafeRawPointer(bitPattern: metadata[1]) else { return .other }
            return cases(descriptor)
        default: return .other
        }
    }

    /// The cases of an enum; those with payloads come first.
    private static func cases(_ descriptor: UnsafeRawPointer) -> Kind {
        // The layout of enum descriptors is part of Swift's stable ABI: fields at 16, counts at 20 and 24.
        let payloads = descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF
        let others = descriptor.load(fromByteOffset: 24, as: UInt32.self)
        let offset = descriptor.load(fromByteOffset: 16, as: Int32.self)
        guard offset != 0, payloads + others < 4096 else { return .other }
        let fields = descriptor + 16 + Int(offset)
        let size = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
        let count = Int(fields.load(fromByteOffset: 12, as: UInt32.self))
        guard count == Int(payloads + others), size >= 12 else { return .other }
        let names = (0..<count).map { name(at: fields + 16 + $0 * size) }
        return .cases(names, hasPayloads: payloads > 0)
    }

    /// The name in one record of a description: an offset from its own place.
    private static func name(at record: UnsafeRawPointer) -> String {
        let offset = Int(record.load(fromByteOffset: 8, as: Int32.self))
        return String(cString: (record + 8 + offset).assumingMemoryBound(to: CChar.self))
    }

    /// The stored properties of a struct.
    static func fields(of type: any Any.Type) -> [(String, any Any.Type)] {
        var found: [(String, any Any.Type)] = []
        _ = _forEachField(of: type, options: []) { name, _, type, _ in
            found.append((String(cString: name), type))
            return true
        }
        return found
    }

    /// The number of the case of an enum without payloads: such a value is its number.
    static func caseNumber<T>(of value: T) -> Int {
        withUnsafeBytes(of: value) { bytes in
            switch bytes.count {
            case 0: 0
            case 1: Int(bytes[0])
            default: Int(bytes.loadUnaligned(as: UInt16.self))
            }
        }
    }

    /// The value of an enum without payloads that has a number; nil when the enum has no such case.
    static func value<T>(_ type: T.Type, caseNumber: Int, of count: Int) -> T? {
        guard caseNumber < count else { return nil }
        var number = UInt64(caseNumber)
        return withUnsafeBytes(of: &number) { bytes in
            MemoryLayout<T>.size <= 2 ? bytes.loadUnaligned(as: Bits<T>.self).value : nil
        }
    }

    /// A value of any type, so that it can be loaded from bytes.
    private struct Bits<T> {
        let value: T
    }
}
