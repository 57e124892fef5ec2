import { allCalls, requestOf, type AnyCall } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { searchText } from '@dentin/kit/pinyin'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defaultPosts } from '../src/modules/clinic/index.ts'
import { fixture, POST_CODES, testApp, type Client, type PostCode } from './harness.ts'

/**
 * Every declared read, as each of the ten posts, over rows of two patients: one of this clinic whom a doctor of another
 * department treats, and one of another branch that keeps its files. The whole answer is walked: no number in clear beyond the
 * post's right to it, nothing out of a record without the right to read records, nothing of the other branch's patient at all.
 */
const app = await testApp()
const A = fixture.tenants.a
const { a1, a2 } = fixture.clinics
const doctor = fixture.doctors.a1[1] as string
const at = '2026-11-20T01:30:00Z'

/** What stands in the near patient's file and is covered, by the right that shows it. */
const NUMBERS = {
  '/field:phone': ['13711112222', '13733334444', '0571-87654321', 'wxsecret88', '13755556666'],
  '/field:idNumber': ['E77665544', 'YB99887766'],
} as const
/** What only records say. */
const RECORDED = ['机密诊断', '机密处置', '机密正文', '机密计划', '机密主诉', 'M-secret-condition']
/** What only the far patient's file says. */
const FAR = ['远方患者', '13799998888', 'E11223344'] as const

const near = uuidv7()
const far = uuidv7()
const kept: Record<string, string[]> = {}
const keep = (kind: string, id: string) => {
  ;(kept[kind] ??= []).push(id)
  return id
}

