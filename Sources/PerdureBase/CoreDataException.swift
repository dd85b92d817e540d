// SPDX-License-Identifier: Apache-2.0
// What Apple's framework reports by raising an Objective-C exception, as a Swift error. It lives in
// the lowest module with public API because the predicate parser already needs it.

import Foundation

/// A programmer error that Apple's Core Data reports with an Objective-C exception.
///
/// An API that can throw throws it, and has changed nothing then. An API that cannot throw stops the process with a message
/// that holds the same name and reason.
///
/// It is an `NSError`, so that `catch let error as NSError`, which Swift takes for a catch of everything, is one here too: on Linux a
/// Swift error of another kind would crash a program there. Its domain is `CoreDataException.errorDomain`, its code 1.
///
/// ## Compatibility
/// On Apple's systems Swift code cannot catch these.
public final class CoreDataException: NSError, @unchecked Sendable {
    // Sendable because nothing is ever changed after the error was made.

    /// The domain of all exceptions as errors.
    public static let errorDomain = "CoreDataExceptionDomain"

    /// The exception's name, for example `NSInvalidArgumentException`.
    public let name: NSExceptionName
    /// What is wrong: on which entity, property or key, and what to do next.
    public let reason: String

    /// Makes an exception that can be thrown.
    ///
    /// - Parameters:
    ///   - name: The kind of mistake.
    ///   - reason: What is wrong, and what to do next.
    ///   - userInfo: Facts for programs, by Apple's keys.
    public init(name: NSExceptionName, reason: String, userInfo: [String: Any] = [:]) {
        self.name = name
        self.reason = reason
        super.init(domain: Self.errorDomain, code: 1, userInfo: userInfo)
    }

    /// Reads an archived exception.
    public required init?(coder: NSCoder) {
        guard let name = coder.decodeObject(of: NSString.self, forKey: "PerdureName"),
            let reason = coder.decodeObject(of: NSString.self, forKey: "PerdureReason")
        else { return nil }
        self.name = NSExceptionName(String(describing: name))
        self.reason = String(describing: reason)
        super.init(coder: coder)
    }

    /// Archives the exception.
    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(NSString(string: name.rawValue), forKey: "PerdureName")
        coder.encode(NSString(string: reason), forKey: "PerdureReason")
    }

    /// The name and the reason.
    public override var description: String { "\(name.rawValue): \(reason)" }
    /// The reason.
    public override var localizedDescription: String { reason }

    /// Whether another object is an exception of the same name and reason.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CoreDataException else { return false }
        return name == other.name && reason == other.reason
    }

    /// A hash of name and reason.
    public override var hash: Int {
        var hasher = Hasher()
        hasher.combine(name)
        hasher.combine(reason)
        return hasher.finalize()
    }
}

extension CoreDataException {
    /// An argument that the API does not accept.
    package static func invalidArgument(_ reason: String) -> CoreDataException {
        CoreDataException(name: .invalidArgumentException, reason: reason)
    }

    /// A call that the state of the receiver does not allow.
    package static func internalInconsistency(_ reason: String) -> CoreDataException {
        CoreDataException(name: .internalInconsistencyException, reason: reason)
    }

    /// Stops the process: for APIs that cannot throw, where the fault is in the program and not in its data.
    package func stop(file: StaticString = #file, line: UInt = #line) -> Never {
        // Not preconditionFailure, which loses its text in optimised builds.
        fatalError(description, file: file, line: line)
    }
}

/// The name of an exception.
///
/// ## Compatibility
/// Foundation on Linux has no such type; this one has the names that Core Data uses.
public struct NSExceptionName: RawRepresentable, Hashable, Sendable {
    /// The name's text.
    public let rawValue: String

    /// Makes a name from its text.
    public init(_ rawValue: String) { self.rawValue = rawValue }
    /// Makes a name from its text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// An argument that the API does not accept.
    public static let invalidArgumentException = NSExceptionName("NSInvalidArgumentException")
    /// A call that the state of the receiver does not allow.
    public static let internalInconsistencyException = NSExceptionName("NSInternalInconsistencyException")
    /// An object that is not there or cannot be reached.
    public static let objectInaccessibleException = NSExceptionName("NSObjectInaccessibleException")
    /// A key that an object does not have.
    public static let undefinedKeyException = NSExceptionName("NSUnknownKeyException")
    /// An index or a member that a collection does not have.
    public static let rangeException = NSExceptionName("NSRangeException")
    /// A general failure.
    public static let genericException = NSExceptionName("NSGenericException")
}
