import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { listeners } from './listeners/index.ts'
import { Random } from './random.ts'
import { Story, type Listener } from './story.ts'
import { system, World } from './world.ts'

const NOW = new Date('2026-11-20T10:42:00+08:00')
const SUBJECT = { tenant_id: 't', clinic_id: 'c', id: 'i' }

/** Draws so many numbers, and as many ids of rows. */
const drawing = (module: string, dice: Listener['dice'], draws: number): Listener => ({
  module,
  dice,
  hear: ({ world }) => ({
    daysLived() {
      for (let n = 0; n < draws; n += 1)
        world.step(module, SUBJECT, null, world.r.int(1, 1_000_000), system, world.at(0, n))
    },
  }),
})

/** What each module wrote. */
async function rowsOf(...audience: Listener[]): Promise<(module: string) => unknown[]> {
  const story = new Story(new World(NOW, new Random(1)), [], '', -10, audience)
  await story.close('daysLived')
  const rows = story.world.rows('status_log')
  return (module) => rows.filter((row) => row.biz_type === module)
}

test('what a listener with dice of its own draws moves nobody else', async () => {
  const [one, other, last] = [drawing('bill', 'own', 3), drawing('sms', 'own', 3), drawing('visit', 'story', 3)]
  const alone = await rowsOf(other, last)
  const together = await rowsOf(one, drawing('record', 'own', 50), other, last)
  expect(together('bill')).toHaveLength(3)
  for (const module of ['sms', 'visit']) expect(together(module)).toEqual(alone(module))
  expect(together('sms')).not.toEqual(together('bill').map((row) => ({ ...(row as object), biz_type: 'sms' })))
})

test('a stream follows from the seed and the names alone, one for each module and subject', () => {
  const dice = new Random(7)
  const first = dice.of('stock', 'p1').next()
  dice.next()
  expect(dice.of('stock', 'p1').next()).toBe(first)
  expect(dice.of('stock').of('p1').next()).not.toBe(dice.of('stock').of('p2').next())
  expect(
    new Set([
      first,
      dice.of('stock', 'p2').next(),
      dice.of('ledger', 'p1').next(),
      new Random(8).of('stock', 'p1').next(),
    ]).size,
  ).toBe(4)
})

test('what is let happen on a later day happens when it dawns, before the first day at once', () => {
  const story = new Story(new World(NOW, new Random(1)), [], '', -10, [])
  const happened: number[] = []
  for (const day of [-10, -11, -3, -4]) story.onDay(day, () => happened.push(day))
  expect(happened).toEqual([-10, -11])
  for (const day of [-4, -3, -2]) story.dawn(day)
  expect(happened).toEqual([-10, -11, -4, -3])
})

test('each listener is a module of the product, once', () => {
  const names = listeners.map(({ module }) => module)
  expect(new Set(listeners.map(({ module, part = '' }) => `${module} ${part}`)).size).toBe(names.length)
  const known = readdirSync(path.resolve(import.meta.dirname, '../../src/modules'))
  expect(names.filter((name) => !known.includes(name))).toEqual([])
})

test('nobody new draws from the dice of the story', () => {
  const onStory = listeners.filter(({ dice }) => dice === 'story').map(({ module }) => module)
  expect(onStory.sort()).toEqual([
    'appointment',
    'billing',
    'booking',
    'clinic',
    'follow-up',
    'membership',
    'merge',
    'messaging',
    'patient',
    'qualification',
    'record',
    'schedule',
    'sms',
    'staff',
    'visit',
  ])
})
