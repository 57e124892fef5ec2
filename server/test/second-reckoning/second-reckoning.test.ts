import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { report, reportNames, viewsOf, type Cut, type FigureUnit, type ReportName } from '@dentin/contract/report'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoCopy, productOver, type DemoCopy } from '../demo-copy.ts'
import { DEMO_NOW } from '../demo-template.ts'
import type { Client } from '../harness.ts'
import { misfits } from './money.ts'
import { differences, isOfThings, type Held } from './compare.ts'
import { lastDayOf, type Span } from './kit.ts'
import { reckonings, SecondReckoning, written } from './reckon.ts'
import { readWorld } from './world.ts'

/** Three months of the demo: two that are closed, and the one that runs. */
const MONTHS = ['2026-09', '2026-10', '2026-11'] as const
const monthOf = (month: string): Span => ({ from: `${month}-01`, to: lastDayOf(`${month}-01`) })
const WHOLE: Span = { from: monthOf(MONTHS[0]).from, to: monthOf(MONTHS[2]).to }
/** The month that is looked at by every cut. */
const MIDDLE = MONTHS[1]

let copy: DemoCopy
let product: Awaited<ReturnType<typeof productOver>>
let second: SecondReckoning
let head: Client
let director: Client
interface Declared {
  code: string
  unit: FigureUnit
  source?: string
}
let declared: Declared[]

beforeAll(async () => {
  copy = await demoCopy()
  product = await productOver(copy)
  head = await product.signIn('hq')
  director = await product.signIn('director')
  second = new SecondReckoning(await readWorld(copy.superuser, copy.chain, DEMO_NOW))
  const root = path.resolve(import.meta.dirname, '../../..')
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [path.join(root, 'scripts/run.mjs'), path.join(root, 'scripts/figures.ts')],
    { maxBuffer: 10_000_000 },
  )
  declared = JSON.parse(stdout) as Declared[]
}, 300_000)
afterAll(async () => {
  await product.application.stop()
  await copy.drop()
})

/** Whoever sees a report: what introduces patients is looked at clinic by clinic. */
const whoSees = (door: ReportName) => (door === 'referralRecord' ? director : head)
/** Declared, and reckoned here, but no report asks for them: there is no answer to hold against. */
const SHOWN_NOWHERE = ['C5']

/** The codes that a report was held against the second reckoning with. */
const seen = new Set<string>()
let cells = 0

async function differ(door: ReportName, held: Omit<Held, 'door'>): Promise<string[]> {
  const client = whoSees(door)
  const clinic = client === director ? director.clinicId : null
  const found = await differences(client, second, { door, ...held }, clinic)
  cells += found.cells
  for (const code of found.codes) seen.add(code)
  return found.wrong
}

describe('a second reckoning of every figure, by plain loops over raw rows', () => {
  test('every declared figure is reckoned a second time, and nothing else is', () => {
    expect(Object.keys(reckonings).toSorted()).toEqual(declared.map(({ code }) => code).toSorted())
  })
  test('what payments say on their papers lies on the lines of their bills', () => {
    expect(misfits(second.world).slice(0, 20)).toEqual([])
  })
  test.each(reportNames)('%s', { timeout: 120_000 }, async (door) => {
    const wrong: string[] = []
    for (const view of [undefined, ...Object.keys(viewsOf(door)).slice(1)]) {
      const ask = { door, ...(view ? { view } : {}) }
      const { cuts, askable } = await whoSees(door).call(report.frame, ask)
      const [first = 'clinic'] = cuts
      const held = (by: Cut, span: Span): Omit<Held, 'door'> => ({
        ...(view ? { view } : {}),
        span,
        by,
        ...(isOfThings(by) ? {} : { figures: askable }),
      })
      for (const month of MONTHS)
        for (const by of month === MIDDLE ? cuts : cuts.includes('clinic') ? (['clinic'] as const) : [first])
          wrong.push(...(await differ(door, held(by, monthOf(month)))))
      if (cuts.includes('month')) wrong.push(...(await differ(door, held('month', WHOLE))))
    }
    expect([wrong.length, wrong.slice(0, 40)]).toEqual([0, []])
  })
  test('figures that no table shows are what their rows come to', async () => {
    const span = monthOf(MIDDLE)
    const wrong: string[] = []
    for (const door of reportNames)
      for (const view of [undefined, ...Object.keys(viewsOf(door)).slice(1)]) {
        const ask = { door, ...(view ? { view } : {}) }
        const client = whoSees(door)
        const { figures, cuts } = await client.call(report.frame, ask)
        for (const { code } of figures.flatMap(({ over, under }) => [...over, ...under])) {
          const unit = declared.find((each) => each.code === code)?.unit
          if (seen.has(code) || !unit || !declared.some((each) => each.code === code && each.source)) continue
          seen.add(code)
          const [by = 'clinic'] = cuts
          const { sum } = await client.call(report.drill, { ...ask, ...span, by, figure: code, pageSize: 1 })
          const reckoned = written(unit, second.valueOf(code, { by, span, part: 'doctor', clinic: null }, null))
          if (sum !== reckoned) wrong.push(`${door} ${code}: shown ${sum}, reckoned ${reckoned ?? ''}`)
        }
      }
    expect(wrong).toEqual([])
    expect(declared.flatMap(({ code }) => (seen.has(code) ? [] : [code]))).toEqual(SHOWN_NOWHERE)
    expect(cells).toBeGreaterThan(20_000)
  })
})