async function fillUp(): Promise<void> {
  for (const [id, clinic, name, mobile, idNo, status, resp] of [
    [near, a1, '近处患者', NUMBERS['/field:phone'][0], NUMBERS['/field:idNumber'][0], 0, doctor],
    [far, a2, FAR[0], FAR[1], FAR[2], 0, fixture.doctors.a2[0]],
    [uuidv7(), a2, '远方患者归档', FAR[1], 'E11223345', 1, null],
    [uuidv7(), a2, '远方患者回收', FAR[1], 'E11223346', 3, null],
  ] as const) {
    const number = `W${id.slice(-6)}`
    await app.sql(
      `insert into patient (tenant_id, id, home_clinic_id, medical_number, name, search, gender, birth_day, mobile, mobile2, tel, wechat, id_type, id_no,
         medicare_no, resp_doctor_id, status, archive_reason, archived_at, deleted_at, deleted_from, allergy_flag, allergy_history, sms_opt_out, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, 0, '1990-11-20', $7, $8, $9, $10, 2, $11, $12, $13, $14, $15, $16, $17, $18, 1, '青霉素', $20, $19, $19)`,
      [
        A,
        id,
        clinic,
        number,
        name,
        searchText({ name, mobile, medicalNumber: number }),
        mobile,
        id === near ? NUMBERS['/field:phone'][1] : null,
        id === near ? NUMBERS['/field:phone'][2] : null,
        id === near ? NUMBERS['/field:phone'][3] : null,
        idNo,
        id === near ? NUMBERS['/field:idNumber'][1] : null,
        resp,
        status,
        status === 1 ? 1 : null,
        status === 1 ? at : null,
        status === 3 ? at : null,
        status === 3 ? 0 : null,
        at,
        id === near,
      ],
    )
    await app.sql('insert into patient_stat (tenant_id, patient_id) values ($1, $2)', [A, id])
  }
  await app.sql(
    `insert into patient_kin (tenant_id, id, patient_id, name, relation, mobile, created_at, updated_at) values ($1, $2, $3, '家人', 3, $4, $5, $5)`,
    [A, uuidv7(), near, NUMBERS['/field:phone'][4], at],
  )
  for (const [patient, clinic, who] of [
    [near, a1, doctor],
    [far, a2, fixture.doctors.a2[0] as string],
  ] as const) {
    const mine = patient === near ? keep : (_kind: string, id: string) => id
    const registration = mine('registration', uuidv7())
    await app.sql(
      `insert into registration (tenant_id, id, clinic_id, reg_no, queue_no, reg_date, patient_id, doctor_id, reg_time, call_time, start_time, status, title, teeth, created_at, updated_at)
       values ($1, $2, $3, $4, 1, '2026-11-20', $5, $6, $7, $7, $7, 3, '复查', '46', $7, $7)`,
      [A, registration, clinic, `GHW${clinic.slice(-2)}`, patient, who, at],
    )
    const past = uuidv7()
    await app.sql(
      `insert into registration (tenant_id, id, clinic_id, reg_no, queue_no, reg_date, patient_id, doctor_id, reg_time, start_time, end_time, status, title, chief_complaint, created_at, updated_at)
       values ($1, $2, $3, $4, 2, '2026-11-10', $5, $6, '2026-11-10T01:00:00Z', '2026-11-10T01:00:00Z', '2026-11-10T02:00:00Z', 6, '治疗', '机密主诉', $7, $7)`,
      [A, past, clinic, `GHX${clinic.slice(-2)}`, patient, who, at],
    )
    const treatment = mine('treatment', uuidv7())
    for (const [id, of, status, plan] of [
      [treatment, registration, 1, ''],
      [uuidv7(), past, 2, '机密计划'],
    ] as const)
      await app.sql(
        `insert into treatment (tenant_id, id, clinic_id, registration_id, patient_id, doctor_id, status, start_time, end_time, next_plan, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $8, $8)`,
        [A, id, clinic, of, patient, who, status, at, status === 2 ? at : null, plan],
      )
    const record = mine('record', uuidv7())
    await app.sql(
      `insert into medical_record (tenant_id, id, clinic_id, record_no, patient_id, registration_id, doctor_id, visit_time, visit_kind, content, diagnosis_text, treatment_text, teeth, status, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, 1, $9, '机密诊断', '机密处置', '46', 1, $8, $8)`,
      [
        A,
        record,
        clinic,
        `BLW${clinic.slice(-2)}`,
        patient,
        past,
        who,
        at,
        JSON.stringify({ chiefComplaint: '机密主诉', presentIllness: '机密正文' }),
      ],
    )
    await app.sql(
      `insert into tooth_condition (tenant_id, id, clinic_id, patient_id, tooth, condition, layer, noted_on, visit_at, known_from, created_at, updated_at)
       values ($1, $2, $3, $4, '46', 'caries', 'finding', '2026-11-10', $5, $5, $5, $5)`,
      [A, uuidv7(), clinic, patient, at],
    )
    for (const [status, from, hour] of [
      [1, '2026-11-20', 3],
      [1, '2026-11-24', 2],
      [9, '2026-11-18', 2],
      [0, '2026-11-25', 4],
    ] as const) {
      const id = mine('appointment', uuidv7())
      await app.sql(
        `insert into appointment (tenant_id, id, clinic_id, appoint_no, patient_id, doctor_id, starts_at, ends_at, status, source, no_show_at, parked_at, parked_name, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 4, $10, $11, case when $11::timestamptz is not null then '前台' end, $12, $12)`,
        [
          A,
          id,
          clinic,
          `YYW${id.slice(-8)}`,
          patient,
          who,
          `${from}T0${hour}:00:00Z`,
          `${from}T0${hour}:30:00Z`,
          status,
          status === 9 ? at : null,
          from === '2026-11-24' ? at : null,
          at,
        ],
      )
    }
    await app.sql(
      `insert into waitlist (tenant_id, id, clinic_id, patient_id, duration_min, created_at, updated_at) values ($1, $2, $3, $4, 30, $5, $5)`,
      [A, mine('waitlist', uuidv7()), clinic, patient, at],
    )
    await app.sql(
      `insert into follow_up (tenant_id, id, clinic_id, patient_id, doctor_id, record_id, type, content, plan_at, first_plan_on, deadline_at, owner_role, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, 3, '回访', '2026-11-20T06:00:00Z', '2026-11-20', '2026-11-21T02:00:00Z', 'service', $7, $7)`,
      [A, mine('follow', uuidv7()), clinic, patient, who, record, at],
    )
    const bill = mine('bill', uuidv7())
    await app.sql(
      `insert into bill (tenant_id, id, clinic_id, bill_no, patient_id, registration_id, record_id, doctor_id, status, original_amount, receivable_amount, open_time, submit_time, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, 1, 100, 100, $9, $9, $9, $9)`,
      [A, bill, clinic, `SFW${clinic.slice(-2)}`, patient, registration, record, who, at],
    )
    await app.sql(
      `insert into sms_outbox (tenant_id, id, clinic_id, patient_id, name, mobile, scene, type, content, sign, count, status, due_at, created_at)
       values ($1, $2, $3, $4, '收信人', $5, 'manual', 1, '您好', '门诊', 1, 0, $6, $6)`,
      [A, uuidv7(), clinic, patient, patient === near ? NUMBERS['/field:phone'][0] : FAR[1], at],
    )
    await app.sql(
      `insert into patient_remind (tenant_id, id, clinic_id, patient_id, title, remind_at, remind_to, next_at, created_at, updated_at)
       values ($1, $2, $3, $4, '提醒', '2026-11-21T02:00:00Z', array[$6]::uuid[], '2026-11-21T02:00:00Z', $5, $5)`,
      [A, uuidv7(), clinic, patient, at, who],
    )
  }
  const referral = keep('referral', uuidv7())
  await app.sql(
    `insert into referral (tenant_id, id, referral_no, kind, patient_id, from_clinic_id, from_doctor_id, from_registration_id, to_hospital, reason, reg_type, waiting_since, created_at, updated_at)
     values ($1, $2, 'ZZW1', 3, $3, $4, $5, $6, '外院', '会诊', 1, $7, $7, $7)`,
    [A, referral, near, a1, doctor, kept.registration?.[0], at],
  )
  const dept = uuidv7()
  await app.sql(
    `insert into dept (tenant_id, id, clinic_id, name, created_at, updated_at) values ($1, $2, $3, '正畸科', $4, $4)`,
    [A, dept, a1, at],
  )
  await app.sql('update employee_clinic set dept_id = $3 where tenant_id = $1 and employee_id = $2', [A, doctor, dept])
  await app.sql('update company set shares_patients = false where tenant_id = $1', [A])
  await app.sql('select app.recount_patients()')
}

