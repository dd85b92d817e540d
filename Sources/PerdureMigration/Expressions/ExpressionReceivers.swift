// SPDX-License-Identifier: Apache-2.0
// Managers, policies and mappings as the values of variables: their keys, and the functions that expressions call.

import Foundation
import Perdure
import PerdureBase
import PerdureMapping
import PerdureModel
import PerdurePredicates

extension NSMigrationManager: KeyValueReadable, FunctionReceiving {
    package func readValue(forKey key: String) throws -> Any? {
        switch key {
        case "sourceContext": sourceContext
        case "destinationContext": destinationContext
        case "sourceModel": sourceModel
        case "destinationModel": destinationModel
        case "mappingModel": mappingModel
        case "currentEntityMapping": currentEntityMapping
        case "migrationProgress": NSNumber(value: migrationProgress)
        case "userInfo": userInfo
        case "usesStoreSpecificMigrationManager": NSNumber(value: usesStoreSpecificMigrationManager)
        default: try KeyReader.reflected(key, of: self)
        }
    }

    package func receive(_ name: String, arguments: [Any?]) throws -> Any? {
        switch (name, arguments.count) {
        case (ManagerFunctions.fetchRequest, 2): return try request(arguments[0], arguments[1])
        case (ManagerFunctions.destinationsByName, 2), (ManagerFunctions.destinationsByMapping, 2):
            let sources = try instances(arguments[1], name)
            return try run(name).destinations(of: sources, mapping: mappingName(arguments[0], name))
        case (ManagerFunctions.sourcesByName, 2), (ManagerFunctions.sourcesByMapping, 2):
            let destinations = try instances(arguments[1], name)
            return try run(name).sources(of: destinations, mapping: mappingName(arguments[0], name))
        case (ManagerFunctions.destinationsByRelationship, 2):
            return try related(arguments[0], instances(arguments[1], name) ?? [], run(name))
        default:
            return try read(name, arguments) { try callFunction(name, arguments: arguments) }
        }
    }

    /// What the members of a source relationship have become; members without an order come by their keys.
    private func related(_ relationship: Any?, _ members: [NSManagedObject], _ run: any MigrationWork) throws
        -> [NSManagedObject]
    {
        let isUnordered = (relationship as? String).map(run.isUnordered) ?? false
        let sorted =
            isUnordered ? members.sorted { $0.objectID.key.number < $1.objectID.key.number } : members
        return try run.destinations(of: sorted, mapping: nil)
    }

    private func request(_ entity: Any?, _ predicate: Any?) throws -> Any? {
        guard let name = entity as? String, sourceModel.entitiesByName[name] != nil else {
            throw CoreDataException.invalidArgument(
                "\(ManagerFunctions.fetchRequest): the source model has no entity \"\(entity ?? "nil")\".")
        }
        let request = NSFetchRequest<NSManagedObject>(entityName: name)
        request.includesSubentities = false
        if let text = predicate as? String { request.predicate = try NSPredicate(validating: text) }
        return request
    }

    /// A nil argument means all objects of a mapping.
    private func instances(_ value: Any?, _ name: String) throws -> [NSManagedObject]? {
        guard let value else { return nil }
        if let objects = ManagerFunctions.objects(in: value) { return objects }
        throw CoreDataException.invalidArgument(
            "\(name): \(value) is no object and no collection of objects.")
    }

    private func mappingName(_ value: Any?, _ name: String) throws -> String {
        if let mapping = value as? NSEntityMapping { return mapping.name }
        if let text = value as? String { return text }
        throw CoreDataException.invalidArgument(
            "\(name): \(value ?? "nil") is no entity mapping and no name of one.")
    }

    private func run(_ name: String) throws -> any MigrationWork {
        if let run { return run }
        throw CoreDataException.internalInconsistency("\(name) has an answer only while a migration runs.")
    }
}

extension KeyValueReadable {
    /// Reads a key that a FUNCTION expression asks for; the fallback is for everything else.
    fileprivate func read(_ name: String, _ arguments: [Any?], _ fallback: () throws -> Any?) throws -> Any? {
        if arguments.count == 1, let key = arguments[0] as? String {
            if name == "valueForKey:" { return try readValue(forKey: key) }
            if name == "valueForKeyPath:" {
                return try KeyPathReader.read(key.split(separator: ".").map(String.init)[...], from: self)
            }
        }
        guard arguments.isEmpty, !name.contains(":") else { return try fallback() }
        return try (try? readValue(forKey: name)).flatMap { $0 } ?? fallback()
    }
}

extension NSEntityMigrationPolicy: KeyValueReadable, FunctionReceiving {
    package func readValue(forKey key: String) throws -> Any? { try KeyReader.reflected(key, of: self) }

    package func receive(_ name: String, arguments: [Any?]) throws -> Any? {
        try read(name, arguments) { try callFunction(name, arguments: arguments) }
    }
}

extension NSEntityMapping: KeyValueReadable {
    package func readValue(forKey key: String) throws -> Any? {
        switch key {
        case "name": name
        case "mappingType": NSNumber(value: mappingType.rawValue)
        case "sourceEntityName": sourceEntityName
        case "sourceEntityVersionHash": sourceEntityVersionHash
        case "destinationEntityName": destinationEntityName
        case "destinationEntityVersionHash": destinationEntityVersionHash
        case "attributeMappings": attributeMappings
        case "relationshipMappings": relationshipMappings
        case "sourceExpression": sourceExpression
        case "userInfo": userInfo
        case "entityMigrationPolicyClassName": entityMigrationPolicyClassName
        default: try KeyReader.reflected(key, of: self)
        }
    }
}

extension NSPropertyMapping: KeyValueReadable {
    package func readValue(forKey key: String) throws -> Any? {
        switch key {
        case "name": name
        case "valueExpression": valueExpression
        case "userInfo": userInfo
        default: try KeyReader.reflected(key, of: self)
        }
    }
}
