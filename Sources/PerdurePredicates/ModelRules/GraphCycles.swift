// SPDX-License-Identifier: Apache-2.0
// Finds the cycles of a graph, here called rings. The search looks at every edge once, and does not recur.

/// The rings (cycles) of a graph.
package enum GraphCycles {
    /// The nodes that lie on a ring.
    ///
    /// - Parameter edges: the targets of each node; targets that are no nodes lead nowhere.
    /// - Returns: the nodes of all rings.
    package static func members<Node: Hashable>(_ edges: [Node: [Node]]) -> Set<Node> {
        var search = CycleSearch(edges: edges)
        for node in edges.keys { search.visit(node) }
        return search.found
    }
}

/// Tarjan's search for strongly connected components: a component is closed when the walk leaves its first node.
private struct CycleSearch<Node: Hashable> {
    let edges: [Node: [Node]]
    private(set) var found: Set<Node> = []
    /// When each node was met, and the earliest open node that it leads to.
    private var order: [Node: Int] = [:]
    private var lowest: [Node: Int] = [:]
    private var open: [Node] = []
    private var isOpen: Set<Node> = []
    private var walk: [(node: Node, next: Int)] = []

    init(edges: [Node: [Node]]) { self.edges = edges }

    mutating func visit(_ start: Node) {
        guard order[start] == nil else { return }
        enter(start)
        while var step = walk.popLast() {
            let targets = edges[step.node] ?? []
            guard step.next < targets.count else {
                leave(step.node)
                continue
            }
            let target = targets[step.next]
            step.next += 1
            walk.append(step)
            if order[target] == nil, edges[target] != nil {
                enter(target)
            } else if isOpen.contains(target) {
                lower(step.node, to: order[target])
            }
        }
    }

    private mutating func enter(_ node: Node) {
        order[node] = order.count
        lowest[node] = order[node]
        open.append(node)
        isOpen.insert(node)
        walk.append((node, 0))
    }

    private mutating func lower(_ node: Node, to other: Int?) {
        guard let own = lowest[node], let other else { return }
        lowest[node] = min(own, other)
    }

    private mutating func leave(_ node: Node) {
        if let above = walk.last { lower(above.node, to: lowest[node]) }
        guard lowest[node] == order[node] else { return }
        var component: [Node] = []
        while let last = open.popLast() {
            isOpen.remove(last)
            component.append(last)
            if last == node { break }
        }
        if component.count > 1 || edges[node]?.contains(node) == true { found.formUnion(component) }
    }
}
