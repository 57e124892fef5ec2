/**
 * The states of one kind of thing, said once: number on the wire, word, how far it has come, and the sets that the product
 * asks for by name. Without zod, so that a light page may have them.
 */

/** How far something has come; what looks the same on every screen follows from it. */
export type Stage =
  /** Nothing is settled yet. */
  | 'open'
  /** To be done. */
  | 'due'
  | 'ready'
  /** Somebody waits. */
  | 'waiting'
  | 'underWay'
  /** Done, and something is still to be settled. */
  | 'unsettled'
  | 'done'
  /** Done, and put away. */
  | 'filed'
  /** Was done, and is being changed. */
  | 'reopened'
  /** Part of it is missing, and that is owed. */
  | 'owing'
  /** Part of it was taken back. */
  | 'partBack'
  /** A machine is at it. */
  | 'running'
  /** Its time is over. */
  | 'late'
  /** Given up. */
  | 'ended'
  /** Went another way. */
  | 'away'

/** Number on the wire, word, and how far it has come. */
type State = readonly [code: number, name: string, stage: Stage]

type All = Readonly<Record<string, State>>
type NameOf<A extends All> = keyof A & string
type CodeOf<A extends All> = A[NameOf<A>][0]

/** A step: from which states it is taken, and which may follow. A step that leaves the state as it is names none. */
interface Move<From, To> {
  readonly from: readonly From[]
  readonly to: readonly To[]
}

/** States by name, and what follows from them. */
export interface States<A extends All, S extends string, M extends string = never> {
  /** The number on the wire of each state. */
  readonly code: { readonly [N in NameOf<A>]: A[N][0] }
  /** The word of each number. */
  readonly names: Readonly<Record<number, string>>
  readonly stages: Readonly<Record<number, Stage>>
  /** The numbers of each set, of each state by itself, and of all. */
  readonly sets: Readonly<Record<NameOf<A> | S | 'all', readonly [CodeOf<A>, ...CodeOf<A>[]]>>
  /** Is a thing in one of these states, or in one of these sets? */
  is: (status: number | null | undefined, ...wanted: (NameOf<A> | S)[]) => boolean
  readonly moves: Readonly<Record<M, Move<NameOf<A> | S, NameOf<A>>>>
  /** May this step be taken from a state? */
  may: (move: M, status: number) => boolean
  /** The state to which a step leads that names one. */
  after: (move: M) => CodeOf<A>
  /** Does any step lead from one state to the other? Everything that no step names is refused. */
  mayBecome: (from: number, to: number) => boolean
}
/** A status number of these states. */
export type StatusOf<T> = T extends { readonly code: Readonly<Record<string, infer C>> } ? C : never

/**
 * @param all the states by their names in code
 * @param sets states that are asked for together, by the name of the set
 * @param moves the steps from state to state, by name
 */
export function states<const A extends All, const S extends string = never, const M extends string = never>(
  all: A,
  sets?: Readonly<Record<S, readonly NameOf<A>[]>>,
  moves?: Readonly<Record<M, Move<NoInfer<NameOf<A> | S>, NoInfer<NameOf<A>>>>>,
): States<A, S, M> {
  const list: readonly State[] = Object.values(all)
  const members: Record<string, readonly number[]> = { all: list.map(([code]) => code) }
  for (const [name, [code]] of Object.entries(all)) members[name] = [code]
  for (const [name, of] of Object.entries<readonly string[]>(sets ?? {}))
    members[name] = of.flatMap((one) => members[one] ?? [])
  const code = Object.fromEntries(Object.entries(all).map(([name, [code]]) => [name, code])) as States<A, S, M>['code']
  const steps = (moves ?? {}) as Readonly<Record<M, Move<NameOf<A> | S, NameOf<A>>>>
  const among = (status: number, wanted: readonly string[]) => wanted.some((word) => members[word]?.includes(status))
  return {
    code,
    names: Object.fromEntries(list.map(([code, name]) => [code, name])),
    stages: Object.fromEntries(list.map(([code, , stage]) => [code, stage])),
    sets: members as unknown as States<A, S, M>['sets'],
    is: (status, ...wanted) => status != null && among(status, wanted),
    moves: steps,
    may: (move, status) => among(status, steps[move].from),
    after: (move) => {
      const [to, ...others] = steps[move].to
      if (to === undefined || others.length > 0) throw new Error(`${move} does not lead to one state`)
      return code[to]
    },
    mayBecome: (from, to) =>
      Object.values<Move<string, string>>(steps).some((step) => among(from, step.from) && among(to, step.to)),
  }
}
