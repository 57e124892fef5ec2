import { contract } from '@dentin/contract'
import { foldMouth, teeth, toothCondition, type ChartEntry, type ToothMark } from '@dentin/clinical'
import { parseDateTime, uuidv7 } from '@dentin/kit'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'
import { mouthsThatLie } from '../../../test/mouths.ts'
import { perioVisits } from '../../../test/perio-visits.ts'
import { chart } from './mouth.ts'

const A = fixture.tenants.a
const app = await testApp()
const { database } = app.application.services
const doctorId = fixture.doctors.a1[0] as string
const clinicId = fixture.clinics.a1
/** How many signatures, amendments, deletions and restorations one patient sees: more than anybody has in a life. */
const STEPS = 300
/** Each history is held against all that came before it: the last of many takes longer. */
const TIME = process.env.MOUTH_STEPS === undefined ? 120_000 : 900_000
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
  TIME,
)

/** How often each step was taken in all the histories together. */
const steps = { signed: 0, amended: 0, refused: 0, deleted: 0, restored: 0 }
let people: { doctor: Client; director: Client }
const { visit } = perioVisits(app, () => people)
/** How many steps one patient's records go through by the calls of the screens. */
const CALL_STEPS = 40
const BRIDGE = ['47', '46', '45'] as const
const bridge = (group: string, more: Partial<ToothMark> = {}): ToothMark[] =>
  BRIDGE.map((tooth) => ({
    tooth,
    condition: tooth === '46' ? 'pontic' : 'bridge_abutment',
    surfaces: '',
    status: 'present',
    detail: '烤瓷',
    group,
    ...more,
  }))
const anyWritten = fc.oneof(
  { weight: 4, arbitrary: fc.uniqueArray(anyDetailed(), { maxLength: 4, selector: ({ tooth }) => tooth }) },
  { weight: 1, arbitrary: fc.constantFrom('bridge-1', 'bridge-2').map((group) => bridge(group)) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('bridge-1', 'bridge-2')
      .map((group) => bridge(group, { status: 'removed', reason: '重做' })),
  },
)
const anyCall = fc.record({
  record: fc.integer({ min: 0, max: 4 }),
  what: fc.constantFrom(...(['write', 'write', 'begin', 'take', 'take'] as const)),
  marks: anyWritten,
})
type Call = typeof anyCall extends fc.Arbitrary<infer Each> ? Each : never

/** A mark with its depth, material or way of lying. */
function anyDetailed(): fc.Arbitrary<ToothMark> {
  return fc
    .record({
      tooth: fc.constantFrom('16', '36', '45', '46', '47'),
      condition: fc.constantFrom(
        ...(['caries', 'filling', 'crown', 'impacted', 'malposed', 'missing', 'implant', 'retainer'] as const),
      ),
      status: fc.constantFrom(...(['present', 'planned', 'completed', 'external', 'removed'] as const)),
      pick: fc.nat(4),
    })
    .map(({ pick, ...mark }): ToothMark => {
      const { details = [], perSurface } = toothCondition(mark.condition)
      const detail = details[pick]
      const reason = mark.status === 'removed' ? { reason: '破损' } : {}
      return { ...mark, surfaces: perSurface ? 'MO' : '', ...(detail === undefined ? {} : { detail }), ...reason }
    })
}

