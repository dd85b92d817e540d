// SPDX-License-Identifier: Apache-2.0
// The errors with names of SwiftData's. They compare by their kind; the description has the cause.

import Foundation

/// An error of a container, a context or a fetch.
public struct SwiftDataError: Error, Hashable {
    /// The kinds, by the names of the constants.
    enum Kind: String, Sendable {
        case backwardMigration, configurationFileNameContainsInvalidCharacters, configurationFileNameTooLong
        case configurationSchemaNotFoundInContainerSchema, duplicateConfiguration, historyTokenExpired
        case includePendingChangesWithBatchSize, invalidTransactionFetchRequest, loadIssueModelContainer
        case missingModelContext, modelValidationFailure, sortingPendingChangesWithIdentifiers
        case unknownDataStoreSchema, unknownSchema, unsupportedKeyPath, unsupportedPredicate
        case unsupportedSortDescriptor
    }

    let kind: Kind
    /// What happened, on what, and what to do next.
    public private(set) var explanation = ""
    /// The error behind this one.
    ///
    /// ## Compatibility
    /// An addition.
    public private(set) var underlying: (any Error)?

    init(_ kind: Kind, _ explanation: String = "", underlying: (any Error)? = nil) {
        self.kind = kind
        self.explanation = explanation
        self.underlying = underlying
    }

    /// Whether both errors are of one kind.
    public static func == (lhs: SwiftDataError, rhs: SwiftDataError) -> Bool { lhs.kind == rhs.kind }
    /// Hashes the kind.
    public func hash(into hasher: inout Hasher) { hasher.combine(kind) }
    /// Whether an error is of this kind, for `catch`.
    public static func ~= (lhs: SwiftDataError, rhs: any Error) -> Bool { (rhs as? SwiftDataError) == lhs }
}

extension SwiftDataError {
    /// The store is newer than the last version of the plan.
    public static let backwardMigration = SwiftDataError(.backwardMigration)
    /// The name of a configuration is no file's name.
    public static let configurationFileNameContainsInvalidCharacters = SwiftDataError(
        .configurationFileNameContainsInvalidCharacters)
    /// The name of a configuration is too long for a file's name.
    public static let configurationFileNameTooLong = SwiftDataError(.configurationFileNameTooLong)
    /// A configuration has an entity that the container's schema lacks.
    public static let configurationSchemaNotFoundInContainerSchema = SwiftDataError(
        .configurationSchemaNotFoundInContainerSchema)
    /// Two configurations have one name or one place.
    public static let duplicateConfiguration = SwiftDataError(.duplicateConfiguration)
    /// The history before a token is deleted.
    public static let historyTokenExpired = SwiftDataError(.historyTokenExpired)
    /// A fetch by batches cannot include changes that are not saved.
    public static let includePendingChangesWithBatchSize = SwiftDataError(.includePendingChangesWithBatchSize)
    /// A request for transactions cannot be executed.
    public static let invalidTransactionFetchRequest = SwiftDataError(.invalidTransactionFetchRequest)
    /// A store could not be opened.
    public static let loadIssueModelContainer = SwiftDataError(.loadIssueModelContainer)
    /// A model has no context.
    public static let missingModelContext = SwiftDataError(.missingModelContext)
    /// A model is not valid.
    public static let modelValidationFailure = SwiftDataError(.modelValidationFailure)
    /// A fetch of identifiers cannot sort changes that are not saved.
    public static let sortingPendingChangesWithIdentifiers = SwiftDataError(
        .sortingPendingChangesWithIdentifiers)
    /// A store does not know the schema.
    public static let unknownDataStoreSchema = SwiftDataError(.unknownDataStoreSchema)
    /// The container does not have the class.
    public static let unknownSchema = SwiftDataError(.unknownSchema)
    /// A key path is no persisted property.
    public static let unsupportedKeyPath = SwiftDataError(.unsupportedKeyPath)
    /// A part of a predicate has no form in a store.
    public static let unsupportedPredicate = SwiftDataError(.unsupportedPredicate)
    /// A sort descriptor has no form in a store.
    public static let unsupportedSortDescriptor = SwiftDataError(.unsupportedSortDescriptor)
}

extension SwiftDataError: CustomStringConvertible, LocalizedError {
    /// The kind, the explanation, and the error behind this one.
    public var description: String {
        let cause = underlying.map { " Cause: \($0)" } ?? ""
        return "SwiftDataError.\(kind.rawValue)\(explanation.isEmpty ? "" : ": \(explanation)")\(cause)"
    }
    /// The description.
    public var errorDescription: String? { description }
}