/** Reads that leave a row in the log. */
const NOTED = ['patient.get', 'record.get', 'record.print']
const reads = allCalls().filter(
  ({ name, call }) =>
    (call.effect === 'read' || NOTED.includes(name)) &&
    call.answer === 'json' &&
    (call.allow.kind === 'resource' || call.allow.kind === 'clinic') &&
    !('apart' in call.allow),
)

/** Ids that a field may mean, by its name. */
function idsFor(field: string): string[] {
  const name = field.toLowerCase()
  if (name.includes('patient')) return [near]
  if (name.includes('appoint')) return kept.appointment ?? []
  if (name.includes('registration')) return kept.registration ?? []
  if (name.includes('treatment')) return kept.treatment ?? []
  if (name.includes('record') || name.includes('medical')) return kept.record ?? []
  if (name.includes('bill')) return kept.bill ?? []
  if (name.includes('doctor') || name.includes('employee')) return [doctor]
  if (name.includes('clinic')) return [a1]
  return [near, ...Object.values(kept).flatMap((list) => list.slice(0, 1))]
}

const WORDS: Record<string, unknown[]> = {
  keyword: ['近处', '22', '机密', '1371111'],
  diagnosis: [null],
  mobile: ['13711112222'],
  range: ['month'],
}

/** Inputs that a read accepts: every id that a field may mean, each word of a choice, keywords; what may be left out is. */
function inputsOf(call: AnyCall): Record<string, unknown>[] {
  const fields = Object.entries({ ...call.params, ...call.query, ...call.body })
  const base: Record<string, unknown> = {}
  const variants: [string, unknown][] = []
  for (const [name, schema] of fields) {
    const fits = (value: unknown) => (schema as z.ZodType).safeParse(value).success
    const optional = fits(undefined)
    const given = WORDS[name]?.filter(fits) ?? []
    const day = /from$/i.test(name) ? '2026-10-01' : /to$/i.test(name) ? '2026-11-30' : '2026-11-20'
    const isId = /ids?$/i.test(name)
    const ids = isId
      ? idsFor(name)
          .flatMap((id) => [id, [id]])
          .filter(fits)
      : []
    const inner = schema instanceof z.ZodDefault ? schema.unwrap() : schema
    const words = inner instanceof z.ZodEnum ? (inner.options as unknown[]) : []
    if (name === 'pageSize') base[name] = [200, 100, 50, 20].find(fits)
    else if (!optional) {
      const candidates = [
        ...given,
        ...ids,
        ...words,
        day,
        `${day} 10:00:00`,
        '2026-11',
        '文字',
        '13800009999',
        1,
        0,
        20,
        true,
      ]
      base[name] = candidates.find(fits)
      for (const other of [...given, ...ids, ...words]) variants.push([name, other])
    } else for (const other of [...given, ...words]) variants.push([name, other])
    if (optional && /^date(From|To)$/.test(name) && fits(day)) base[name] = day
  }
  return [base, ...variants.map(([name, value]) => ({ ...base, [name]: value }))]
}

