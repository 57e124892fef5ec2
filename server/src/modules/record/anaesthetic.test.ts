import { contract } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'

const A = fixture.tenants.a
const app = await testApp()
const patientId = fixture.patients.a[2] as string
let doctor: Client
let nurse: Client

/** A record in the clinic of the doctor, as it may stand there. */
async function recordOf(status: number, at: string, condition: object): Promise<string> {
  const id = uuidv7()
  const by = fixture.doctors.a1[0]
  await app.sql(
    `insert into medical_record (tenant_id, id, clinic_id, record_no, patient_id, doctor_id, visit_time, visit_kind, status, content,
       sign_doctor_id, sign_time, sign_hash, created_by, created_name, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, 1, $8, $9, $10, $11, $12, $6, '', $7, $7)`,
    [
      A,
      id,
      fixture.clinics.a1,
      `BLX${id.slice(-6)}`,
      patientId,
      by,
      at,
      status,
      JSON.stringify({ generalCondition: condition }),
      ...(status === 0 ? [null, null, null] : [by, at, 'x']),
    ],
  )
  return id
}

beforeAll(async () => {
  doctor = await app.as('doctor')
  nurse = await app.as('nurse')
  await app.sql(
    `update patient set birth_day = '2020-10-20', systemic_diseases = array['心脏病'], medication_history = '普萘洛尔', past_history = '',
       resp_doctor_id = $2 where id = $1`,
    [patientId, fixture.doctors.a1[0]],
  )
})

describe('a calculator opened for a patient', () => {
  it('has age, latest weight, ASA and the file’s words; a deleted record says nothing', async () => {
    await recordOf(2, '2026-10-01T02:00:00Z', { weight: 19.5, asa: 2 })
    await recordOf(2, '2026-11-02T02:00:00Z', { weight: 20 })
    await recordOf(9, '2026-11-12T02:00:00Z', { weight: 99, asa: 5 })
    const found = await doctor.call(contract.anaesthetic.patient, { id: patientId })
    expect(found).toMatchObject({ age: 6, months: 73, weight: { kg: 20 }, asa: 2, pregnant: false, draft: null })
    expect(found.words).toContain('心脏病')
    expect(found.words).toContain('普萘洛尔')
    expect(found.weight?.at).toContain('2026-11-02')
  })

  it('names the record that is still open to whoever may write it', async () => {
    const open = await recordOf(0, '2026-11-19T02:00:00Z', {})
    expect((await doctor.call(contract.anaesthetic.patient, { id: patientId })).draft?.id).toBe(open)
    await app.sql(
      `update medical_record set status = 2, sign_doctor_id = doctor_id, sign_time = now(), sign_hash = 'x' where id = $1`,
      [open],
    )
    expect((await doctor.call(contract.anaesthetic.patient, { id: patientId })).draft).toBeNull()
  })

  it('a pregnancy ends 42 weeks after its start by itself', async () => {
    const noted = await recordOf(2, '2026-11-18T02:00:00Z', { pregnancy: 'pregnant', pregnancyWeek: 20 })
    const pregnant = async () => (await nurse.call(contract.anaesthetic.patient, { id: patientId })).pregnant
    expect(await pregnant()).toBe(true)
    await app.sql(`update medical_record set visit_time = '2026-06-01T02:00:00Z' where id = $1`, [noted])
    expect(await pregnant()).toBe(false)
  })

  it('is no way around the records: who may not read them learns nothing of the body', async () => {
    await app.sql(
      `delete from post_resource where resource = '/patientMedicalRecord:view' and post_id in (select id from post where tenant_id = $1 and code = 'nurse')`,
      [A],
    )
    expect(await nurse.call(contract.anaesthetic.patient, { id: patientId })).toMatchObject({
      weight: null,
      asa: null,
      words: [],
    })
    const stranger = fixture.patients.b[0] as string
    expect((await doctor.refused(contract.anaesthetic.patient, { id: stranger })).code).toBe(404)
  })
})

