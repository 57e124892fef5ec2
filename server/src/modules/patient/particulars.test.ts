import { contract, type WireInput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'

const { patient: calls, clinic, merge } = contract
const app = await testApp()
let desk: Client
let director: Client
let admin: Client
const staff = fixture.employees.a1

beforeAll(async () => {
  desk = await app.as('reception')
  director = await app.as('director')
  admin = await app.as('admin')
})
beforeEach(async () => {
  await ask([])
})

let serial = 0
const form = (over: Partial<WireInput<typeof calls.create>> = {}): WireInput<typeof calls.create> => {
  serial += 1
  return {
    name: `资料${String.fromCharCode(0x4e00 + serial)}`,
    gender: 1,
    mobile: `135${String(serial).padStart(8, '0')}`,
    sourceId: fixture.sources.a,
    acceptDuplicates: true,
    requestId: uuidv7(),
    ...over,
  }
}
const open = async (over: Partial<WireInput<typeof calls.create>> = {}) =>
  (await desk.call(calls.create, form(over))).id
const read = (id: string) => desk.call(calls.get, { id })
const asForm = async (id: string) => {
  const file = await read(id)
  return { ...file, acceptDuplicates: true, requestId: uuidv7() } as unknown as WireInput<typeof calls.update>
}
const change = async (id: string, over: Partial<WireInput<typeof calls.update>>) =>
  desk.call(calls.update, { ...(await asForm(id)), ...over })
/** Sets what the clinic asks for. */
async function ask(patientRequired: WireInput<typeof clinic.saveClinicConfig>['patientRequired']) {
  const config = await director.call(clinic.clinicConfig, {})
  await director.call(clinic.saveClinicConfig, { ...config, patientRequired } as never)
}
const fieldsOf = (refusal: { data: { fields?: { field: string; message: string }[] } }) =>
  (refusal.data.fields ?? []).map(({ field }) => field)

describe('an age', () => {
  it('may be told in years, months or days, and is asked again as it was told', async () => {
    const months = await read(await open({ birthDay: null, age: 8, ageUnit: 2 }))
    expect(months).toMatchObject({ birthYearEstimated: true, ageUnit: 2 })
    expect(months.birthDay).toMatch(/-01$/)
    expect(await read(await open({ birthDay: null, age: 34 }))).toMatchObject({ birthYearEstimated: true, ageUnit: 1 })
    const refused = await desk.refused(calls.create, form({ age: 5, ageUnit: 4 }))
    expect(fieldsOf(refused)).toEqual(['ageUnit'])
    await change(months.id, { birthDay: '2026-03-14' })
    expect(await read(months.id)).toMatchObject({ birthDay: '2026-03-14', birthYearEstimated: false, ageUnit: null })
  })
})

describe('the number of a paper file', () => {
  const taken = (refusal: { code: number; data: { fields?: unknown } }) => {
    expect(refusal.code).toBe(22044)
    expect(refusal.data.fields).toEqual([{ field: 'paperNumber', message: '纸质病历号已被其他档案使用' }])
  }
  const found = async (keyword: string) => (await desk.call(calls.search, { keyword })).map(({ id }) => id)

  it('is one file’s alone among the live ones, found like the other number, and free again once it is deleted', async () => {
    const first = await open({ paperNumber: ' Z-1987 ' })
    expect(await read(first)).toMatchObject({ paperNumber: 'Z-1987' })
    expect(await found('Z-1987')).toEqual([first])
    taken(await desk.refused(calls.create, form({ paperNumber: 'Z-1987' })))
    const second = await open()
    taken(await desk.refused(calls.update, { ...(await asForm(second)), paperNumber: 'Z-1987' }))
    expect(fieldsOf(await desk.refused(calls.create, form({ paperNumber: '柜 3' })))).toEqual(['paperNumber'])
    await change(first, { paperNumber: 'Z-1988' })
    expect(await found('Z-1987')).toEqual([])
    await director.call(calls.remove, { patientIds: [first], reason: '', requestId: uuidv7() })
    expect(await read(await open({ paperNumber: 'Z-1988' }))).toMatchObject({ paperNumber: 'Z-1988' })
    taken(await director.refused(calls.restore, { patientIds: [first], requestId: uuidv7() }))
  })

  it('follows a merge, is chosen where both have one, and goes back with the undoing', async () => {
    const [keep, remove] = [await open(), await open({ paperNumber: 'M-1' })]
    const seen = await admin.call(merge.preview, { keepId: keep, removeId: remove })
    expect(seen.fields.find(({ field }) => field === 'paperNumber')).toMatchObject({
      label: '纸质病历号',
      how: 'filled',
      result: 'M-1',
    })
    const { id } = await admin.call(merge.merge, {
      keepId: keep,
      keepVersion: seen.keep.version,
      removeId: remove,
      removeVersion: seen.remove.version,
      fieldChoices: { name: 'keep', mobile: 'keep' },
      reason: '重复建档',
      requestId: uuidv7(),
    })
    expect(await read(keep)).toMatchObject({ paperNumber: 'M-1' })
    const { version } = await admin.call(merge.detail, { id })
    await admin.call(merge.undo, { id, version, reason: '并错了', requestId: uuidv7() })
    expect(await read(keep)).toMatchObject({ paperNumber: null })
    expect(await read(remove)).toMatchObject({ paperNumber: 'M-1' })
    const other = await open({ paperNumber: 'M-2' })
    const both = await admin.call(merge.preview, { keepId: remove, removeId: other })
    expect(both.fields.find(({ field }) => field === 'paperNumber')).toMatchObject({ how: 'choose' })
  })
})

describe('the rest of a file', () => {
  it('is kept as it was said, changed, and emptied', async () => {
    const said = {
      tel: '010-62345678',
      nationality: '中国',
      education: 5,
      distanceArea: 2,
      smoking: 0,
      alcohol: 1,
      bruxism: 2,
      brushingHabit: 2,
      anesthesiaHistory: '利多卡因无不适',
      respNurseId: staff.nurse,
      customerServiceId: staff.service,
      consentOn: '2026-11-20',
      smsOptOut: false,
      marketingOptOut: true,
    } as const
    const id = await open(said)
    expect(await read(id)).toMatchObject({ ...said, respNurseName: expect.any(String) as string })
    const nothing = {
      tel: null,
      nationality: null,
      education: null,
      distanceArea: null,
      smoking: null,
      alcohol: null,
      bruxism: null,
      brushingHabit: null,
      anesthesiaHistory: '',
      respNurseId: null,
      customerServiceId: null,
      consentOn: null,
    }
    // Who refused messages and is not asked again still refuses.
    const { smsOptOut: _sms, marketingOptOut: _marketing, ...rest } = await asForm(id)
    await desk.call(calls.update, { ...rest, ...nothing })
    expect(await read(id)).toMatchObject({ ...nothing, marketingOptOut: true })
    await change(id, { marketingOptOut: false })
    expect((await read(id)).marketingOptOut).toBe(false)
  })

  it.each([
    [{ tel: '没有' }, 'tel', '固定电话应为带区号的号码'],
    [{ education: 9 as never }, 'education', '学历不在可选范围内'],
    [{ consentOn: '2026-11-21' }, 'consentOn', '同意日期不能晚于今天'],
    [{ respNurseId: uuidv7() }, 'respNurseId', '员工不存在或已离职'],
  ] as [Partial<WireInput<typeof calls.create>>, string, string][])(
    'says beside the field what is wrong: %o',
    async (over, field, message) => {
      const refusal = await desk.refused(calls.create, form(over))
      expect(refusal.data.fields).toEqual([expect.objectContaining({ field, message })])
    },
  )

  it('a minor’s consent is a guardian’s', async () => {
    const minor = { birthDay: '2015-05-01', consentOn: '2026-11-19' }
    expect(fieldsOf(await desk.refused(calls.create, form(minor)))).toEqual(['consentGuardian'])
    expect(fieldsOf(await desk.refused(calls.create, form({ ...minor, consentGuardian: '张妈妈' })))).toEqual([
      'consentGuardianRelation',
    ])
    const id = await open({ ...minor, consentGuardian: '张妈妈', consentGuardianRelation: 2 })
    expect(await read(id)).toMatchObject({ consentGuardian: '张妈妈', consentGuardianRelation: 2 })
    // On the eighteenth birthday one agrees by oneself.
    await open({ birthDay: '2008-11-19', consentOn: '2026-11-19' })
    expect(
      fieldsOf(await desk.refused(calls.create, form({ birthDay: '2008-11-20', consentOn: '2026-11-19' }))),
    ).toEqual(['consentGuardian'])
    // Without a consent there is no guardian to keep.
    await change(id, { consentOn: null })
    expect(await read(id)).toMatchObject({ consentGuardian: null, consentGuardianRelation: null })
  })
})

describe('what a clinic asks for in a new file', () => {
  it('patient-required-fields: is missed beside its field, by the server, and not in a file that is changed', async () => {
    const before = await open()
    await ask(['birthDay', 'occupation', 'allergyFlag', 'referrerType', 'consentOn'])
    expect((await desk.call(clinic.settings, {})).patientRequired).toEqual([
      'birthDay',
      'occupation',
      'referrerType',
      'allergyFlag',
      'consentOn',
    ])
    const refusal = await desk.refused(calls.create, form())
    expect(refusal.code).toBe(22001)
    expect(fieldsOf(refusal).sort()).toEqual(['allergyFlag', 'birthDay', 'consentOn', 'occupation', 'referrerType'])
    expect(refusal.data.fields?.[0]?.message).toBe('请填写出生日期，本门诊建档时必填')
    await open({
      age: 34,
      occupation: '教师',
      allergyFlag: 0,
      referrerRemark: '邻居',
      consentOn: '2026-11-20',
    })
    await change(before, { remark: '改备注' })
  })

  it('is set by whoever sets the clinic’s rules; a field that is none is refused, one that is left out stays', async () => {
    await ask(['idNo'])
    const config = await director.call(clinic.clinicConfig, {})
    const { patientRequired: _required, ...rest } = config
    await director.call(clinic.saveClinicConfig, rest as never)
    expect((await director.call(clinic.clinicConfig, {})).patientRequired).toEqual(['idNo'])
    const now = await director.call(clinic.clinicConfig, {})
    const wrong = await director.refused(clinic.saveClinicConfig, { ...now, patientRequired: ['shoeSize'] } as never)
    expect(wrong.http).toBe(400)
    const stored = await app.sql(
      `update clinic set settings = settings || '{"patientRequired":["idNo","shoeSize"]}' returning 1`,
    )
    expect(stored.length).toBeGreaterThan(0)
    expect((await desk.call(clinic.settings, {})).patientRequired).toEqual(['idNo'])
  })
})

describe('who introduced a patient', () => {
  it('is another patient, one of the staff, or a partner by name', async () => {
    const friend = await open({ name: '老朋友' })
    const byPatient = await open({ referrerType: 1, referrerPatientId: friend })
    expect((await read(byPatient)).referrerName).toMatch(/^老朋友（病历号 \d+）$/)
    const byStaff = await open({ referrerType: 2, referrerEmployeeId: staff.nurse, referrerPatientId: friend })
    expect(await read(byStaff)).toMatchObject({ referrerPatientId: null, referrerEmployeeId: staff.nurse })
    const byPartner = await open({ referrerType: 3, referrerRemark: '晨光幼儿园' })
    expect(await read(byPartner)).toMatchObject({ referrerName: null, referrerRemark: '晨光幼儿园' })
    for (const [over, field] of [
      [{ referrerType: 1 }, 'referrerPatientId'],
      [{ referrerType: 2 }, 'referrerEmployeeId'],
      [{ referrerType: 3 }, 'referrerRemark'],
      [{ referrerType: 1, referrerPatientId: uuidv7() }, 'referrerPatientId'],
    ] as const)
      expect(fieldsOf(await desk.refused(calls.create, form(over as never)))).toEqual([field])
    const himself = await desk.refused(calls.update, {
      ...(await asForm(friend)),
      referrerType: 1,
      referrerPatientId: friend,
    })
    expect(fieldsOf(himself)).toEqual(['referrerPatientId'])
  })

  it('follows a merge, never becomes oneself, and comes back with the undoing', async () => {
    const [keep, remove] = [await open({ name: '并入者' }), await open({ name: '并入者' })]
    const third = await open({ referrerType: 1, referrerPatientId: remove })
    await change(keep, { referrerType: 1, referrerPatientId: remove })
    const seen = await admin.call(merge.preview, { keepId: keep, removeId: remove })
    expect(seen.fields.find(({ field }) => field === 'referrer')?.keep).toMatch(/^患者： 并入者/)
    const { id } = await admin.call(merge.merge, {
      keepId: keep,
      removeId: remove,
      keepVersion: seen.keep.version,
      removeVersion: seen.remove.version,
      fieldChoices: Object.fromEntries(
        seen.fields.flatMap(({ field, how }) => (how === 'choose' ? [[field, 'keep' as const]] : [])),
      ),
      reason: '重复建档',
      requestId: uuidv7(),
    })
    expect((await read(third)).referrerPatientId).toBe(keep)
    expect(await read(keep)).toMatchObject({ referrerType: null, referrerPatientId: null })
    const { version } = await admin.call(merge.detail, { id })
    await admin.call(merge.undo, { id, version, reason: '并错了', requestId: uuidv7() })
    expect((await read(third)).referrerPatientId).toBe(remove)
    expect(await read(keep)).toMatchObject({ referrerType: 1, referrerPatientId: remove })
  })

  it('stays as a name when that file is gone for good', async () => {
    const gone = await open({ name: '搬走的人' })
    const friend = await open({ referrerType: 1, referrerPatientId: gone })
    await director.call(calls.remove, { patientIds: [gone], reason: '', requestId: uuidv7() })
    await app.sql(`update patient set deleted_at = deleted_at - interval '31 days' where id = $1`, [gone])
    await app.application.services.jobs.runNow('patient.empty-bin')
    expect(await app.sql('select 1 from patient where id = $1', [gone])).toEqual([])
    expect(await read(friend)).toMatchObject({
      referrerType: null,
      referrerPatientId: null,
      referrerRemark: '搬走的人',
    })
  })
})
