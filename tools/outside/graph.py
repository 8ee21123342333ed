"""Cycles in a graph of transactions."""

from collections import deque

# Of a cycle's transactions this many are tried as its beginning, to find a short one.
MAX_BEGINNINGS = 50


def components(edges):
    """The strongly connected components with more than one node, by Tarjan, without recursion.

    `edges` has for each node, a number from 0 on, the nodes that it leads to.
    """
    count = len(edges)
    index, low, is_open = [-1] * count, [0] * count, bytearray(count)
    found, stack, clock = [], [], 0
    for root in range(count):
        if index[root] >= 0:
            continue
        work = [(root, iter(edges[root]))]
        index[root] = low[root] = clock
        clock += 1
        stack.append(root)
        is_open[root] = 1
        while work:
            node, targets = work[-1]
            for target in targets:
                if index[target] < 0:
                    index[target] = low[target] = clock
                    clock += 1
                    stack.append(target)
                    is_open[target] = 1
                    work.append((target, iter(edges[target])))
                    break
                if is_open[target] and index[target] < low[node]:
                    low[node] = index[target]
            else:
                work.pop()
                if work:
                    parent = work[-1][0]
                    low[parent] = min(low[parent], low[node])
                if low[node] == index[node]:
                    component = []
                    while True:
                        member = stack.pop()
                        is_open[member] = 0
                        component.append(member)
                        if member == node:
                            break
                    if len(component) > 1:
                        found.append(component)
    return found


def shortest_cycle(members, targets):
    """The shortest cycle within `members`, as nodes in its order; `None` when there is none.

    `targets(node)` is what a node leads to.
    """
    members, best = set(members), None
    for beginning in sorted(members)[:MAX_BEGINNINGS]:
        came_from, queue = {beginning: None}, deque([(beginning, 1)])
        while queue:
            node, length = queue.popleft()
            if best is not None and length >= len(best):
                break
            if beginning in (reached := targets(node)):
                cycle = []
                while node is not None:
                    cycle.append(node)
                    node = came_from[node]
                best = cycle[::-1]
                break
            for target in reached:
                if target in members and target not in came_from:
                    came_from[target] = node
                    queue.append((target, length + 1))
        if best is not None and len(best) == 2:
            break
    return best
