// SPDX-License-Identifier: Apache-2.0
// The triggers that compute derived attributes inside the database. Families that are known from Core Data's files have the
// same texts: now(), the count of a one-to-many relationship, a copy through one to-one relationship. All other triggers have
// the same style.
//
//   what fires                        suffix                                in
//   the row itself                    INSERT, UPDATE (the clock)            DerivedTriggers.swift
//                                     SOURCE_INSERT, SOURCE_UPDATE          DerivedTriggers+Path.swift
//   the object at the end of the way  PARAMETER_INSERT, _UPDATE, _DELETE    DerivedTriggers+Path.swift
//   one on the way                    STEP_1_INSERT and so on               DerivedTriggers+Path.swift
//   a member, or a pair of a          PARAMETER_INSERT, _DELETE,            DerivedTriggers+Members.swift,
//   many-to-many relationship         _UPDATE_INCREMENT, _UPDATE_DECREMENT  DerivedTriggers+Links.swift

import PerdurePredicates
import PerdureSQL
import PerdureStore

/// The triggers of one derived attribute.
package struct DerivedTriggers {
    private let route: DerivationRoute?

    package init(_ mapping: StoreMapping, _ derivation: Derivation) {
        route = DerivationRoute(mapping, derivation)
    }

    /// The definitions, in the order of their creation.
    ///
    /// Empty when the store lacks a part of the derivation: a configuration may leave entities out.
    package func definitions() -> [SQLDefinition] {
        guard let route else { return [] }
        let text = DerivedTriggerText(route)
        if case .clock = route.form { return clock(text) }
        let source = source(route, text)
        let others = route.hops.indices.flatMap { parameters(route, text, $0 + 1) }
        // Core Data lists the source's triggers last for aggregates, first for copies.
        return route.ownerDepth == nil || computesLast(route) ? source + others : others + source
    }

    /// Whether the row's own trigger must run after the member's trigger: for an object that is its own member.
    ///
    /// SQLite runs the newest trigger of an event first, but does not promise this. A test of all engines has a row that is
    /// its own parent and would fail otherwise.
    private func computesLast(_ route: DerivationRoute) -> Bool {
        guard case .aggregate(.count, _) = route.form, case .members? = route.hops.last else { return false }
        return route.hops.count == 1 && route.countsOwnKind(at: 1)
    }

    private func clock(_ text: DerivedTriggerText) -> [SQLDefinition] {
        let time = "\(TriggerFunction.now)()"
        let owners = DerivedOwners(text.route).condition(.one("NEW.Z_PK"), at: 0)
        return [
            text.trigger(
                DerivedTriggerText.Event(text.route.home, "INSERT", "INSERT", when: "NEW.Z_OPT NOT NULL"),
                set: time, where: owners, isInsertion: true),
            text.trigger(
                DerivedTriggerText.Event(text.route.home, "UPDATE", "UPDATE OF Z_OPT"), set: time,
                where: owners),
        ]
    }

    private func parameters(
        _ route: DerivationRoute, _ text: DerivedTriggerText, _ depth: Int
    ) -> [SQLDefinition] {
        switch route.hops[depth - 1] {
        case .toOne: rows(route, text, depth)
        case .members(let key): members(route, text, depth, key: key)
        case .links(let links): pairs(route, text, depth, links)
        }
    }
}

extension DerivedTriggers: EntityDefinitions {
    static func definitions(of entity: EntityMapping, _ mapping: StoreMapping) -> [SQLDefinition] {
        mapping.schema.derivations.filter { $0.entity == entity.entity }
            .flatMap { DerivedTriggers(mapping, $0).definitions() }
    }
}
