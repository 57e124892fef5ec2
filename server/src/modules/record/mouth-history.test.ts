import { contract } from '@dentin/contract'
import { foldMouth, teeth, toothCondition, type ChartEntry, type ToothMark } from '@dentin/clinical'
import { parseDateTime, uuidv7 } from '@dentin/kit'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fixture, testApp } from '../../../test/harness.ts'
import { mouthsThatLie } from '../../../test/mouths.ts'
import { chart } from './mouth.ts'

const A = fixture.tenants.a
const app = await testApp()
const { database } = app.application.services
const doctorId = fixture.doctors.a1[0] as string
const clinicId = fixture.clinics.a1
/** How many signatures, amendments, deletions and restorations one patient sees: more than anybody has in a life. */
const STEPS = 300
/** How many patients; MOUTH_STEPS asks for more steps over all of them. */
const PATIENTS = Math.max(1, Math.round(Number(process.env.MOUTH_STEPS ?? STEPS) / STEPS))

const anyMark = fc
  .record({
    tooth: fc.constantFrom(...teeth.slice(0, 4).map(({ fdi }) => fdi), 'S11'),
    condition: fc.constantFrom(
      ...(['caries', 'filling', 'rct', 'periapical', 'crown', 'implant', 'missing', 'sound', 'pontic'] as const),
    ),
    surfaces: fc.constantFrom('', 'O', 'MO', 'MOD'),
    status: fc.constantFrom(...(['present', 'planned', 'completed', 'removed'] as const)),
  })
  .map((mark): ToothMark => ({ ...mark, surfaces: toothCondition(mark.condition).perSurface ? mark.surfaces : '' }))
/** A record by its number, and what it says now: nothing (deleted), the same turned round and something more, or something else. */
const anyStep = fc.record({
  record: fc.integer({ min: 0, max: 11 }),
  turned: fc.boolean(),
  marks: fc.option(fc.uniqueArray(anyMark, { maxLength: 4, selector: (mark) => JSON.stringify(mark) }), { freq: 6 }),
})
type Step = typeof anyStep extends fc.Arbitrary<infer Each> ? Each : never

/** What a record says after a step. */
function after(before: readonly ToothMark[], { turned, marks }: Step): readonly ToothMark[] {
  if (!turned || marks === null) return marks ?? []
  const more = marks.filter((mark) => !before.some((each) => JSON.stringify(each) === JSON.stringify(mark)))
  return [...more.slice(0, 1), ...before.toReversed(), ...more.slice(1, 2)].slice(0, 12)
}

/** Records of visits on different days, of which none is signed yet. */
async function makeRecords(patientId: string, serial: number): Promise<{ id: string; visitTime: Date }[]> {
  const records = Array.from({ length: 12 }, (_, n) => ({ id: uuidv7(), visitTime: new Date(Date.UTC(2026, n, 5, 2)) }))
  for (const [n, { id, visitTime }] of records.entries())
    await app.sql(
      `insert into medical_record (tenant_id, id, clinic_id, record_no, record_type, patient_id, doctor_id, visit_time, visit_kind, status, content, created_by, created_name, created_at, updated_at)
       values ($1, $2, $3, $4, 1, $5, $6, $7, 1, 9, '{}', $6, '试', $7, $7)`,
      [A, id, clinicId, `BLM${serial}-${n}`, patientId, doctorId, visitTime],
    )
  return records
}

/** Another patient beside the first. */
async function makePatient(serial: number): Promise<string> {
  if (serial === 0) return fixture.patients.a[0] as string
  const mobile = `1371200${String(serial).padStart(4, '0')}`
  const who = { name: `病史${serial}`, gender: 1 as const, mobile, sourceId: fixture.sources.a, requestId: uuidv7() }
  return (await (await app.as('director')).call(contract.patient.create, who)).id
}

it.each(Array.from({ length: PATIENTS }, (_, n) => n))(
  'after any history (%i) the stored mouth is the fold of what the records say, and every past state can be seen again',
  async (serial) => {
    const patientId = await makePatient(serial)
    const records = await makeRecords(patientId, serial)
    const history = fc.sample(fc.array(anyStep, { minLength: STEPS, maxLength: STEPS, size: 'max' }), {
      numRuns: 1,
      seed: 20261123 + serial,
    })[0] as Step[]
    const said = new Map<string, { visitAt: number; marks: readonly ToothMark[] }>()
    const states: { knownAt: number; teeth: string[] }[] = []
    for (const step of history) {
      const record = records[step.record] as { id: string; visitTime: Date }
      const marks = after(said.get(record.id)?.marks ?? [], step)
      app.clock.advance(1000)
      await database.withTenant(A, clinicId, (tx) =>
        chart(tx, { ...record, clinicId, patientId, doctorId }, marks ?? []),
      )
      said.set(record.id, { visitAt: record.visitTime.getTime(), marks })
      states.push({ knownAt: app.clock.now().getTime(), teeth: statesOf(foldMouth(entriesOf(said))) })
    }
    expect(await mouthsThatLie(app.owner)).toEqual([])
    const seen = await (await app.as('director')).call(contract.record.mouth, { id: patientId })
    const entries = seen.entries.map((entry): ChartEntry => ({
      ...entry,
      recordId: entry.recordId ?? '',
      visitAt: parseDateTime(entry.visitAt).getTime(),
      signedAt: parseDateTime(entry.signedAt).getTime(),
      knownFrom: parseDateTime(entry.knownFrom).getTime(),
      knownTo: entry.knownTo === null ? null : parseDateTime(entry.knownTo).getTime(),
    }))
    expect(statesOf(foldMouth(entries))).toEqual(states.at(-1)?.teeth)
    expect(states.filter(({ knownAt, teeth: then }) => !same(statesOf(foldMouth(entries, { knownAt })), then))).toEqual(
      [],
    )
  },
  120_000,
)

const same = (one: readonly string[], other: readonly string[]) => JSON.stringify(one) === JSON.stringify(other)

/** What the records say, as entries that were always known. */
const entriesOf = (said: ReadonlyMap<string, { visitAt: number; marks: readonly ToothMark[] }>): ChartEntry[] =>
  [...said].flatMap(([recordId, { visitAt, marks }]) =>
    marks.map((mark, place) => ({
      id: `${recordId}.${place}`,
      ...mark,
      detail: '',
      groupId: null,
      recordId,
      visitAt,
      signedAt: 0,
      place,
      knownFrom: 0,
      knownTo: null,
    })),
  )

/** What stands of each tooth, in words. */
const statesOf = ({ teeth: standing }: ReturnType<typeof foldMouth>): string[] =>
  [...standing.values()]
    .flat()
    .map(
      ({ entry, surfaces, hidden, watched }) =>
        `${entry.tooth} ${entry.condition} ${surfaces} ${entry.status}${hidden ? ' hidden' : ''}${watched ? ' watched' : ''}`,
    )
    .sort()
