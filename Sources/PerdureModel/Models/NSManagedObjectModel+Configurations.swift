// SPDX-License-Identifier: Apache-2.0
// Configurations: named sets of entities. Each of several stores holds one set. Part of NSManagedObjectModel.swift.

import Foundation

extension NSManagedObjectModel {
    /// The names of the configurations, sorted.
    public var configurations: [String] { facts.configurations.map(\.name).sorted() }

    /// The entities of a configuration.
    ///
    /// - Parameter configuration: The configuration's name; nil, or the `configurationName` of a store that holds all entities,
    ///   for all entities of the model.
    /// - Returns: The entities, or nil when there is no such configuration.
    public func entities(forConfigurationName configuration: String?) -> [NSEntityDescription]? {
        guard let configuration else { return entities }
        let known = facts.configurations.first { $0.name == configuration }?.entities
        return known ?? (configuration == Self.defaultConfiguration ? entities : nil)
    }

    /// The `configurationName` of a store that holds all entities.
    package static var defaultConfiguration: String { "PF_DEFAULT_CONFIGURATION_NAME" }

    /// Makes a configuration, or replaces its entities.
    ///
    /// Stops the process when an entity is not in the model. An entity may be in several configurations.
    ///
    /// - Parameters:
    ///   - entities: The configuration's entities.
    ///   - configuration: The configuration's name.
    public func setEntities(
        _ entities: [NSEntityDescription], forConfigurationName configuration: String
    ) {
        if let foreign = entities.first(where: { $0.model !== self }) {
            ErrorMessages.foreignEntityInConfiguration(entity: foreign.name, configuration).stop()
        }
        if let index = facts.configurations.firstIndex(where: { $0.name == configuration }) {
            facts.configurations[index].entities = entities
        } else {
            facts.configurations.append(ModelFacts.Configuration(name: configuration, entities: entities))
        }
    }
}
