// SPDX-License-Identifier: Apache-2.0
// Writes objects of a program's own classes into keyed archives, in the format of NSKeyedArchiver on Apple's systems.
// Foundation's archiver on Linux is not used, because it stops the process for some of Foundation's values.

import Foundation
import PerdurePredicates
import PerdurePropertyList

/// The coder that is passed to `encode(with:)`.
final class SecureEncoder: KeyedCoder {
    private var builder = KeyedArchiveBuilder()
    /// The fields of the objects under construction, outermost first.
    private var frames: [[String: PropertyListValue]] = []
    private var level = 0
    private var writing: Set<ObjectIdentifier> = []
    /// The written objects; an object with several references is written once.
    private var written: [ObjectIdentifier: Int] = [:]
    /// Retains the objects, so that no new object reuses the identifier of a released one.
    private var kept: [AnyObject] = []

    /// Makes the archive of a value.
    ///
    /// - Throws: `PropertyListError` for a class that cannot be archived; the error of a class that fails.
    static func encode(_ value: Any) throws -> Data {
        let encoder = SecureEncoder()
        let root = encoder.attempt { try encoder.field(value) }
        if let failure = encoder.failure { throw failure }
        return try encoder.builder.archive(root: root ?? KeyedArchiveBuilder.null)
    }

    // MARK: Objects

    private func field(_ value: Any?) throws -> PropertyListValue {
        level += 1
        defer { level -= 1 }
        guard level <= Self.depth else { throw ArchiveError.tooDeep }
        guard let value = AnyValue.unwrapped(value) else { return KeyedArchiveBuilder.null }
        if let plain = PlainValue.scalar(value) { return try builder.add(plain: plain) }
        if let collection = try collection(value) { return collection }
        guard type(of: value) is AnyClass else {
            throw ArchiveError.notSecure(String(reflecting: type(of: value)))
        }
        return try ownObject(value as AnyObject)
    }

    /// The collection in the archive; nil for a value that is no collection.
    private func collection(_ value: Any) throws -> PropertyListValue? {
        switch value {
        case let values as NSArray: builder.add(array: try values.map { try field($0) })
        case let values as [Any]: builder.add(array: try values.map { try field($0) })
        case let values as NSOrderedSet: builder.add(orderedSet: try values.array.map { try field($0) })
        case let values as NSSet: builder.add(set: try values.allObjects.map { try field($0) })
        case let values as Set<AnyHashable>: builder.add(set: try values.map { try field($0.base) })
        case let pairs as [AnyHashable: Any]:
            builder.add(entries: try pairs.map { (try field($0.key.base), try field($0.value)) })
        default: nil
        }
    }

    private func ownObject(_ object: AnyObject) throws -> PropertyListValue {
        let type: AnyClass = (object as? NSObject)?.classForKeyedArchiver ?? Swift.type(of: object)
        let name = ArchivedClass(type).name
        if ArchivedClass(type).isOfFoundation { throw ArchiveError.unsupported(name) }
        guard let coding = object as? any NSSecureCoding, Swift.type(of: coding).supportsSecureCoding else {
            throw ArchiveError.notSecure(name)
        }
        let id = ObjectIdentifier(object)
        guard !writing.contains(id) else { throw ArchiveError.cycle(name) }
        if let uid = written[id] { return .uid(uid) }
        return .uid(try write(coding, id, ArchivedClass(type).chain))
    }

    private func write(_ coding: any NSSecureCoding, _ id: ObjectIdentifier, _ classes: [String]) throws
        -> Int
    {
        let uid = builder.reserve()
        kept.append(coding as AnyObject)
        writing.insert(id)
        frames.append([:])
        coding.encode(with: self)
        let fields = frames.removeLast()
        writing.remove(id)
        if let failure { throw failure }
        builder.define(uid, classes: classes, fields: fields)
        written[id] = uid
        return uid
    }

    // MARK: What encode(with:) calls

    private func set(_ value: PropertyListValue?, _ key: String) {
        guard let value, !frames.isEmpty else { return }
        frames[frames.count - 1][Self.escaped(key)] = value
    }

    override func encode(_ objv: Any?, forKey key: String) { set(attempt { try field(objv) }, key) }

    /// Writes a reference to an object that is already in the archive, otherwise null.
    override func encodeConditionalObject(_ objv: Any?, forKey key: String) {
        let known = objv.flatMap { written[ObjectIdentifier($0 as AnyObject)] }
        set(known.map { .uid($0) } ?? KeyedArchiveBuilder.null, key)
    }

    override func encode(_ boolv: Bool, forKey key: String) { set(.boolean(boolv), key) }
    override func encode(_ intv: Int32, forKey key: String) { set(.integer(Int64(intv)), key) }
    override func encode(_ intv: Int64, forKey key: String) { set(.integer(intv), key) }
    override func encode(_ intv: Int, forKey key: String) { set(.integer(Int64(intv)), key) }
    override func encode(_ realv: Float, forKey key: String) { set(.real(Double(realv)), key) }
    override func encode(_ realv: Double, forKey key: String) { set(.real(realv), key) }
    override func encodeBytes(_ bytesp: UnsafePointer<UInt8>?, length lenv: Int, forKey key: String) {
        set(.data(bytesp.map { Data(bytes: $0, count: max(0, lenv)) } ?? Data()), key)
    }
}
