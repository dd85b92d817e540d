// SPDX-License-Identifier: Apache-2.0
// The values of transformable and undefined attributes in a slot. The stored form of a transformable value comes from the
// attribute's ValueTransformer, or is the archive of Apple's default transformer.

import Foundation
import PerdureFoundationGaps

/// A value of any class in a slot, with the archive that it came from or was stored as.
final class TransformedValue {
    let value: Any
    /// The rare facts of the attribute; nil for an attribute without any.
    let details: AttributeCoding.Details?
    /// Whether this is the attribute's default value, which the transformer must accept (PRG-58).
    let isDefault: Bool
    /// The archive, kept so that an unchanged value is stored byte for byte as before.
    var archive: Data?

    init(
        _ value: Any, _ details: AttributeCoding.Details? = nil, archive: Data? = nil, isDefault: Bool = false
    ) {
        self.value = value
        self.details = details
        self.archive = archive
        self.isDefault = isDefault
    }

    /// Opens stored bytes; bytes that cannot be opened are the value themselves.
    convenience init(archive: Data, _ details: AttributeCoding.Details?) {
        let transformer = ValueTransformer.named(details?.transformer)
        let value = transformer?.value(of: archive, as: details?.archivedClass)
        self.init(value ?? archive, details, archive: archive)
    }

    /// The bytes to store; nil when the transformer gives none.
    ///
    /// - Throws: `CoreDataException` when the value is not of a kind that can be archived, or the transformer is
    ///   unknown; 134060 for a transformer that is out of use.
    func archived(entity: String, property: String) throws -> Data? {
        if let archive { return archive }
        let name = details?.transformer ?? ""
        if StandardTransformers.readOnlyNames.contains(name) {
            throw ObjectErrors.obsoleteTransformer(name, entity: entity, property: property)
        }
        guard let named = ValueTransformer.named(name) else {
            throw ObjectErrors.unknownTransformer(name, entity: entity, property: property)
        }
        archive = named.data(of: value, as: details?.archivedClass)
        if archive == nil { try refuse(named, entity, property) }
        return archive
    }

    /// Throws the reason when an archiving transformer gives nothing; other transformers may, except for a default value.
    private func refuse(_ transformer: ValueTransformer, _ entity: String, _ property: String) throws {
        if let archiving = transformer as? NSSecureUnarchiveFromDataTransformer {
            let more = details?.archivedClass.map { [$0] } ?? []
            let reason = Self.failure { try archiving.archived(value, allowing: more) }
            throw ObjectErrors.cannotArchive(value, entity: entity, property: property, reason)
        }
        if transformer is any CodableTransforming {
            throw TypedErrors.cannotEncode(value, entity: entity, property: property)
        }
        if isDefault { throw ObjectErrors.cannotArchive(value, entity: entity, property: property, nil) }
    }

    /// Why the stored bytes were not opened; nil when they were, or when another kind of transformer reads them.
    var openingFailure: String? {
        guard let archive, value is Data,
            let archiving = ValueTransformer.named(details?.transformer)
                as? NSSecureUnarchiveFromDataTransformer
        else { return nil }
        return Self.failure {
            try archiving.opened(archive, allowing: details?.archivedClass.map { [$0] } ?? [])
        }
    }

    private static func failure<T>(_ body: () throws -> T) -> String? {
        do { _ = try body() } catch { return "\(error)" }
        return nil
    }

    /// Equality by isEqual or Equatable; a value without either equals only itself.
    func isEqual(_ other: TransformedValue) -> Bool {
        if self === other { return true }
        if let archive, archive == other.archive { return true }
        return Self.areEqual(value, other.value)
    }

    static func areEqual(_ left: Any, _ right: Any) -> Bool {
        if let left = left as? NSObject, let right = right as? NSObject { return left.isEqual(right) }
        if let left = left as? AnyHashable, let right = right as? AnyHashable { return left == right }
        if type(of: left) is AnyClass, type(of: right) is AnyClass {
            return (left as AnyObject) === (right as AnyObject)
        }
        return (left as? any Equatable).map { isEqual($0, right) } ?? false
    }

    private static func isEqual<T: Equatable>(_ left: T, _ right: Any) -> Bool { right as? T == left }
}
