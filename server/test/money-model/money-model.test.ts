import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testApp } from '../harness.ts'
import { brokenBooks } from '../invariants.ts'
import { commands, settleWaiting, type Dice } from './commands.ts'
import { figures } from './compare.ts'
import { makeStage, Play, type Stage } from './play.ts'
import { brokenReports } from './reports.ts'

// MODEL_RUNS is how many sequences are played (300 of a fixed seed when nothing is said), MODEL_SEED repeats those of a run that failed;
// MODEL_PATH the one sequence of it that failed; MODEL_SHRINK looks for a shorter sequence that fails as well. MODEL_IDENTITIES is after
// how many sequences the identities are asked: 10 when nothing is said, 1 for after each.
const RUNS = Number(process.env.MODEL_RUNS ?? 300)
const SEED = Number(process.env.MODEL_SEED ?? 363270210)
/** The day on which the first sequence begins. */
const START = '2026-11-20'
/** So many sequences share a database; the clock never goes back in it. */
const CHUNK = 1000
const IDENTITIES_EVERY = Number(process.env.MODEL_IDENTITIES ?? 10)

const die = fc.nat(1_000_000)
const sequences = fc.array(fc.tuple(fc.constantFrom(...Object.keys(commands)), fc.tuple(die, die, die, die, die)), {
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
    for (const [kind, dice] of sequence) await commands[kind]?.(play, dice)
    await settleWaiting(play)
    const { model, product } = await figures(play)
    expect(product).toEqual(model)
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${play.log.join('\n')}`, { cause: error })
  }
}

const chunks = Array.from({ length: Math.ceil(RUNS / CHUNK) }, (_, n) => Math.min(CHUNK, RUNS - n * CHUNK))

describe.each(chunks.map((runs, n) => ({ runs, seed: SEED + n })))('E9, seed $seed', async ({ runs, seed }) => {
  const app = await testApp({ at: `${START} 09:00:00` })

  it(
    `${runs} sequences leave the same balances in the product as in the model`,
    async () => {
      const stage = await makeStage(app)
      let played = 0
      await fc.assert(
        fc.asyncProperty(sequences, async (sequence) => {
          await playOne(stage, sequence)
          played += 1
          if (played % IDENTITIES_EVERY === 0) await holdIdentities(stage)
        }),
        {
          numRuns: runs,
          seed,
          ...(process.env.MODEL_PATH ? { path: process.env.MODEL_PATH } : {}),
          endOnFailure: !process.env.MODEL_SHRINK,
        },
      )
      await holdIdentities(stage)
      // J7, J10, J11, J13, J17, J18: the reports say what raw rows come to, and say it everywhere.
      expect(await brokenReports(app, START)).toEqual([])
      if (process.env.MODEL_SEEN)
        console.log(
          [...stage.seen].map(([kind, { done, refused }]) => `${kind}: ${done} ${[...refused].join(' ')}`).join('\n'),
        )
      // A run that does next to nothing would be green too.
      if (runs >= 300) {
        const never = Object.keys(commands).filter(
          (kind) => ![...stage.seen].some(([name, { done }]) => done > 0 && sameKind(name, kind)),
        )
        expect(never).toEqual([])
      }
    },
    120_000 + runs * 1000 + (runs / IDENTITIES_EVERY) * 2000,
  )
})

const sameKind = (name: string, kind: string) =>
  name === kind || (name.startsWith('card: ') && kind.startsWith('card: '))