describe('the anaesthetics of a record', () => {
  const line = {
    drug: 'articaine4_epi100k',
    name: '阿替卡因',
    concentration: 4,
    vasoconstrictor: '1:100000',
    ml: 1.7,
    technique: '浸润' as const,
    teeth: '46',
    time: '09:30',
    lot: 'A26081',
    expiry: '2027-06-30',
    aspiration: '-' as const,
    reaction: '无不良反应',
    givenBy: '顾医生',
  }
  const saved = async (lines: object[], more: object = {}) => {
    const id = await recordOf(0, '2026-11-20T02:00:00Z', {})
    const { version } = await doctor.call(contract.record.get, { id })
    const content = { ...more, treatments: [{ teeth: '46', content: '局麻下开髓', anaesthetics: lines }] }
    return {
      id,
      send: () => doctor.call(contract.record.save, { id, version, content: content as never }),
      refused: () => doctor.refused(contract.record.save, { id, version, content: content as never }),
    }
  }

  it('keeps every field of a line, and an older text without lines stays as it was', async () => {
    const made = await saved([line])
    await made.send()
    const { content } = await doctor.call(contract.record.get, { id: made.id })
    expect(content.treatments[0]?.anaesthetics?.[0]).toMatchObject(line)
    const old = await recordOf(0, '2026-11-20T03:00:00Z', {})
    await app.sql(`update medical_record set content = content || $2 where id = $1`, [
      old,
      JSON.stringify({
        treatments: [{ teeth: '46', content: '开髓', anesthetic: { drug: '阿替卡因', dose: '1.7 ml', batch: 'B1' } }],
      }),
    ])
    const read = await doctor.call(contract.record.get, { id: old })
    expect(read.content.treatments[0]).toEqual({
      teeth: '46',
      content: '开髓',
      tariffs: [],
      anesthetic: { drug: '阿替卡因', dose: '1.7 ml', batch: 'B1' },
    })
  })

  it('refuses what can’t be, beside its field', async () => {
    const problem = async (more: object) => {
      const { code, data } = await (await saved([{ ...line, ...more }])).refused()
      return [code, data.fields?.[0]?.field, data.fields?.[0]?.message]
    }
    const at = 'content.treatments.0.anaesthetics.0'
    expect(await problem({ concentration: 2 })).toEqual([25008, `${at}.concentration`, '浓度与所选麻药不符'])
    expect(await problem({ drug: 'water' })).toEqual([25008, `${at}.drug`, '没有这种麻药'])
    expect(await problem({ vasoconstrictor: '' })).toEqual([25008, `${at}.vasoconstrictor`, '血管收缩剂与所选麻药不符'])
    expect(await problem({ teeth: '99' })).toEqual([25008, `${at}.teeth`, expect.stringContaining('99')])
    expect((await problem({ ml: 51 })).slice(1)).toEqual([`${at}.ml`, '用量应在0到50之间'])
    expect((await problem({ time: '25:00' })).slice(1)).toEqual([`${at}.time`, '注射时间应写成 09:30'])
  })

  it('S26: above the limit of the child of the file it is named as missing until the reason is written', async () => {
    const over = { ...line, ml: 2.7 }
    const { missing } = await (await saved([over])).send()
    expect(missing.filter(({ message }) => message.startsWith('局麻'))).toEqual([
      {
        section: 'treatments',
        field: 'treatments.0',
        message:
          '局麻超过限量：麻药合计为上限的 108%（6 岁，按儿童限量；心血管病、非选择性 β 受体阻滞剂，肾上腺素 40 µg），须写理由',
      },
    ])
    const reasoned = await (await saved([{ ...over, overReason: '两次注射间隔一小时' }])).send()
    expect(reasoned.missing.some(({ message }) => message.startsWith('局麻'))).toBe(false)
    // The weight of this visit goes before the one of an earlier.
    const heavier = await (await saved([over], { generalCondition: { weight: 30 } })).send()
    expect(heavier.missing.some(({ message }) => message.startsWith('局麻'))).toBe(false)
  })

  it('offers the last five lots of the clinic, each once', async () => {
    for (const [n, lot] of ['L1', 'L2', 'L3', 'L4', 'L5', 'L6', 'L6'].entries()) {
      const id = await recordOf(0, `2026-11-21T0${n + 1}:00:00Z`, {})
      await app.sql(`update medical_record set content = content || $2 where id = $1`, [
        id,
        JSON.stringify({ treatments: [{ anaesthetics: [{ ...line, lot }] }] }),
      ])
    }
    expect((await doctor.call(contract.anaesthetic.lots, {})).map(({ lot }) => lot)).toEqual([
      'L6',
      'L5',
      'L4',
      'L3',
      'L2',
    ])
  })
})
