import { calculators } from './calculators.ts'
import { differences } from './compare.ts'

/** A worked case: which calculator, what goes in, what has to come out. */
export interface VectorCase {
  id: string
  fn: string
  input: unknown
  expected: unknown
}

/** A file of worked cases. */
export interface VectorFile {
  suite: string
  tolerance?: { abs?: number } | null
  cases: VectorCase[]
}

/** Numbers of a file are compared to a thousandth, unless it says otherwise. */
const TOLERANCE = 0.001

/**
 * Reads a file of worked cases.
 * @param text JSON as clinical-calculators describes it: `{ suite, tolerance, cases: [{ id, fn, input, expected }] }`
 * @throws Error when it is no such file
 */
export function readVectors(text: string): VectorFile {
  const file = JSON.parse(text) as Partial<VectorFile> | null
  if (!Array.isArray(file?.cases)) throw new Error('no list of cases')
  return { suite: file.suite ?? '', tolerance: file.tolerance, cases: file.cases }
}

/** Runs one case; the lines say what differs, none when it passed. A calculator that is not known, or that breaks, fails. */
export function runVector({ fn, input, expected }: VectorCase, tolerance: number): string[] {
  const calculate = Object.hasOwn(calculators, fn) ? calculators[fn] : undefined
  if (!calculate) return [`no calculator is called ${fn}`]
  try {
    return differences(expected, calculate(input), tolerance)
  } catch (error) {
    return [`${fn} broke: ${error instanceof Error ? error.message : String(error)}`]
  }
}

/** Runs a file. Each failure has the case's id and its differences. */
export function runVectors({ cases, tolerance }: VectorFile): {
  passed: number
  failures: { id: string; lines: string[] }[]
} {
  const failures = cases
    .map((each) => ({ id: each.id, lines: runVector(each, tolerance?.abs ?? TOLERANCE) }))
    .filter(({ lines }) => lines.length > 0)
  return { passed: cases.length - failures.length, failures }
}
