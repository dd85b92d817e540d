// SPDX-License-Identifier: Apache-2.0
// What the coders of keyed archives have in common. Calls without a key are refused, because Foundation's NSCoder stops the
// process for them. SecureDecoder.swift reads, SecureEncoder.swift writes.

import Foundation

/// A coder of keyed archives for classes that archive themselves securely.
class KeyedCoder: NSCoder {
    /// The largest nesting depth of objects.
    ///
    /// A level costs a few calls of foreign code, on the half megabyte of stack that a queue's thread has.
    static let depth = 64
    /// The largest number of members that all collections of an archive may have together.
    static let mostMembers = 1_000_000

    /// The first error; after it, nothing more is read or written.
    private(set) var failure: (any Error)?

    override var allowsKeyedCoding: Bool { true }
    override var requiresSecureCoding: Bool { true }
    override var decodingFailurePolicy: NSCoder.DecodingFailurePolicy { .setErrorAndReturn }
    override var error: (any Error)? { failure }
    override var systemVersion: UInt32 { 0 }
    override var allowedClasses: [AnyClass]? { nil }

    override func failWithError(_ error: any Error) {
        if failure == nil { failure = error }
    }

    /// Runs a body that may throw; an error is recorded, and the result is nil.
    func attempt<T>(_ body: () throws -> T?) -> T? {
        guard failure == nil else { return nil }
        do { return try body() } catch {
            failWithError(error)
            return nil
        }
    }

    /// A key in the form of archives, where keys with a leading dollar sign belong to the archive itself.
    static func escaped(_ key: String) -> String { key.hasPrefix("$") ? "$" + key : key }

    private func refuse(_ what: String) { failWithError(ArchiveError.refused(what)) }

    // MARK: Without keys

    override func encodeValue(ofObjCType type: UnsafePointer<Int8>, at addr: UnsafeRawPointer) {
        refuse("encodeValue(ofObjCType:at:)")
    }
    override func encode(_ data: Data) { refuse("encode(_:)") }
    override func decodeValue(ofObjCType type: UnsafePointer<Int8>, at data: UnsafeMutableRawPointer) {
        refuse("decodeValue(ofObjCType:at:)")
    }
    override func decodeData() -> Data? {
        refuse("decodeData()")
        return nil
    }
    override func version(forClassName className: String) -> Int { 0 }
    override func encode(_ object: Any?) { refuse("encode(_:)") }
    override func encodeRootObject(_ rootObject: Any) { refuse("encodeRootObject(_:)") }
    override func encodeBycopyObject(_ anObject: Any?) { refuse("encodeBycopyObject(_:)") }
    override func encodeByrefObject(_ anObject: Any?) { refuse("encodeByrefObject(_:)") }
    override func encodeConditionalObject(_ object: Any?) { refuse("encodeConditionalObject(_:)") }
    override func encodeArray(ofObjCType type: UnsafePointer<Int8>, count: Int, at array: UnsafeRawPointer) {
        refuse("encodeArray(ofObjCType:count:at:)")
    }
    override func encodeBytes(_ byteaddr: UnsafeRawPointer?, length: Int) { refuse("encodeBytes(_:length:)") }
    override func decodeObject() -> Any? {
        refuse("decodeObject()")
        return nil
    }
    override func decodeArray(
        ofObjCType itemType: UnsafePointer<Int8>, count: Int, at array: UnsafeMutableRawPointer
    ) {
        refuse("decodeArray(ofObjCType:count:at:)")
    }
    override func encodePropertyList(_ aPropertyList: Any) { refuse("encodePropertyList(_:)") }
    override func decodePropertyList() -> Any? {
        refuse("decodePropertyList()")
        return nil
    }

    // MARK: Writing, which a reader cannot

    override func encode(_ objv: Any?, forKey key: String) { refuse("encode(_:forKey:)") }
    override func encodeConditionalObject(_ objv: Any?, forKey key: String) {
        refuse("encodeConditionalObject(_:forKey:)")
    }
    override func encode(_ boolv: Bool, forKey key: String) { refuse("encode(_:forKey:)") }
    override func encode(_ intv: Int32, forKey key: String) { refuse("encode(_:forKey:)") }
    override func encode(_ intv: Int64, forKey key: String) { refuse("encode(_:forKey:)") }
    override func encode(_ intv: Int, forKey key: String) { refuse("encode(_:forKey:)") }
    override func encode(_ realv: Float, forKey key: String) { refuse("encode(_:forKey:)") }
    override func encode(_ realv: Double, forKey key: String) { refuse("encode(_:forKey:)") }
    override func encodeBytes(_ bytesp: UnsafePointer<UInt8>?, length lenv: Int, forKey key: String) {
        refuse("encodeBytes(_:length:forKey:)")
    }

    // MARK: Reading, which a writer cannot

    override func containsValue(forKey key: String) -> Bool { false }
    override func decodeObject(forKey key: String) -> Any? { decodeObject(of: nil, forKey: key) }
    override func decodeObject(of classes: [AnyClass]?, forKey key: String) -> Any? {
        refuse("decodeObject(of:forKey:)")
        return nil
    }
    override func decodeObject<T: NSObject & NSCoding>(of cls: T.Type, forKey key: String) -> T? {
        decodeObject(of: [cls], forKey: key) as? T
    }
    override func decodePropertyList(forKey key: String) -> Any? { decodeObject(of: nil, forKey: key) }
    override func decodeBool(forKey key: String) -> Bool { false }
    override func decodeCInt(forKey key: String) -> Int32 { decodeInt32(forKey: key) }
    override func decodeInt32(forKey key: String) -> Int32 { 0 }
    override func decodeInt64(forKey key: String) -> Int64 { 0 }
    override func decodeInteger(forKey key: String) -> Int { 0 }
    override func decodeFloat(forKey key: String) -> Float { 0 }
    override func decodeDouble(forKey key: String) -> Double { 0 }
    override func withDecodedUnsafeBufferPointer<T>(
        forKey key: String, body: (UnsafeBufferPointer<UInt8>?) throws -> T
    ) rethrows -> T { try body(nil) }
    override func withDecodedUnsafeBytes<T>(
        forKey key: String, body: (UnsafeRawBufferPointer?) throws -> T
    ) rethrows -> T { try body(nil) }
}
