// SPDX-License-Identifier: Apache-2.0
// The wording of errors from stores. Part of ErrorMessages.swift. ErrorTranslation+Stores.swift chooses the codes.

import Foundation
import PerdureStore

extension ErrorMessages {
    /// The text of Apple's error.
    static let incompatibleModel =
        "The model used to open the store is incompatible with the one used to create the store"

    static func incompatibleModel(_ entities: [String]) -> String {
        "\(incompatibleModel). They differ in the entities \(entities.joined(separator: ", ")). "
            + "Open the store with the model that made it, or migrate it."
    }

    static let cancelled = "The fetch was called off before it was done."
    static let closed = "The store has been removed from its coordinator. Add it again to use it."

    static func lostStore(_ path: String, _ deed: String) -> String {
        "The store \(path) was \(deed) by somebody else while it was open here. Nothing was written to what is there now. "
            + "Remove the store from the coordinator, and add it again to use the new one."
    }

    static func migratedStore(_ path: String) -> String {
        "The store \(path) was given another version of its model by another program while it was open here. Nothing was "
            + "written. Remove the store from the coordinator, and open it with the new version; a program that has only "
            + "the old one must be updated first."
    }

    static func invalidSchema(_ reason: String) -> String {
        "The model cannot be used for a store: \(reason)."
    }

    package static func notAStore(_ path: String, _ reason: String) -> String {
        path.contains("://")
            ? "The database \(path) holds no store that can be opened: \(reason)."
            : "The file \(path) is not a store, or is damaged: \(reason)."
    }

    package static func invalidMetadata(_ path: String, _ reason: String) -> String {
        "The metadata of the store \(path) cannot be read: \(reason)."
    }

    package static func cannotOpen(_ path: String, _ reason: String) -> String {
        if path.isEmpty { return "The store cannot be opened: \(reason)." }
        let advice =
            path.contains("://")
            ? "Check the URL, the server and the user's rights"
            : "Check that its folder exists and may be written to"
        return "The store \(path) cannot be opened: \(reason). \(advice)."
    }

    static func mayNotRead(_ path: String, _ reason: String) -> String {
        "The store \(path) cannot be opened: \(reason). Check the rights of the file and of its folder."
    }

    package static func readOnly(_ path: String, _ reason: String?) -> String {
        if let reason { return "The store \(path) cannot be written: \(reason)." }
        return "The store \(path) is read-only. Check its permissions and the store's options."
    }

    static func schemaMismatch(_ path: String, _ entity: String, _ property: String?, _ reason: String)
        -> String
    {
        if entity.isEmpty { return "The store \(path) does not fit the model: \(reason)." }
        let place = property.map { "\(entity).\($0)" } ?? entity
        return "The store \(path) does not have what the model needs for \"\(place)\": \(reason). "
            + "Open it with the model that made it, or migrate it."
    }

    package static func database(_ message: String, code: Int32, path: String?) -> String {
        (path.map { "The store \($0): " } ?? "") + "SQLite reports error \(code): \(message)."
    }

    static func violatedConstraint(_ entity: String, _ attributes: [String]) -> String {
        "The batch would give several objects of \"\(entity)\" the same values of \(attributes.joined(separator: ", ")), "
            + "which must be unique. Nothing was written; use other values or a narrower predicate."
    }

    static func deniedDeletion(_ entity: String, _ property: String, _ number: Int64) -> String {
        "The object \(number) of \"\(entity)\" cannot be deleted: its relationship \"\(property)\" has the deny rule and still "
            + "has members. Nothing was deleted; delete or move the members first."
    }

    static func busy(_ path: String, _ operation: String, _ waited: TimeInterval) -> String {
        // A server ends a wait by itself, and does not say how long it was.
        let wait = waited > 0 ? " for \(String(format: "%.1f", waited)) s" : ""
        return
            "The store \(path) was locked by another process\(wait), and this was not done: \(operation). "
            + "Try again, or set NSPersistentStoreTimeoutOption."
    }

    package static func inDoubt(_ path: String, _ reason: String) -> String {
        "It could not be found out whether the changes were written to \(path): \(reason). "
            + "Open the store again and compare before saving them once more."
    }

    static func refused(_ refusal: ServerRefusal) -> String {
        let place = [refusal.entity, refusal.property].compactMap { $0 }.joined(separator: ".")
        return "The database \(refusal.place) reported an error (\(refusal.state)): \(refusal.message)"
            + (place.isEmpty ? "" : ", at \"\(place)\"") + ". " + advice(refusal)
    }

    private static func advice(_ refusal: ServerRefusal) -> String {
        if let hint = refusal.hint { return "The server's advice: \(hint)" }
        return switch (refusal.state, refusal.operation) {
        case ("42501", _):
            "Give the user the right that is missing; perdure postgresql schema prints the statements."
        case ("42P01", .opening), ("42703", .opening):
            "Open the store with the model that made it, or choose another schema."
        case ("2BP01", _): "Remove first what other programs have made of the store's tables."
        case (_, .writing): "Nothing was saved; see what the server's log says of it."
        default: "See what the server's log says of it."
        }
    }

    static func lost(_ place: String, _ reason: String) -> String {
        "The connection to \(place) was lost: \(reason). What was under way has not been saved; save again once the "
            + "database can be reached."
    }

    static func notPermitted(_ place: String, _ operation: String) -> String {
        "The user of the database \(place) has no right to this: \(operation). Ask its owner for it, or open the store read-only."
    }

    static func missingDestination(_ entity: String, _ property: String, _ number: Int64) -> String {
        "The relationship \"\(property)\" of \"\(entity)\" was to point to the object \(number), which somebody else has "
            + "deleted. Nothing was saved; refresh the objects, choose another destination and save again."
    }

    package static func invalidValue(_ entity: String, _ property: String, _ reason: String) -> String {
        "The value of \"\(entity).\(property)\" cannot be stored: \(reason)."
    }

    static func externalData(_ entity: String, _ property: String, _ name: String, _ reason: String) -> String
    {
        "The file \(name) with the value of \"\(entity).\(property)\" cannot be used: \(reason)."
    }
}
