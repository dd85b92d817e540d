// SPDX-License-Identifier: Apache-2.0
// What the translation of predicates and orders asks about models: names of key paths, entities of classes, forms of values.
// KeyPathTrial.swift finds names of key paths that lead through relationships.

import Foundation
import Perdure
import PerdurePredicates
@_spi(Reflection) import Swift

/// The names and forms of a schema's classes.
struct ModelNames: ModelNaming {
    private let schema: Schema
    /// The stores that identifiers are of; nil for a check without stores.
    private let stores: OpenStores?

    init(_ stores: OpenStores) {
        self.stores = stores
        schema = stores.schema
    }

    init(_ schema: Schema) {
        stores = nil
        self.schema = schema
    }

    func names(of keyPath: AnyKeyPath) -> [String]? {
        let root = type(of: keyPath).rootType
        guard let type = root as? any PersistentModel.Type else {
            return Self.field(keyPath, of: root).map { [$0] }
        }
        let facts = ModelFacts.of(type)
        if let name = facts.name(of: keyPath) { return [name] }
        if Self.isIdentity(keyPath, of: type) { return [] }
        return KeyPathTrial.names(of: keyPath, facts)
    }

    /// Whether a key path leads to the model itself or to its identifier.
    private static func isIdentity(_ keyPath: AnyKeyPath, of type: any PersistentModel.Type) -> Bool {
        func open<T: PersistentModel>(_: T.Type) -> Bool {
            let id: KeyPath<T, PersistentIdentifier> = \T.id
            return keyPath == \T.persistentModelID || keyPath == id || keyPath == \T.self
        }
        return open(type)
    }

    /// The name of a struct's stored property.
    private static func field(_ keyPath: AnyKeyPath, of type: any Any.Type) -> String? {
        func open<T>(_ type: T.Type) -> String? {
            var found: String?
            // Fields of kinds that have no key paths are passed over; the option's constant is no constant for the compiler.
            let options = _EachFieldOptions(rawValue: 1 << 1)
            _ = _forEachFieldWithKeyPath(of: type, options: options) { name, path in
                if path == keyPath { found = String(cString: name) }
                return found == nil
            }
            return found
        }
        return _openExistential(type, do: open)
    }

    func entityNames(of type: any Any.Type) -> [String]? {
        guard let type = type as? any PersistentModel.Type,
            let entity = schema.entitiesByName[ModelFacts.entityName(type)]
        else { return nil }
        return Self.names(below: entity)
    }

    private static func names(below entity: Schema.Entity) -> [String] {
        [entity.name] + entity.subentities.sorted { $0.name < $1.name }.flatMap(names)
    }

    func form(of keyPath: AnyKeyPath) -> StoredForm? {
        let root = type(of: keyPath).rootType
        if let type = root as? any PersistentModel.Type {
            let facts = ModelFacts.of(type)
            guard let name = facts.name(of: keyPath), let slot = facts.slot(named: name) else { return nil }
            return facts.properties[slot].form.stored
        }
        guard let name = Self.field(keyPath, of: root), let type = root as? any Codable.Type,
            case .structure(let fields, _) = ValueForm.composed(type)
        else { return nil }
        return fields.first { $0.name == name }?.form.stored
    }

    func stored(_ value: Any) -> Any? {
        switch value {
        case let identifier as PersistentIdentifier: objectID(of: identifier)
        case let model as any PersistentModel: model.object.objectID
        default: nil
        }
    }

    private func objectID(of identifier: PersistentIdentifier) -> NSManagedObjectID? {
        if let stores { return ModelContext.objectID(of: identifier, in: stores) }
        let content = identifier.implementation
        // A check without stores needs some identity of the class, and no row.
        return content.managedObjectID
            ?? schema.entitiesByName[content.entityName]?.type.map { HomeEntities.newObject($0).objectID }
    }

    func caseName(of value: Any) -> String {
        guard case .cases(let names, hasPayloads: false) = TypeReading.kind(of: type(of: value)) else {
            return String(describing: value)
        }
        func number<T>(_ value: T) -> Int { TypeReading.caseNumber(of: value) }
        let number = _openExistential(value, do: number)
        return names.indices.contains(number) ? names[number] : String(describing: value)
    }
}

extension ValueForm {
    /// The form in the words of the translation.
    fileprivate var stored: StoredForm? {
        switch self {
        case .rawValue: .named
        case .cases(let names): .cases(names)
        case .payloads(let names, _): .parts(names.map { [$0] })
        case .structure(let fields, _): .parts(Self.leaves(fields))
        case .encoded, .transformed, .unknown: .encoded
        case .plain, .single, .one, .many: nil
        }
    }

    /// The paths of the columns of a struct, those of structs inside included.
    private static func leaves(_ fields: [Field]) -> [[String]] {
        fields.flatMap { field in
            guard case .structure(let inner, _) = field.form else { return [[field.name]] }
            return leaves(inner).map { [field.name] + $0 }
        }
    }
}
