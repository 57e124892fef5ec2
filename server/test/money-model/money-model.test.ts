import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../harness.ts'
import { brokenBooks } from '../invariants.ts'
import { allCommands, settleWaiting } from './all-commands.ts'
import type { Dice } from './commands.ts'
import { figures } from './compare.ts'
import { makeStage, Play, type Stage } from './play.ts'
import { brokenReports } from './reports.ts'

// MODEL_RUNS is how many sequences are played (300 of a fixed seed when nothing is said), MODEL_SEED repeats those of a run that failed,
// with MODEL_LANES=1 when it is the seed of one lane; MODEL_PATH the one sequence of it that failed; MODEL_SHRINK looks for a shorter
// sequence that fails as well; MODEL_KINDS plays only commands whose name fits; MODEL_REPORTS=0 leaves the reports out; MODEL_SEEN says how often each kind of command was done and refused.
const RUNS = Number(process.env.MODEL_RUNS ?? 300)
const SEED = Number(process.env.MODEL_SEED ?? 363270210)
/** Lanes play at the same time, each with a database of its own: most of a sequence is waiting for the database. */
const LANES = Number(process.env.MODEL_LANES ?? (RUNS < 30 || process.env.MODEL_PATH ? 1 : 3))
/** The day on which the first sequence of a lane begins. */
const START = '2026-11-20'
/** At most so many sequences share a database; the clock never goes back in it. */
const CHUNK = 1000
/** After so many sequences the database counts its rows anew: it plans badly for tables that were empty when it counted them. */
const ANALYZE_EVERY = 10

const die = fc.nat(1_000_000)
const kinds = Object.keys(allCommands).filter((kind) => new RegExp(process.env.MODEL_KINDS ?? '').test(kind))
const sequences = fc.array(fc.tuple(fc.constantFrom(...kinds), fc.tuple(die, die, die, die, die)), {
  minLength: 8,
  maxLength: 14,
  size: 'max',
})

/** I2, I3, I7 and the identities of the ledger. */
const holdIdentities = async (stage: Stage): Promise<void> => expect(await brokenBooks(stage.app.owner)).toEqual([])

async function playOne(stage: Stage, sequence: readonly (readonly [string, Dice])[]): Promise<void> {
  const play = new Play(stage)
  try {
    await play.begin()
    for (const [kind, dice] of sequence) await allCommands[kind]?.(play, dice)
    await settleWaiting(play)
    const { model, product } = await figures(play)
    expect(product).toEqual(model)
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${play.log.join('\n')}`, { cause: error })
  }
}

const count = Math.max(LANES, Math.ceil(RUNS / CHUNK))
const lanes = Array.from({ length: count }, (_, n) => ({
  runs: Math.floor(((n + 1) * RUNS) / count) - Math.floor((n * RUNS) / count),
  seed: SEED + n,
  lane: n,
}))
const seen: Stage['seen'] = new Map()
/** A lane has found a difference: the run is red, and the others need not go on. */
let isRed = false

describe.concurrent.each(lanes)('E9, seed $seed', async ({ runs, seed, lane }) => {
  const app = await testApp({ at: `${START} 09:00:00`, pool: 6 })
  // The stand-in of the gateways is reached as they are, over HTTP.
  beforeAll(async () => {
    await app.application.http.listen({ host: '127.0.0.1', port: 0 })
  })

  it(
    `${runs} sequences leave the same balances in the product as in the model`,
    async () => {
      const stage = await makeStage(app, lane, seen)
      let played = 0
      await fc.assert(
        fc.asyncProperty(sequences, async (sequence) => {
          if (isRed && !process.env.MODEL_SHRINK) return
          try {
            await playOne(stage, sequence)
            if (played % ANALYZE_EVERY === 0) await app.sql('analyze')
            played += 1
            await holdIdentities(stage)
          } catch (error) {
            isRed = true
            throw error
          }
        }),
        {
          numRuns: runs,
          seed,
          ...(process.env.MODEL_PATH ? { path: process.env.MODEL_PATH } : {}),
          endOnFailure: !process.env.MODEL_SHRINK,
        },
      )
      // J7, J10, J11, J13, J17, J18: the reports say what raw rows come to, and say it everywhere.
      if (process.env.MODEL_REPORTS !== '0' && !isRed)
        expect(await brokenReports(app, START, lane, lanes.length)).toEqual([])
    },
    180_000 + runs * 3000,
  )
})

describe('E9, all lanes', () => {
  // A run that does next to nothing would be green too.
  it.runIf(RUNS >= 300)('every kind of command was done', () => {
    const never = Object.keys(allCommands).filter(
      (kind) => ![...seen].some(([name, { done }]) => done > 0 && sameKind(name, kind)),
    )
    expect(never).toEqual([])
  })
})

afterAll(() => {
  if (process.env.MODEL_SEEN)
    console.log([...seen].map(([kind, { done, refused }]) => `${kind}: ${done} ${[...refused].join(' ')}`).join('\n'))
})

const sameKind = (name: string, kind: string) =>
  name === kind || (name.startsWith('card: ') && kind.startsWith('card: '))
