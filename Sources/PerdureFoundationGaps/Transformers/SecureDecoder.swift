// SPDX-License-Identifier: Apache-2.0
// Reads objects of a program's own classes from keyed archives. The bounded reader finds the fields, and the classes decode
// themselves. Only allowed classes are instantiated. SecureDecoder+Values.swift makes Foundation's values.

import Foundation
import PerdurePredicates
import PerdurePropertyList

/// The coder that is passed to `init(coder:)`.
final class SecureDecoder: KeyedCoder {
    let archive: KeyedArchive
    /// The objects under construction, outermost first, each with its allowed classes.
    private var frames: [(instance: ArchivedInstance, allowed: AllowedClasses)] = []
    private var level = 0
    private var making: Set<Int> = []
    /// The finished objects; several references to one object give one object again.
    private var made: [Int: Any] = [:]
    private var collections: [CollectionKey: (value: Any, size: Int)] = [:]
    /// The number of members that a traversal of all collections visits; shared collections count each time.
    private var membersMet = 0

    /// A cached collection is valid only for the same allowed classes, because they determine its members.
    private struct CollectionKey: Hashable {
        var uid: Int
        var allowed: [ObjectIdentifier]
    }

    private init(_ data: Data) throws {
        archive = try KeyedArchive(data)
        super.init()
    }

    /// Reads the root object of an archive.
    ///
    /// - Throws: `PropertyListError` for damaged bytes and for a class that is not allowed; the error of a class that fails.
    static func decode(_ data: Data, allowed: [AnyClass]) throws -> Any {
        let decoder = try SecureDecoder(data)
        let root = PropertyListValue.uid(try decoder.archive.root())
        let value = decoder.attempt { try decoder.object(root, AllowedClasses(allowed)) }
        if let failure = decoder.failure { throw failure }
        guard let value else { throw PropertyListError("the archive holds no object") }
        return value
    }

    // MARK: Objects

    /// The object in a field; nil for null.
    func object(_ field: PropertyListValue?, _ allowed: AllowedClasses) throws -> Any? {
        level += 1
        defer { level -= 1 }
        guard level <= Self.depth else { throw ArchiveError.tooDeep }
        switch try archive.resolve(field) {
        case .null: return nil
        case .value(let value): return try permitted(Self.object(value), allowed)
        case .instance(let instance): return try object(instance, allowed)
        }
    }

    private func object(_ instance: ArchivedInstance, _ allowed: AllowedClasses) throws -> Any {
        if let known = made[instance.uid] { return try permitted(known, allowed) }
        if let type = Self.collectionTypes[instance.className] {
            guard allowed.contains(type) else { throw forbidden(instance, allowed) }
            let key = CollectionKey(uid: instance.uid, allowed: allowed.identity)
            if let known = collections[key] {
                try meet(known.size)
                return known.value
            }
            let before = membersMet
            let made = try guarded(instance) { try collection(instance, type, allowed) }
            collections[key] = (made, membersMet - before)
            return made
        }
        if let type = Self.valueTypes[instance.className] {
            guard allowed.contains(type) else { throw forbidden(instance, allowed) }
            return try value(instance)
        }
        let object = try guarded(instance) { try ownObject(instance, allowed) }
        made[instance.uid] = object
        return object
    }

    /// Counts members; a few collections that contain each other many times would have more members than any program can visit.
    func meet(_ members: Int) throws {
        membersMet += members
        guard membersMet <= Self.mostMembers else { throw ArchiveError.tooLarge }
    }

    private func ownObject(_ instance: ArchivedInstance, _ allowed: AllowedClasses) throws -> Any {
        guard let type = allowed.named(instance.className) else {
            let isKnown = allowed.classes.contains { ArchivedClass($0).name == instance.className }
            throw isKnown ? ArchiveError.unsupported(instance.className) : forbidden(instance, allowed)
        }
        guard let coding = type as? any NSSecureCoding.Type, coding.supportsSecureCoding else {
            throw ArchiveError.notSecure(instance.className)
        }
        frames.append((instance, allowed))
        defer { frames.removeLast() }
        let object = coding.init(coder: self)
        if let failure { throw failure }
        guard let object else { throw ArchiveError.refusal(by: instance.className) }
        return object
    }

    /// Makes an object that must not refer to itself during construction.
    private func guarded<T>(_ instance: ArchivedInstance, _ body: () throws -> T) throws -> T {
        guard making.insert(instance.uid).inserted else { throw ArchiveError.cycle(instance.className) }
        defer { making.remove(instance.uid) }
        return try body()
    }

    private func permitted(_ object: Any, _ allowed: AllowedClasses) throws -> Any {
        let type: AnyClass = (object as? NSObject)?.classForCoder ?? Swift.type(of: object as AnyObject)
        guard allowed.contains(type) else {
            throw ArchiveError.forbidden(ArchivedClass(type).name, allowed: allowed.classes)
        }
        return object
    }

    private func forbidden(_ instance: ArchivedInstance, _ allowed: AllowedClasses) -> PropertyListError {
        ArchiveError.forbidden(instance.className, allowed: allowed.classes)
    }

    // MARK: What init(coder:) calls

    private func field(_ key: String) -> PropertyListValue? {
        frames.last?.instance.fields[Self.escaped(key)]
    }

    override var allowedClasses: [AnyClass]? { frames.last?.allowed.classes }

    override func containsValue(forKey key: String) -> Bool { field(key) != nil }

    override func decodeObject(of classes: [AnyClass]?, forKey key: String) -> Any? {
        guard let frame = frames.last, let field = field(key) else { return nil }
        return attempt { try object(field, classes.map { AllowedClasses($0) } ?? frame.allowed) }
    }

    override func decodePropertyList(forKey key: String) -> Any? {
        decodeObject(of: NSSecureUnarchiveFromDataTransformer.propertyListClasses, forKey: key)
    }

    /// A number that is in the field itself or in an object of its own; nil for a missing field.
    private func scalar<T>(_ key: String, _ wanted: String, _ read: (PropertyListValue) -> T?) -> T? {
        guard let field = field(key) else { return nil }
        return attempt {
            guard case .value(let value) = try archive.resolve(field), let result = read(value) else {
                throw ArchiveError.wrongKind(key, wanted)
            }
            return result
        }
    }

    override func decodeBool(forKey key: String) -> Bool { scalar(key, "a Boolean", \.booleanValue) ?? false }
    override func decodeInt32(forKey key: String) -> Int32 {
        scalar(key, "an Int32") { $0.integerValue.flatMap { Int32(exactly: $0) } } ?? 0
    }
    override func decodeInt64(forKey key: String) -> Int64 { scalar(key, "an integer", \.integerValue) ?? 0 }
    override func decodeInteger(forKey key: String) -> Int { Int(decodeInt64(forKey: key)) }
    override func decodeFloat(forKey key: String) -> Float { Float(decodeDouble(forKey: key)) }
    override func decodeDouble(forKey key: String) -> Double { scalar(key, "a number", \.realValue) ?? 0 }

    override func withDecodedUnsafeBytes<T>(
        forKey key: String, body: (UnsafeRawBufferPointer?) throws -> T
    ) rethrows -> T {
        guard let data = scalar(key, "data", \.dataValue) else { return try body(nil) }
        return try data.withUnsafeBytes(body)
    }

    override func withDecodedUnsafeBufferPointer<T>(
        forKey key: String, body: (UnsafeBufferPointer<UInt8>?) throws -> T
    ) rethrows -> T {
        try withDecodedUnsafeBytes(forKey: key) { try body($0?.bindMemory(to: UInt8.self)) }
    }
}
