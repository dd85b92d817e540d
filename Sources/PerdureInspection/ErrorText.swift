// SPDX-License-Identifier: Apache-2.0
// Describes the errors of the layers below.

import Foundation
import PerdureBase
import PerdureModelFormat
import PerdurePropertyList
import PerdureStore

package enum ErrorText {
    package static func describe(_ error: any Error) -> String {
        switch error {
        case let error as InspectionError: error.message
        case let error as StoreError: describe(error)
        case let error as ModelFormatError: error.description
        case let error as PropertyListError: error.description
        case let error as CoreDataException: error.reason
        default: (error as NSError).localizedDescription
        }
    }

    private static func describe(_ error: StoreError) -> String {
        switch error {
        case .invalidSchema(let reason): "the model cannot be used: \(reason)"
        case .notAStore(let path, let reason): "\(path): not a Core Data store: \(reason)"
        case .cannotOpen(let path, _, let reason): "\(path): cannot be opened: \(reason)"
        case .readOnly(let path, let reason): "\(path): \(reason ?? "read-only")"
        case .schemaMismatch(let path, let entity, let property, let reason):
            "\(path): \(([entity] + [property].compactMap { $0 }).joined(separator: ".")): \(reason)"
        case .database(_, let code, let message, _): "SQLite error \(code): \(message)"
        case .busy(let path, let operation, let waited):
            "\(path): locked by another process: \(operation) waited \(Int(waited)) s"
        case .inDoubt(let path, let reason): "\(path): \(reason)"
        case .unsupported(let request): request.reason
        case .invalidValue(let entity, let property, let reason): "\(entity).\(property): \(reason)"
        case .violatedConstraint(let entity, let attributes):
            "\(entity): values of \(attributes.joined(separator: ", ")) must be unique"
        case .deniedDeletion(let entity, let property, let key):
            "\(entity).\(property): the object \(key.number) cannot be deleted while the relationship has members"
        case .externalData(let entity, let property, let name, let reason):
            "\(entity).\(property): external file \(name): \(reason)"
        case .merge(let failure): "row \(failure.key.number): a change does not fit: \(failure.reason)"
        case .invalidMetadata(let path, let reason): "\(path): metadata: \(reason)"
        case .replaced(let path, let isDestroyed):
            "\(path): \(isDestroyed ? "destroyed" : "replaced") by somebody else meanwhile"
        case .migrated(let path, _):
            "\(path): migrated to another version of its model by somebody else meanwhile"
        case .refused(let refusal): "\(refusal.place): error \(refusal.state): \(refusal.message)"
        case .server(let state, let message, let place): "\(place): error \(state): \(message)"
        case .lost(let place, let reason): "\(place): the connection was lost: \(reason)"
        case .missingDestination(let entity, let property, let key):
            "\(entity).\(property): the object \(key.number) is gone"
        case .notPermitted(let place, let operation): "\(place): not permitted: \(operation)"
        case .closed: "the store is closed"
        case .cancelled: "called off"
        }
    }
}
