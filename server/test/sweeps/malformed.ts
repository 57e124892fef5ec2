import { requestOf } from '@dentin/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brokenInvariants } from '../invariants.ts'
import { deepJson, MONSTERS } from '../samples.ts'
import { calls, sweepWorld, type SweepWorld } from './world.ts'

const CASES = Number(process.env.FUZZ_CASES ?? 50)

/** The calls by domain, in parts that take about as long; what is named nowhere belongs to the last. */
const PARTS = {
  patients: ['patient', 'merge', 'record', 'billing', 'payment'],
  day: ['appointment', 'booking', 'visit', 'schedule', 'followUp', 'reporting', 'sms'],
} as const
const NAMED: readonly string[] = Object.values(PARTS).flat()

/** The invariants after a sweep. */
export function invariantsHold({ app, rows }: SweepWorld): void {
  it('the invariants hold, but for the rows that were made by hand', async () => {
    const isByHand = (row: unknown) => [...rows.ids].some((id) => JSON.stringify(row).includes(id))
    // Sums of a whole clinic say nothing beside rows that were made by hand.
    const ofClinics = (name: string) => /^J(2|8|9|13) /.test(name)
    const broken = (await brokenInvariants(app.owner, (name) => !ofClinics(name)))
      .map(({ name, rows: found }) => ({ name, rows: found.filter((row) => !isByHand(row)) }))
      .filter(({ rows: found }) => found.length > 0)
    expect(broken).toEqual([])
  })
}

/** Input of every wrong kind to the calls of a part. */
export async function malformedInput(part: keyof typeof PARTS | 'house'): Promise<void> {
  const world = await sweepWorld()
  const { checksum, personFor, inputOf } = world
  const ofPart = (name: string) => {
    const [domain = ''] = name.split('.')
    return part === 'house' ? !NAMED.includes(domain) : (PARTS[part] as readonly string[]).includes(domain)
  }
  describe('malformed input', () => {
    it.each(
      calls.filter(({ name, call }) => ofPart(name) && !call.upload).map(({ name, call }) => [name, call] as const),
    )(
      `%s survives ${CASES} cases, and a refusal changes nothing`,
      async (name, call) => {
        const client = await personFor(call)
        const fields = [...Object.keys(call.params), ...Object.keys(call.query), ...Object.keys(call.body)]
        const seed = process.env.FUZZ_SEED ? Number(process.env.FUZZ_SEED) : 20261120
        const mutation = fc.record({
          field: fields.length > 0 ? fc.constantFrom(...fields) : fc.constant('nothing'),
          value: fc.oneof(
            fc.constantFrom(...MONSTERS),
            fc.anything({ maxDepth: 2 }).filter((value) => value !== undefined && typeof value !== 'bigint'),
          ),
          drop: fc.boolean(),
        })
        let before = await checksum()
        for (const each of fc.sample(fc.array(mutation, { minLength: 1, maxLength: 3 }), { numRuns: CASES, seed })) {
          const input = inputOf(name, call, 'a1')
          for (const { field, value, drop } of each) {
            if (drop) delete input[field]
            else input[field] = value
          }
          for (const path of Object.keys(call.params))
            if (input[path] === undefined || input[path] === '') input[path] = 'x'
          let request: { url: string; body: Record<string, unknown> | null }
          try {
            request = requestOf(call, input as never)
            JSON.stringify(request.body)
          } catch {
            continue
          }
          const answer = await client.raw(call.method, request.url.slice(0, 8000), request.body ?? undefined)
          const shown = JSON.stringify(each).slice(0, 300)
          expect([name, answer.http < 500, shown]).toEqual([name, true, shown])
          // A call that answers with a file does so when nothing of the input mattered.
          const isFile = call.answer === 'file' && answer.http === 200 && 'content-disposition' in answer.headers
          expect([name, isFile || answer.json !== null, shown]).toEqual([name, true, shown])
          expect(answer.text).not.toMatch(/node_modules|at async|SELECT |select \*/)
          // A call that answers with a file has no envelope when it is carried out.
          const done = answer.json?.code === 0 || (call.answer === 'file' && answer.http === 200)
          if (done) before = call.effect === 'write' ? await checksum() : before
        }
        for (const body of [
          '{',
          '[]',
          '"text"',
          'null',
          '1',
          deepJson(5000),
          '{"__proto__":{"a":1}}',
          '{"constructor":{"prototype":{}}}',
        ]) {
          const { url } = requestOf(call, inputOf(name, call, 'a1') as never)
          const answer = await client.raw(call.method, url, call.method === 'GET' ? undefined : body)
          expect([name, body.slice(0, 40), answer.http < 500]).toEqual([name, body.slice(0, 40), true])
          if (answer.json?.code === 0) before = await checksum()
        }
        expect(await checksum()).toBe(before)
      },
      120_000,
    )
  })
  describe('afterwards', () => invariantsHold(world))
}
