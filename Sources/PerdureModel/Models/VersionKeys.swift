// SPDX-License-Identifier: Apache-2.0
// The keys under which a store's metadata tell which model made it.

// Apple's constants begin with a capital.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// Metadata key: the version hashes of the model's entities, by entity name.
public let NSStoreModelVersionHashesKey = "NSStoreModelVersionHashes"
/// Metadata key: the model's version identifiers.
public let NSStoreModelVersionIdentifiersKey = "NSStoreModelVersionIdentifiers"
/// Metadata key: the model's version checksum.
public let NSPersistentStoreModelVersionChecksumKey = "NSStoreModelVersionChecksumKey"
