// SPDX-License-Identifier: Apache-2.0
// The names of the variables in a mapping model's expressions: $manager, $source and so on.

// Apple's constants begin with a capital.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The variable that stands for the migration manager.
public let NSMigrationManagerKey = "manager"
/// The variable that stands for the object of the old version.
public let NSMigrationSourceObjectKey = "source"
/// The variable that stands for the object of the new version.
public let NSMigrationDestinationObjectKey = "destination"
/// The variable that stands for the mapping of the entity.
public let NSMigrationEntityMappingKey = "entityMapping"
/// The variable that stands for the mapping of the property.
public let NSMigrationPropertyMappingKey = "propertyMapping"
/// The variable that stands for the policy of the entity's mapping.
public let NSMigrationEntityPolicyKey = "entityPolicy"
