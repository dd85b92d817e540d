// SPDX-License-Identifier: Apache-2.0
// `perdure store set`: changes values of one object, checked as a program's save would check them.

import Foundation
import Perdure

enum StoreSet {
    static let command = Command(
        group: "store", action: "set", summary: "change values of one object",
        discussion: """
            Sets attributes and relationships of an object, and prints what they were and are. The values are read as in a table of
            'store import': true or false, numbers, ISO 8601, base64; objects by their names or unique values, several with ';'
            between them. KEY= is an empty text, and --nil KEY takes a value away. The object is checked as a save of its program would
            check it; one transaction writes it, and a history records it. URI is x-coredata://…/Note/p3, or Note/p3.
            """,
        operands: [
            .store, .init(name: "URI", help: "the object"),
            .init(name: "KEY=VALUE", help: "what is set", isRepeatable: true, isRequired: false),
        ],
        options: [
            .init(
                name: "nil", value: "KEY", help: "take a value away; may be given several times",
                isRepeatable: true),
            .init(name: "dry-run", value: nil, help: "check everything, and write nothing"), .model, .schema,
            .tls, .quiet,
        ], run: run)

    @Sendable private static func run(_ arguments: Arguments) throws -> ExitCode {
        let text = arguments[operand: "URI"]
        guard let name = ObjectName(text) else {
            throw UsageError(
                "URI must be x-coredata://…/Note/p3 or Note/p3, not '\(text)'", arguments.command.fullName)
        }
        let changes = try changes(arguments)
        let store = try WritableStore(arguments)
        defer { store.close() }
        return try store.context.performAndWait {
            let object = try object(name, store)
            let before = try changes.map { try change(object, $0, store) }
            let isDry = arguments.switches.contains("dry-run")
            do {
                try object.validateForUpdate()
                if !isDry { try store.context.save() }
            } catch let error as NSError {
                let texts = error.parts.map { single in
                    let key = single.userInfo[NSValidationKeyErrorKey] as? String
                    return (key.map { "\($0): " } ?? "") + StoreMigrate.reasons(single)
                }
                throw ToolError("\(name.short): \(texts.joined(separator: "; ")); nothing was written")
            }
            for (change, old) in zip(changes, before) {
                arguments.tell(
                    "\(name.short).\(change.key): \(old) → \(shown(object.value(forKey: change.key), store))")
            }
            if isDry { arguments.tell("nothing was written (--dry-run)") }
            return .success
        }
    }

    private static func object(_ name: ObjectName, _ store: WritableStore) throws -> NSManagedObject {
        guard store.entity(named: name.entity) != nil else {
            throw UnknownName.entity(name.entity, of: store.document, in: store.shown)
        }
        if let uuid = name.store, uuid != store.uuid {
            throw ToolError("\(store.shown): the URI is of the store \(uuid), and this one is \(store.uuid)")
        }
        guard let object = store.object(name) else {
            throw ToolError("\(store.shown): there is no object \(name.short)")
        }
        return object
    }

    /// The keys with the words of their values.
    private static func changes(_ arguments: Arguments) throws -> [(key: String, value: String?)] {
        let assignments = try arguments.words("KEY=VALUE").filter { !$0.isEmpty }.map { word in
            guard let mark = word.firstIndex(of: "=") else {
                throw UsageError("'\(word)' is no KEY=VALUE", arguments.command.fullName)
            }
            return (key: String(word[..<mark]), value: String?.some(String(word[word.index(after: mark)...])))
        }
        let changes = assignments + (arguments.lists["nil"] ?? []).map { (key: $0, value: nil) }
        guard !changes.isEmpty else {
            throw UsageError(
                "nothing is to be set: write KEY=VALUE, or '--nil KEY'", arguments.command.fullName)
        }
        guard Set(changes.map(\.key)).count == changes.count else {
            throw UsageError("a key is given twice", arguments.command.fullName)
        }
        return changes
    }

    /// Makes a change; gives the old value in words.
    private static func change(
        _ object: NSManagedObject, _ change: (key: String, value: String?), _ store: WritableStore
    ) throws -> String {
        let entity = object.entity
        let old: String
        do throws(ValueFault) {
            if let relationship = entity.relationshipsByName[change.key] {
                old = shown(object.value(forKey: change.key), store)
                let references = References(
                    relationship, named: [:], keys: UniqueKeys(store.context), store: store, names: store.uuid
                )
                let members = try references.objects(.plain(change.value))
                object.setValue(relationship.isToMany ? members : members.first, forKey: change.key)
                return old
            }
            guard let attribute = entity.attributesByName[change.key] else {
                throw ValueFault(UnknownName.property(change.key, of: entity.name ?? "", entity.keys))
            }
            guard !attribute.isTransient, !(attribute is NSDerivedAttributeDescription) else {
                throw ValueFault("is computed or transient, and cannot be set")
            }
            try store.requireNoIndexes(of: attribute)
            old = shown(object.value(forKey: change.key), store)
            object.setValue(try ValueReading.value(.plain(change.value), attribute), forKey: change.key)
        } catch { throw ToolError("\(store.name(of: object)).\(change.key): \(error.text)", .usage) }
        return old
    }

    private static func shown(_ value: Any?, _ store: WritableStore) -> String {
        switch value {
        case nil: "nil"
        case let text as String: PlainText.quoted(text)
        case let date as Date: ExactDate.text(date.timeIntervalSinceReferenceDate) ?? "\(date)"
        case let data as Data: PlainText.count(data.count, "byte", "bytes")
        case let object as NSManagedObject: store.name(of: object)
        default:
            if let members = NSManagedObject.objects(in: value) {
                members.map(store.name).sorted().joined(separator: ";")
            } else {
                value.map { "\($0)" } ?? "nil"
            }
        }
    }
}
