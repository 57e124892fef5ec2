import { vectorFunctions, type VectorInput } from './functions.ts'

/** A file of worked cases. */
export interface VectorFile {
  suite: string
  tolerance?: { abs: number }
  cases: readonly { id: string; fn: string; input: VectorInput; expected: unknown }[]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const written = (value: unknown) => (value === undefined ? '没有' : JSON.stringify(value))

/** What differs between an answer and what is expected: numbers by more than the tolerance, all else at all, keys too. */
export function differences(found: unknown, expected: unknown, abs: number, at = ''): string[] {
  if (typeof expected === 'number' && typeof found === 'number')
    return Math.abs(found - expected) <= abs ? [] : [`${at}: 得 ${found}，应为 ${expected}`]
  if (Array.isArray(expected) && Array.isArray(found) && found.length === expected.length)
    return expected.flatMap((each, n) => differences(found[n], each, abs, `${at}[${n}]`))
  if (isObject(expected) && isObject(found))
    return [...new Set([...Object.keys(expected), ...Object.keys(found)])].flatMap((key) =>
      differences(found[key], expected[key], abs, at ? `${at}.${key}` : key),
    )
  return found === expected ? [] : [`${at}: 得 ${written(found)}，应为 ${written(expected)}`]
}

/** Runs the cases of a file: for each, what differs. A calculator that nobody knows is a difference. */
export function runVectors({ cases, tolerance }: VectorFile): { id: string; differs: string[] }[] {
  return cases.map(({ id, fn, input, expected }) => {
    const run = vectorFunctions[fn]
    if (!run) return { id, differs: [`没有 ${fn} 这种计算`] }
    try {
      return { id, differs: differences(run(input), expected, tolerance?.abs ?? 0.001) }
    } catch (error) {
      return { id, differs: [`${fn} 中断：${error instanceof Error ? error.message : String(error)}`] }
    }
  })
}