it.each(Array.from({ length: PATIENTS }, (_, n) => n))(
  'after any history (%i) of signing, amending, deleting and restoring by the calls the mouth is what the signed texts say',
  async (serial) => {
    const [doctor, director] = [await app.as('doctor'), await app.as('director')]
    people = { doctor, director }
    const patientId = await makePatient(1000 + serial)
    const calls = contract.record
    const records: { id: string; deleted: boolean }[] = []
    for (let n = 0; n < 5; n += 1) {
      const treatmentId = await visit(patientId, `2026-0${n + 1}-05`)
      const { id } = await doctor.call(calls.create, { treatmentId, requestId: uuidv7() })
      records.push({ id, deleted: false })
    }
    const signed = new Map<string, { visitAt: number; marks: readonly ToothMark[] }>()
    const write = async ({ marks }: Call, id: string): Promise<void> => {
      let found = await doctor.call(calls.get, { id })
      if (found.can.amend) {
        await doctor.call(calls.amend, { id, version: found.version, reason: '复查后更正' })
        found = await doctor.call(calls.get, { id })
        steps.amended += 1
      }
      const content = { ...found.content, ...WRITTEN, toothMarks: [...marks] }
      const input = { id, version: found.version, content }
      const saved = await doctor.call(calls.save, input).catch(() => null)
      if (!saved) {
        // What can't be is refused beside the mark; the text stays what it was.
        const { fields = [] } = (await doctor.refused(calls.save, input)).data
        expect(fields.map(({ field }) => field.replace(/\d+$/, ''))).toContain('content.toothMarks.')
        steps.refused += 1
        return
      }
      await doctor.call(calls.sign, { id, version: saved.version })
      signed.set(id, { visitAt: parseDateTime(found.visitTime).getTime(), marks })
      steps.signed += 1
    }
    const history = fc.sample(fc.array(anyCall, { minLength: CALL_STEPS, maxLength: CALL_STEPS, size: 'max' }), {
      numRuns: 1,
      seed: 20261130 + serial,
    })[0] as Call[]
    const gone = new Map<string, { visitAt: number; marks: readonly ToothMark[] }>()
    for (const step of history) {
      const record = records[step.record] as { id: string; deleted: boolean }
      const { id } = record
      app.clock.advance(1000)
      if (record.deleted) {
        await doctor.call(calls.restore, { id })
        const was = gone.get(id)
        if (was) signed.set(id, was)
        record.deleted = false
        steps.restored += 1
      } else if (step.what === 'take') {
        const { version } = await doctor.call(calls.get, { id })
        await doctor.call(calls.remove, { id, version, reason: '写错患者' })
        const was = signed.get(id)
        if (was) gone.set(id, was)
        else gone.delete(id)
        signed.delete(id)
        record.deleted = true
        steps.deleted += 1
      } else await write(step, id)
      const { entries } = await director.call(calls.mouth, { id: patientId })
      const stored = entries.flatMap(({ knownTo, ...entry }): ChartEntry[] =>
        knownTo === null
          ? [
              {
                ...entry,
                recordId: entry.recordId ?? '',
                visitAt: parseDateTime(entry.visitAt).getTime(),
                signedAt: 0,
                knownFrom: 0,
                knownTo: null,
              },
            ]
          : [],
      )
      expect(wordsOf(foldMouth(stored)), JSON.stringify(step)).toEqual(wordsOf(foldMouth(entriesOf(signed))))
    }
    expect(await mouthsThatLie(app.owner)).toEqual([])
  },
  60_000,
)

it('each step was taken: histories without one would prove nothing of it', () => {
  expect(Object.entries(steps).filter(([, count]) => count === 0)).toEqual([])
})

const WRITTEN = {
  chiefComplaint: '右下后牙咬物痛 3 天',
  presentIllness: '三天前咬物痛，未治疗。',
  interval: '无不适',
  pastHistory: '否认',
  allergyHistory: '否认药物过敏史',
  exams: [{ teeth: '', content: '见牙位图' }],
  diagnoses: [{ teeth: '', icdCode: 'Z01.2', icdName: '口腔检查', kind: 1 as const }],
  treatments: [{ teeth: '', content: '检查，记录', tariffs: [], anesthetic: null }],
}

/** What stands of each tooth with its depth or material, and what is one piece. */
const wordsOf = ({ teeth: standing }: ReturnType<typeof foldMouth>): string[] =>
  [...standing.values()]
    .flat()
    .map(({ entry, surfaces, hidden }) =>
      [entry.tooth, entry.condition, surfaces, entry.status, entry.detail, entry.groupId ?? '', hidden].join(' '),
    )
    .sort()

const same = (one: readonly string[], other: readonly string[]) => JSON.stringify(one) === JSON.stringify(other)

/** What the records say, as entries that were always known. */
const entriesOf = (said: ReadonlyMap<string, { visitAt: number; marks: readonly ToothMark[] }>): ChartEntry[] =>
  [...said].flatMap(([recordId, { visitAt, marks }]) =>
    marks.map((mark, place) => ({
      id: `${recordId}.${place}`,
      ...mark,
      detail: mark.detail ?? '',
      groupId: mark.group ?? null,
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