const clients = new Map<PostCode, Client>()
beforeAll(async () => {
  await fillUp()
  for (const post of POST_CODES) clients.set(post, await app.as(post))
})

const scopeOf = (post: PostCode, resource: string): number =>
  new Map<string, number>(Object.entries(defaultPosts.find(({ code }) => code === post)?.resources ?? {})).get(
    resource,
  ) ?? 0

describe.each([...POST_CODES])('what %s reads', (post) => {
  // The near patient is nobody's own of these posts, and of another department: only a clinic's right reaches him.
  const reached = (resource: string) => scopeOf(post, resource) >= 3
  const forbidden = [
    ...FAR,
    ...Object.entries(NUMBERS).flatMap(([right, numbers]) => (reached(right) ? [] : numbers)),
    ...(reached('/patientMedicalRecord:view') ? [] : [...RECORDED, ...(kept.record ?? [])]),
  ]
  // Head office and administrators reach over the chain: the far patient is theirs, too.
  const farToo = scopeOf(post, '/allTimePatients:view') === 5

  it(
    'holds no number in clear and nothing of a record beyond the rights of the post',
    { timeout: 120_000 },
    async () => {
      const client = clients.get(post) as Client
      const secrets = [...forbidden, ...(reached('/patientMedicalRecord:view') ? [] : (kept.record ?? []))].filter(
        (secret) => !(farToo && (FAR as readonly string[]).includes(secret) && secret !== FAR[1] && secret !== FAR[2]),
      )
      const leaks: string[] = []
      let answered = 0
      for (const { name, call } of reads) {
        for (const input of inputsOf(call)) {
          const { url, body } = requestOf(call, input as never)
          const answer = await client.raw(call.method, url, body ?? undefined)
          expect([name, answer.http < 500]).toEqual([name, true])
          if (answer.http !== 200 || answer.json?.code !== 0) continue
          answered += 1
          const asked = JSON.stringify(input)
          const found = secrets.filter((secret) => answer.text.includes(secret) && !asked.includes(secret))
          if (found.length > 0) leaks.push(`${name} ${asked}: ${found.join('、')}`)
        }
      }
      expect(leaks).toEqual([])
      expect(answered).toBeGreaterThan(post === 'storekeeper' ? 5 : 20)
    },
  )
})

describe('whoever has the right', () => {
  it('reads the numbers whole in the list, the bar, the search, the file, appointments, waiting list and follow-ups', async () => {
    const seen = new Set<string>()
    const desk = clients.get('service') as Client
    for (const { name, call } of reads)
      for (const input of inputsOf(call)) {
        const { url, body } = requestOf(call, input as never)
        const answer = await desk.raw(call.method, url, body ?? undefined)
        if (answer.http === 200 && answer.text.includes(NUMBERS['/field:phone'][0])) seen.add(name)
      }
    for (const name of [
      'patient.list',
      'patient.search',
      'patient.information',
      'patient.birthdays',
      'appointment.list',
      'appointment.get',
      'appointment.parked',
      'appointment.waitlist',
      'followUp.list',
      'followUp.get',
      'sms.records',
    ])
      expect([name, seen.has(name)]).toEqual([name, true])
  })

  it('asks for a number by its parts; whoever has not finds it whole or by its last four', async () => {
    const parts = async (post: PostCode, keyword: string) => {
      const client = clients.get(post) as Client
      const answer = await client.raw('POST', '/patient-api/v2/central/patientList/select', { keyword })
      return (answer.json as { data: { total: number } }).data.total
    }
    for (const keyword of ['1371111', '1111222', '371', '137 ']) expect(await parts('finance', keyword)).toBe(0)
    for (const keyword of ['2222', '13711112222']) expect(await parts('finance', keyword)).toBe(1)
    for (const keyword of ['1371111', '1111222', '2222', '13711112222'])
      expect(await parts('reception', keyword)).toBe(1)
  })
})
