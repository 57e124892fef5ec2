import type { ErrorName } from '@dentin/contract'

/**
 * What modules say to one another against the order in which they may know each other. A module declares here what it asks
 * of those to its right, under its own name; they answer in their `module({ … })`, and it reads the answers from its
 * transaction: `tx.parts('patient')`.
 */
// oxlint-disable-next-line typescript/no-empty-interface
export interface ModuleParts {}

/** Where the answers of all modules are read. */
export interface Parts {
  /** What the modules say to this one, in the order of the list of modules. */
  parts<K extends keyof ModuleParts>(name: K): readonly NonNullable<ModuleParts[K]>[]
}

/** The answer of the one module that gives it. @throws when none does */
export function answerOf<K extends keyof ModuleParts, V>(
  from: Parts,
  name: K,
  pick: (part: NonNullable<ModuleParts[K]>) => V | undefined,
): V {
  for (const part of from.parts(name)) {
    const answer = pick(part)
    if (answer !== undefined) return answer
  }
  throw new Error(`no module answers what ${name} asks`)
}

/** The refusal that a broken constraint stands for. */
export type Refusal = ErrorName | { refusal: ErrorName; message?: string; field?: string }

/** Refusals by the name of the constraint. */
export type Refusals = Readonly<Record<string, Refusal>>

/**
 * What is kept beside a table whenever a column of it changes, so that a list of very many neither counts nor looks at them:
 * how many rows there are of each value, and the value itself beside what such a list is ordered by.
 */
export interface Tally {
  of: string
  tally: string
  count: string
  beside: string
  key: string
}

/** What the modules hand to the platform, and through it to one another. */
export interface Wiring extends Parts {
  /** What a broken constraint means to the user. */
  readonly refusals: Refusals
  /** What an action of the audit did to a row that somebody else had open, in words. */
  readonly overtakings: Readonly<Record<string, string>>
  /** What is kept beside a table, by its name. */
  readonly tallies: Readonly<Record<string, Tally>>
}

/** The platform without modules. */
export const bare: Wiring = { refusals: {}, overtakings: {}, tallies: {}, parts: () => [] }
