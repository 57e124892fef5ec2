// Vitest 5 groups the errors it prints with Map.groupBy, which Node has had since 21: on Node 20 a failing test would
// end in a TypeError instead of its message.
Map.groupBy ??= (items, keyOf) => {
  const groups = new Map()
  let index = 0
  for (const item of items) {
    const key = keyOf(item, index++)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
