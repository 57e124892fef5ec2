/**
 * Seconds since a moment, for people.
 * @param {number} since from Date.now()
 */
export function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} 秒`
}

/**
 * Names what is being done, does it, then says how long it took.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(name, work) {
  const started = Date.now()
  process.stderr.write(`▸ ${name}…\n`)
  const result = await work()
  process.stderr.write(`  ${name}：${seconds(started)}\n`)
  return result
}
