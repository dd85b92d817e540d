// SPDX-License-Identifier: Apache-2.0
// A store on a server as the command sees it: by a URL, without a coordinator.

#if PostgreSQL
import Foundation
import Perdure
import PerdureModelFormat
import PerdurePostgreSQL
import PerdurePostgreSQLClient
import PerdurePredicates
import PerdurePropertyList
import PerdureStore

/// The place of a store on a server.
package struct ServerStorePlace {
    /// How to reach the store; the caller may change what an opening chooses.
    package var options: PostgreSQLOptions
    private let text: String
    private let tls: String?
    /// What stands as it is in the value of a parameter.
    private static let plain = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))

    /// Reads a URL; nothing is asked yet.
    ///
    /// - Parameters:
    ///   - text: the URL.
    ///   - schema: the namespace; nil for the URL's.
    ///   - tls: the least encryption; nil for the URL's.
    /// - Throws: `StoreError.cannotOpen` that names what is wrong, and repeats no value.
    package init(_ text: String, schema: String? = nil, tls: String? = nil) throws {
        self.text = text
        self.tls = tls
        do {
            // One form that Foundation reads, several hosts included.
            let whole = try PostgreSQLURL(text).completeText
            guard let url = URL(string: whole) else {
                throw PostgreSQLError.configuration("the URL cannot be written in one form")
            }
            var values: [AnyHashable: Any] = [:]
            values[PostgreSQLOptionKey.schema] = schema
            values[PostgreSQLOptionKey.tls] = tls
            options = try PostgreSQLOptionReader(values).read(url)
        } catch let error as PostgreSQLError {
            throw error.storeError("read the URL", .opening)
        }
    }

    /// The URL and the namespace, without secrets.
    package var shown: String {
        let text = options.client.description
        let named = options.client.url["schema"]
        guard options.namespace != named ?? "public" else { return text }
        let own =
            "schema=" + (options.namespace.addingPercentEncoding(withAllowedCharacters: Self.plain) ?? "")
        if named != nil {
            return text.replacingOccurrences(of: "schema=[^&]*", with: own, options: .regularExpression)
        }
        return text + (text.contains("?") ? "&" : "?") + own
    }

    /// The version of the client library.
    package static var libraryVersion: String { ClientLibrary.version }

    /// The store of the place.
    package var store: ClosedServerStore { ClosedServerStore(options) }

    /// The statements that a migration in place would run.
    ///
    /// - Parameters:
    ///   - migration: the migration, with its steps.
    ///   - model: the new version.
    /// - Returns: the statements.
    /// - Throws: what the migration itself would be refused for, as far as it is known before rows are read.
    package func preview(of migration: StoreMigration, to model: NSManagedObjectModel) throws
        -> [PreviewedStatement]
    {
        var options = options
        options.take(model)
        return try ClosedServerStore(options).preview(of: migration)
    }

    /// The URL and the options with which a coordinator opens the store.
    package func opening() throws -> (url: URL, options: [AnyHashable: Any]) {
        guard let url = URL(string: try PostgreSQLURL(text).completeText) else {
            throw StoreError.cannotOpen(path: shown, code: 0, reason: "the URL cannot be written in one form")
        }
        var values: [AnyHashable: Any] = [PostgreSQLOptionKey.schema: options.namespace]
        values[PostgreSQLOptionKey.tls] = tls
        return (url, values)
    }

    /// The definitions of a new store as a text, with the rights of a role; connects to nothing.
    ///
    /// - Parameters:
    ///   - model: the model of the store.
    ///   - role: who reads and writes the store; nil for no rights.
    ///   - isStrict: whether columns refuse what validation refuses.
    /// - Returns: the text, a transaction.
    /// - Throws: `StoreError.invalidSchema` for names that a server cannot have.
    package func script(_ model: NSManagedObjectModel, grantingTo role: String?, isStrict: Bool) throws
        -> String
    {
        var options = options
        options.takeWhole(model)
        options.initialMetadata = StoreVersion(model, configuration: nil).metadata
        options.initialMetadata[NSStoreUUIDKey] = .string(UUID().uuidString)
        let script = try StoreScript(options, schema: model.schema)
        return try script.text(
            grantingTo: role, strictness: isStrict ? StrictLimits(model.document) : nil)
    }
}

extension ServerStorePlace {
    /// A migration as a text, with the rights of a role; connects to nothing.
    ///
    /// - Parameters:
    ///   - old: the model that the store has.
    ///   - new: the model that it gets.
    ///   - role: who reads and writes the store; nil for no rights.
    /// - Returns: the text, a transaction.
    /// - Throws: what no migration can be inferred for.
    package func script(
        from old: NSManagedObjectModel, to new: NSManagedObjectModel, grantingTo role: String?
    ) throws -> String {
        var options = options
        options.takeWhole(new)
        return try MigrationScript(
            options, from: MigrationScript.Version(old), to: MigrationScript.Version(new)
        )
        .text(grantingTo: role)
    }
}

extension MigrationScript.Version {
    init(_ model: NSManagedObjectModel) {
        self.init(
            model.schema, hashes: model.entityVersionHashesByName,
            metadata: StoreVersion(model, configuration: nil).metadata, chosenNames: ChosenNames(model),
            partitions: TablePartitions(model))
    }
}

extension StrictLimits {
    /// Reads the limits that a model's validations set to numbers, dates and the lengths of texts.
    init(_ document: ModelDocument) {
        self.init()
        for entity in document.entities {
            for attribute in entity.attributes {
                limits[entity.name, default: [:]][attribute.traits.name] =
                    attribute.traits.validations.compactMap { Limit($0.predicate) }
            }
        }
    }
}

extension StrictLimits.Limit {
    /// Reads a comparison with a number; nil for any other predicate.
    fileprivate init?(_ predicate: PredicateNode) {
        guard case .comparison(let comparison) = predicate, case .constant(let constant) = comparison.right,
            let number = Self.number(constant)
        else { return nil }
        let isLength = comparison.left == .key("length")
        guard isLength || comparison.left == .evaluatedObject else { return nil }
        switch comparison.comparison {
        case .greaterThanOrEqual: self.init(isLeast: true, number: number, isLength: isLength)
        case .lessThanOrEqual: self.init(isLeast: false, number: number, isLength: isLength)
        default: return nil
        }
    }

    private static func number(_ constant: ConstantValue) -> String? {
        switch constant {
        case .integer(let number): String(number)
        case .double(let number) where number.isFinite: "\(number)"
        case .decimal(let number) where number.isFinite: "\(number)"
        case .date(let date) where date.timeIntervalSinceReferenceDate.isFinite:
            "\(date.timeIntervalSinceReferenceDate)"
        default: nil
        }
    }
}
#endif
