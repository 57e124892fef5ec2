import { contract, type WireInput } from '@dentin/contract'
import type { AppointItemKey, OwnItemKey } from '@dentin/contract/appoint-item-fields'
import { uuidv7 } from '@dentin/kit'
import { describe, expect, it } from 'vitest'
import { fixture, testApp } from '../../../test/harness.ts'

const { clinic, visit, appointment, patient } = contract
const app = await testApp()
const admin = await app.as('admin')
const director = await app.as('director')
const desk = await app.as('reception')

const newEntry = () => ({ requestId: uuidv7() })
const problem = ({ code, data }: { code: number; data: unknown }) => {
  const [first] = (data as { fields?: { field: string; message: string }[] } | null)?.fields ?? []
  return [code, first?.field, first?.message]
}

describe('departments and chairs', () => {
  it('are added, changed and named once in a clinic', async () => {
    const { id } = await director.call(clinic.saveDept, { ...newEntry(), name: '黏膜科', type: 1 })
    const again = await director.refused(clinic.saveDept, { ...newEntry(), name: '黏膜科', type: 1 })
    expect(problem(again)).toEqual([21005, 'name', '已有同名的条目'])
    const [row] = (await director.call(clinic.deptList, {})).filter((each) => each.id === id)
    const leaderId = fixture.doctors.a1[0] as string
    await director.call(clinic.saveDept, {
      ...newEntry(),
      id,
      version: row?.version as number,
      name: '口腔黏膜科',
      type: 1,
      leaderId,
    })
    const stale = await director.refused(clinic.saveDept, {
      ...newEntry(),
      id,
      version: row?.version as number,
      name: '甲',
      type: 1,
    })
    expect(stale.code).toBe(409)
    const changed = (await director.call(clinic.deptList, {})).find((each) => each.id === id)
    expect(changed).toMatchObject({ name: '口腔黏膜科', leaderId, staffCount: 0, enabled: true })
  })

  it('take nobody from elsewhere as a leader', async () => {
    const refusal = await director.refused(clinic.saveDept, {
      ...newEntry(),
      name: '美学科',
      type: 1,
      leaderId: fixture.employees.b1.admin,
    })
    expect(problem(refusal)).toEqual([404, 'leaderId', '负责人应是本店在职员工'])
    expect((await director.call(clinic.deptList, {})).map(({ name }) => name)).not.toContain('美学科')
  })

  it('are not switched off while somebody works or is booked there', async () => {
    const dept = (await director.call(clinic.deptList, {})).find(({ staffCount }) => staffCount > 0)
    const stop = await director.refused(clinic.saveDept, {
      ...newEntry(),
      id: dept?.id as string,
      version: dept?.version as number,
      name: dept?.name as string,
      type: 1,
      enabled: false,
    })
    expect(problem(stop)).toEqual([21006, 'enabled', `还有 ${dept?.staffCount} 人在这个科室，调走后才能停用`])

    const { id } = await director.call(clinic.saveChair, { ...newEntry(), name: '9 号椅', room: '备用' })
    await app.sql(
      `insert into appointment (tenant_id, id, clinic_id, appoint_no, patient_id, doctor_id, chair_id, starts_at, ends_at, status, created_at, updated_at)
       values ($1, $2, $3, 'YY-77', $4, $5, $6, '2026-11-25T02:00:00Z', '2026-11-25T02:30:00Z', 1, now(), now())`,
      [
        fixture.tenants.a,
        uuidv7(),
        fixture.clinics.a1,
        fixture.patients.a[0] as string,
        fixture.doctors.a1[0] as string,
        id,
      ],
    )
    const chair = (await director.call(clinic.chairList, {})).find((each) => each.id === id)
    expect(chair?.bookedCount).toBe(1)
    const busy = await director.refused(clinic.saveChair, {
      ...newEntry(),
      id,
      version: chair?.version as number,
      name: '9 号椅',
      enabled: false,
    })
    expect(problem(busy)).toEqual([21006, 'enabled', '这张诊椅还有 1 个未来预约，改到别处后才能停用'])
  })

  it('of another clinic are not there', async () => {
    const other = await app.as('admin', 'b1')
    const [theirs] = await other.call(clinic.deptList, {})
    const refusal = await admin.refused(clinic.saveDept, {
      ...newEntry(),
      id: theirs?.id as string,
      version: 1,
      name: '不该改到',
      type: 1,
    })
    expect(refusal.code).toBe(404)
  })
})

describe('lists of the whole company', () => {
  it('a kind of appointment is offered while booking as soon as it is there, and no more once it is off', async () => {
    const { id } = await admin.call(clinic.saveAppointItem, {
      ...newEntry(),
      name: '舌侧托槽粘接',
      durationMin: 90,
      colour: '#2f6f9f',
    })
    const offered = async () => (await desk.call(appointment.items, {})).some((each) => each.id === id)
    expect(await offered()).toBe(true)
    const row = (await admin.call(clinic.appointItemList, {})).find((each) => each.id === id)
    await admin.call(clinic.saveAppointItem, {
      ...newEntry(),
      id,
      version: row?.version as number,
      name: '舌侧托槽粘接',
      durationMin: 90,
      enabled: false,
    })
    expect(await offered()).toBe(false)
    const odd = await admin.refused(clinic.saveAppointItem, { ...newEntry(), name: '乙', durationMin: 32 })
    expect(problem(odd)).toEqual([400, 'durationMin', '时长应为 5 的倍数'])
  })

  it('a clinic says what it does otherwise; what it leaves empty follows the company', async () => {
    const { id } = await admin.call(clinic.saveAppointItem, { ...newEntry(), name: '舌系带修整', durationMin: 20 })
    const here = async () => (await director.call(clinic.clinicItemList, {})).find((each) => each.id === id)
    const booked = async (who: typeof desk) => (await who.call(appointment.items, {})).find((each) => each.id === id)
    const elsewhere = await app.as('reception', 'a2')
    expect(await here()).toMatchObject({
      company: { durationMin: 20, allowOnline: false, onlineName: '' },
      durationMin: null,
      allowOnline: null,
      enabled: true,
      version: null,
    })
    const own = { itemId: id, enabled: true, durationMin: 45, allowOnline: null, onlineName: '' }
    const { version } = await director.call(clinic.saveClinicItem, own)
    expect((await booked(desk))?.duration).toBe(45)
    expect((await booked(elsewhere))?.duration).toBe(20)
    expect((await director.refused(clinic.saveClinicItem, own)).code).toBe(409)
    const odd = await director.refused(clinic.saveClinicItem, { ...own, version, durationMin: 7 })
    expect(problem(odd)).toEqual([400, 'durationMin', '时长应为 5 的倍数'])

    const off = await director.call(clinic.saveClinicItem, { ...own, version, enabled: false })
    expect(await booked(desk)).toBeUndefined()
    expect((await desk.call(appointment.options, {})).items.some((each) => each.id === id)).toBe(false)
    expect(await booked(elsewhere)).toBeDefined()
    const refusal = await desk.refused(appointment.create, {
      requestId: uuidv7(),
      patientId: fixture.patients.a[0] as string,
      doctorId: fixture.doctors.a1[0] as string,
      startTime: '2026-11-27 14:00:00',
      itemIds: [id],
    })
    expect(refusal.data.fields?.[0]?.field).toBe('itemIds')

    await director.call(clinic.saveClinicItem, { ...own, version: off.version, durationMin: null })
    expect((await booked(desk))?.duration).toBe(20)
    expect((await desk.refused(clinic.clinicItemList, {})).http).toBe(403)
    expect((await desk.refused(clinic.saveClinicItem, own)).http).toBe(403)
    const foreign = await (await app.as('admin', 'b1')).refused(clinic.saveClinicItem, own)
    expect(foreign.code).toBe(404)
  })

  it('a word of a dictionary is there once, and stays with its dictionary', async () => {
    const { id } = await admin.call(clinic.saveDictItem, {
      ...newEntry(),
      typeCode: 'arrears-reason',
      item: '等理赔到账',
    })
    const reasons = await desk.call(clinic.dictItems, { typeCode: 'arrears-reason' })
    expect(reasons.map(({ item }) => item)).toContain('等理赔到账')
    const twice = await admin.refused(clinic.saveDictItem, {
      ...newEntry(),
      typeCode: 'arrears-reason',
      item: '等理赔到账',
    })
    expect(problem(twice)).toEqual([21005, 'item', '已有同名的条目'])
    const moved = await admin.refused(clinic.saveDictItem, {
      ...newEntry(),
      id,
      version: 1,
      typeCode: 'cancel-reason',
      item: '等理赔到账',
    })
    expect(moved.code).toBe(404)
  })

  it('one word of a dictionary is what forms begin with, never two and never one that is off', async () => {
    const save = (item: string, change: object = {}) =>
      admin.call(clinic.saveDictItem, { ...newEntry(), typeCode: 'cancel-reason', item, ...change })
    const defaults = async () =>
      (await desk.call(appointment.options, {})).cancelReasons.filter((each) => each.isDefault).map(({ name }) => name)
    const rowOf = async (id: string) => (await admin.call(clinic.dictList, {})).find((each) => each.id === id)
    expect(await defaults()).toEqual([])
    const first = await save('临时有事', { isDefault: true })
    const second = await save('身体不适', { isDefault: true })
    expect(await defaults()).toEqual(['身体不适'])
    expect(await rowOf(first.id)).toMatchObject({ isDefault: false, version: 2 })
    const reasons = await desk.call(clinic.dictItems, { typeCode: 'cancel-reason' })
    expect(reasons.filter((each) => each.isDefault).map(({ item }) => item)).toEqual(['身体不适'])
    // Another dictionary has its own.
    await admin.call(clinic.saveDictItem, { ...newEntry(), typeCode: 'arrears-reason', item: '甲', isDefault: true })
    expect(await defaults()).toEqual(['身体不适'])
    await save('身体不适', { id: second.id, version: 1, isDefault: true, enabled: false })
    expect(await rowOf(second.id)).toMatchObject({ isDefault: false, enabled: false })
    expect(await defaults()).toEqual([])
    // Two at once: one of them wins, and the other hears of it.
    const both = await Promise.allSettled([
      save('临时有事', { id: first.id, version: 2, isDefault: true }),
      save('天气原因', { isDefault: true }),
    ])
    expect(both.some(({ status }) => status === 'fulfilled')).toBe(true)
    expect(await defaults()).toHaveLength(1)
    for (const each of both)
      if (each.status === 'rejected') expect(String(each.reason)).toMatch(/别人刚刚改了默认条目|已被他人修改|请刷新/)
    await expect(
      app.sql(`update dict_item set is_default = true where type_code = 'cancel-reason' and enabled`),
    ).rejects.toThrow(/dict_item_default_key/)
  })

  it('a word that the system goes by gets another name and is not switched off', async () => {
    const row = async (typeCode: string, itemCode: string) =>
      (await admin.call(clinic.dictList, {})).find((each) => each.typeCode === typeCode && each.itemCode === itemCode)
    const mother = await row('relation', '2')
    const entry = { typeCode: 'relation' as const, item: '妈妈', id: mother?.id as string }
    const off = await admin.refused(clinic.saveDictItem, { ...newEntry(), ...entry, version: 1, enabled: false })
    expect(problem(off)).toEqual([21006, 'enabled', '这一条系统要用，只能改名称，不能停用'])
    await admin.call(clinic.saveDictItem, { ...newEntry(), ...entry, version: 1 })
    expect(await row('relation', '2')).toMatchObject({ item: '妈妈', enabled: true })
    await admin.call(clinic.saveDictItem, { ...newEntry(), ...entry, item: '母亲', version: 2 })
  })

  it('a dictionary of the platform is shown to everybody and changed by nobody', async () => {
    const all = await admin.call(clinic.dictList, {})
    expect(all.filter(({ typeCode }) => typeCode === 'pay_type').map(({ item }) => item)).toEqual(['现金类'])
    const refusal = await admin.refused(clinic.saveDictItem, { ...newEntry(), typeCode: 'pay_type', item: '积分类' })
    expect(problem(refusal)[0]).toBe(21013)
    const unknown = await admin.refused(clinic.saveDictItem, {
      ...newEntry(),
      typeCode: 'systemic_disease' as never,
      item: '甲',
    })
    expect(problem(unknown).slice(0, 2)).toEqual([400, 'typeCode'])
  })

  it('a new reason for archiving is chosen by its number; switched off it still names the files it was given to', async () => {
    const reason = { typeCode: 'archive-reason' as const, item: '转到外地读书' }
    const made = await Promise.all([
      admin.call(clinic.saveDictItem, { ...newEntry(), ...reason }),
      admin.call(clinic.saveDictItem, { ...newEntry(), typeCode: 'archive-reason', item: '随家人出国' }),
    ])
    const [id] = made.map((each) => each.id) as [string]
    const words = await desk.call(clinic.dictItems, { typeCode: 'archive-reason' })
    expect(words.map(({ itemCode }) => itemCode).sort()).toEqual(['1', '10', '11', '2', '9'])
    const number = Number(words.find(({ item }) => item === reason.item)?.itemCode)
    const { id: patientId } = (await desk.call(patient.create, {
      name: '归原因',
      gender: 0,
      mobile: '13800003399',
      sourceId: fixture.sources.a,
      requestId: uuidv7(),
    } as never)) as { id: string }
    const archive = (reason: number) => ({ patientIds: [patientId], reason, requestId: uuidv7() })
    const none = await desk.refused(patient.archive, archive(77))
    expect(problem(none)).toEqual([404, 'reason', '没有这个归档原因，或已停用'])
    await desk.call(patient.archive, archive(number))
    await admin.call(clinic.saveDictItem, { ...newEntry(), ...reason, id, version: 1, enabled: false })
    const named = async () =>
      (await desk.call(patient.archivedList, { keyword: '归原因', reason: number })).list.map((row) => row.reasonName)
    expect(await named()).toEqual([reason.item])
    await desk.call(patient.unarchive, { patientIds: [patientId], requestId: uuidv7() })
    expect(problem(await desk.refused(patient.archive, archive(number)))[1]).toBe('reason')
  })

  it('a relation that the house added is chosen, and is 其他 told from the other side', async () => {
    const item = '同住保姆'
    const { id } = await admin.call(clinic.saveDictItem, { ...newEntry(), typeCode: 'relation', item })
    const words = await desk.call(clinic.dictItems, { typeCode: 'relation' })
    const relation = Number(words.find((each) => each.item === item)?.itemCode)
    expect(relation).toBe(10)
    const [one = '', other = ''] = fixture.patients.a
    const tie = { patientId: one, relatedPatientId: other, relation, requestId: uuidv7() }
    await desk.call(patient.kinAdd, tie)
    const of = async (patientId: string) =>
      (await desk.call(patient.kinList, { patientId })).map((row) => [row.relation, row.relationName])
    expect([await of(one), await of(other)]).toEqual([[[10, item]], [[9, '其他']]])
    // Switched off it can't be given any more; where it stands it stays, also when the rest of the line is changed.
    await admin.call(clinic.saveDictItem, { ...newEntry(), id, typeCode: 'relation', item, version: 1, enabled: false })
    const [row] = await desk.call(patient.kinList, { patientId: one })
    const change = { id: row?.id as string, version: row?.version as number, relation, name: '', remark: '白天在' }
    const flags = { isGuardian: false, isEmergency: true }
    await desk.call(patient.kinUpdate, { ...change, ...flags, requestId: uuidv7() })
    expect(await of(one)).toEqual([[10, item]])
    const again = {
      ...tie,
      patientId: fixture.patients.a[2] as string,
      relatedPatientId: null,
      name: '丁',
      requestId: uuidv7(),
    }
    expect(problem(await desk.refused(patient.kinAdd, again))).toEqual([404, 'relation', '没有这种关系，或已停用'])
    await desk.call(patient.kinDelete, { id: change.id })
  })

  it('a source may say what it costs, a year or a campaign', async () => {
    const entry = { ...newEntry(), name: '地铁广告', type: 2 as const, cost: '12000.00', costPer: 2 as const }
    const { id } = await admin.call(clinic.saveSource, entry)
    const row = async () => (await admin.call(clinic.sourceList, {})).find((each) => each.id === id)
    expect(await row()).toMatchObject({ cost: '12000.00', costPer: 2 })
    const wrong = await admin.refused(clinic.saveSource, { ...entry, ...newEntry(), name: '乙', cost: '-1.00' })
    expect(problem(wrong)[1]).toBe('cost')
    const change = { ...entry, id, version: 1, cost: null }
    await admin.call(clinic.saveSource, { ...change, ...newEntry() })
    expect(await row()).toMatchObject({ cost: null, costPer: null })
    await admin.call(clinic.saveSource, { ...change, ...newEntry(), version: 2, cost: '500.00', costPer: null })
    expect(await row()).toMatchObject({ cost: '500.00', costPer: 1 })
  })

  it('sources go three levels deep, and what hangs on one goes off with it', async () => {
    const save = (
      input: Pick<WireInput<typeof clinic.saveSource>, 'id' | 'version' | 'parentId' | 'name' | 'type' | 'enabled'>,
    ) => admin.call(clinic.saveSource, { ...newEntry(), ...input })
    const top = await save({ name: '社区义诊', type: 2 })
    const middle = await save({ name: '望湖社区', type: 2, parentId: top.id })
    const leaf = await save({ name: '春季场', type: 2, parentId: middle.id })
    const deep = await admin.refused(clinic.saveSource, {
      ...newEntry(),
      name: '第四级',
      type: 2,
      parentId: leaf.id,
    })
    expect(problem(deep)).toEqual([21007, 'parentId', '患者来源最多三级'])
    const tree = await admin.call(clinic.sourceList, {})
    expect(tree.filter(({ id }) => [top.id, middle.id, leaf.id].includes(id)).map(({ level }) => level)).toEqual([
      1, 2, 3,
    ])
    const file = {
      name: '邵一鸣',
      gender: 0 as const,
      mobile: '13800003311',
      sourceId: leaf.id,
      requestId: uuidv7(),
    }
    await desk.call(patient.create, file as never)
    const used = (await admin.call(clinic.sourceList, {})).find(({ id }) => id === leaf.id)
    expect(used?.patientCount).toBe(1)

    await save({ id: top.id, version: 1, name: '社区义诊', type: 2, enabled: false })
    const off = (await admin.call(clinic.sourceList, {})).filter(({ id }) => [top.id, middle.id, leaf.id].includes(id))
    expect(off.map(({ enabled }) => enabled)).toEqual([false, false, false])
  })

  it('are the company’s: whoever runs one clinic sees them and does not change them', async () => {
    expect((await director.call(clinic.appointItemList, {})).length).toBeGreaterThan(3)
    const refusal = await director.refused(clinic.saveAppointItem, { ...newEntry(), name: '丙', durationMin: 30 })
    expect(refusal.http).toBe(403)
    expect((await desk.refused(clinic.dictList, {})).http).toBe(403)
  })
})

describe('the clinic itself', () => {
  it('says who it is; its name follows its papers', async () => {
    const profile = await director.call(clinic.clinicProfile, {})
    const { name: _name, licence: _licence, ...facts } = profile
    const put = (change: Record<number, unknown>) =>
      facts.hours.map((day, n) => (n in change ? change[n] : day)) as typeof facts.hours
    const refusedHours = async (hours: unknown) =>
      problem(await director.refused(clinic.saveClinicProfile, { ...facts, hours } as never))
    expect(await refusedHours(put({ 3: { opensMin: 1080, closesMin: 540 } }))).toEqual([
      21008,
      'hours.3.closesMin',
      '结束营业时间应晚于开始时间',
    ])
    expect(await refusedHours(put({ 5: { opensMin: 541, closesMin: 1080 } }))).toEqual([
      400,
      'hours.5.opensMin',
      '开始营业时间应为整 5 分钟',
    ])
    expect(await refusedHours(facts.hours.map(() => null))).toEqual([400, 'hours', '至少有一天营业'])
    expect(await refusedHours(facts.hours.slice(1))).toEqual([400, 'hours', '请填写每天的营业时间'])
    const phone = await director.refused(clinic.saveClinicProfile, { ...facts, phone: '12345' })
    expect(problem(phone)).toEqual([400, 'phone', '请填写手机号、带区号的座机或 400 电话'])
    await director.call(clinic.saveClinicProfile, {
      ...facts,
      phone: '0571-88001234',
      address: '望湖路 118 号',
      introduction: '家庭口腔',
      hours: put({ 0: null, 6: { opensMin: 540, closesMin: 1080 } }),
    })
    expect(await desk.call(clinic.settings, {})).toMatchObject({
      clinicName: profile.name,
      phone: '0571-88001234',
      hours: [
        null,
        ...Array.from({ length: 5 }, () => ({ opensMin: 510, closesMin: 1110 })),
        { opensMin: 540, closesMin: 1080 },
      ],
    })
  })

  it('feature-clinic-work: its rules hold from the next request on', async () => {
    const config = await director.call(clinic.clinicConfig, {})
    await director.call(clinic.saveClinicConfig, {
      ...config,
      slotMinutes: 10,
      regFee: '35.00',
      overbookLimit: 2,
    } as never)
    expect((await desk.call(visit.options, {})).regFee).toBe('35.00')
    expect(await desk.call(clinic.settings, {})).toMatchObject({ slotMinutes: 10, overbookLimit: 2, regFee: '35.00' })
    const stale = await director.refused(clinic.saveClinicConfig, { ...config, regFee: '1.00' } as never)
    expect(stale.code).toBe(409)
    // What else stands in the row stays: the profile's own words.
    expect((await director.call(clinic.clinicProfile, {})).introduction).toBe('家庭口腔')
  })

  it('says how medical numbers are made, which sections are asked for, on which paper and when to write', async () => {
    const config = await director.call(clinic.clinicConfig, {})
    expect(config).toMatchObject({
      numberPrefix: '',
      numberYear: true,
      numberWidth: 4,
      firstSections: ['presentIllness', 'pastHistory', 'allergyHistory', 'exams'],
      returnSections: ['interval', 'exams'],
      recordPaper: 'a4',
      recordNotation: 'cross',
      recordPictures: false,
      receiptPaper: 'a5',
      appointmentTones: ['muted', 'booked', 'confirmed', 'wait', 'chair', 'done'],
      smsFromMin: 480,
      smsToMin: 1260,
    })
    const save = (change: object) => director.call(clinic.saveClinicConfig, { ...config, ...change } as never)
    const refused = async (change: object) =>
      problem(await director.refused(clinic.saveClinicConfig, { ...config, ...change } as never)).slice(0, 2)
    expect(await refused({ numberPrefix: 'hz' })).toEqual([400, 'numberPrefix'])
    expect(await refused({ numberPrefix: 'HZ(' })).toEqual([400, 'numberPrefix'])
    expect(await refused({ recordNotation: 'zsigmondy' })).toEqual([400, 'recordNotation'])
    expect(await refused({ firstSections: ['chiefComplaint'] })).toEqual([400, 'firstSections.0'])
    expect(await refused({ appointmentTones: ['muted', 'booked'] })).toEqual([400, 'appointmentTones'])
    expect(await refused({ smsFromMin: 420 })).toEqual([400, 'smsFromMin'])
    expect(await refused({ smsFromMin: 1200, smsToMin: 1200 })).toEqual([21014, 'smsToMin'])

    const file = (name: string, mobile: string) =>
      desk.call(patient.create, {
        name,
        gender: 0,
        mobile,
        sourceId: fixture.sources.a,
        requestId: uuidv7(),
      } as never) as unknown as Promise<{ medicalNumber: string }>
    const rule = { numberPrefix: 'HZ', numberYear: true, numberWidth: 5 }
    const papers = {
      recordPaper: '16k',
      recordNotation: 'universal',
      recordPictures: true,
      receiptPaper: '80',
      appointmentTones: ['muted', 'done', 'confirmed', 'wait', 'chair', 'booked'],
    }
    const changed = await save({
      ...rule,
      ...papers,
      firstSections: ['exams', 'advice'],
      smsFromMin: 540,
      smsToMin: 1080,
    })
    expect((await file('编号甲', '13800003401')).medicalNumber).toBe('HZ202600001')
    expect((await file('编号乙', '13800003402')).medicalNumber).toBe('HZ202600002')
    expect(await desk.call(clinic.settings, {})).toMatchObject(papers)
    expect(await director.call(clinic.clinicConfig, {})).toMatchObject({
      ...rule,
      ...papers,
      firstSections: ['exams', 'advice'],
      returnSections: ['interval', 'exams'],
      smsFromMin: 540,
      smsToMin: 1080,
    })
    // Another clinic of the company goes on in its own series, and so does this one when it goes back.
    const plain = /^2026\d{4}$/
    const elsewhere = await app.as('reception', 'a2')
    const made = (await elsewhere.call(patient.create, {
      name: '编号丙',
      gender: 0,
      mobile: '13800003403',
      sourceId: fixture.sources.a,
      requestId: uuidv7(),
    } as never)) as { medicalNumber: string }
    expect(made.medicalNumber).toMatch(plain)
    await save({ numberPrefix: '', numberYear: false, numberWidth: 6, version: changed.version })
    expect((await file('编号丁', '13800003404')).medicalNumber).toBe('000001')
  })

  it('binds the begin of visits to its grid: offered, booked and moved on it; who is squeezed in or stays, need not', async () => {
    const config = await director.call(clinic.clinicConfig, {})
    await director.call(clinic.saveClinicConfig, { ...config, slotMinutes: 15 } as never)
    const doctorId = fixture.doctors.a1[1] as string
    const book = (time: string, more: object = {}, who = desk) => ({
      call: () => who.call(appointment.create, wanted(time, more) as never) as Promise<{ id: string; version: number }>,
      refused: () => who.refused(appointment.create, wanted(time, more) as never),
    })
    const wanted = (time: string, more: object) => ({
      requestId: uuidv7(),
      patientId: fixture.patients.a[0] as string,
      doctorId,
      startTime: `2026-11-26 ${time}:00`,
      endTime: `2026-11-26 ${time.slice(0, 3)}55:00`,
      itemIds: [fixture.items.a.check],
      acceptWarnings: true,
      ...more,
    })
    expect(problem(await book('10:10').refused())).toEqual([23014, 'startTime', '开始时间应为整 15 分钟'])
    const made = await book('10:15').call()
    await director.call(clinic.saveClinicConfig, {
      ...(await director.call(clinic.clinicConfig, {})),
      slotMinutes: 10,
    } as never)
    // It stands beside the new grid: longer it may become where it is.
    const { version } = (await desk.call(appointment.get, { id: made.id })) as { version: number }
    const longer = { id: made.id, version, doctorId, startTime: '2026-11-26 10:15:00', endTime: '2026-11-26 11:05:00' }
    await desk.call(appointment.move, { requestId: uuidv7(), ...longer, acceptWarnings: true } as never)
    await book('10:25', { overbook: true }, director).call()
    await director.call(clinic.saveClinicConfig, {
      ...(await director.call(clinic.clinicConfig, {})),
      slotMinutes: 5,
    } as never)
  })

  it('can’t be changed at the desk', async () => {
    expect((await desk.refused(clinic.clinicConfig, {})).http).toBe(403)
  })
})

it("says of a kind of appointment every field that was saved: the company's, and beside it the clinic's own", async () => {
  const company = {
    name: '全口义齿复诊',
    durationMin: 45,
    allowOnline: true,
    bufferBefore: 5,
    bufferAfter: 15,
    price: '88.00',
    needChairType: 3,
    onlineName: '假牙复诊',
    firstVisitOnly: true,
    colour: '#2f6fb5',
  } satisfies Record<AppointItemKey, unknown>
  const { id } = await admin.call(clinic.saveAppointItem, { ...newEntry(), ...company })
  const [saved] = (await admin.call(clinic.appointItemList, {})).filter((each) => each.id === id)
  expect(saved).toMatchObject(company)

  const own = {
    durationMin: 50,
    allowOnline: false,
    bufferBefore: 10,
    bufferAfter: 20,
    price: '66.00',
    onlineName: '义齿复诊',
  } satisfies Record<OwnItemKey, unknown>
  const { name, needChairType, firstVisitOnly, colour, ...companys } = company
  const fixed = { name, needChairType, firstVisitOnly, colour, company: companys }
  const here = async () => (await director.call(clinic.clinicItemList, {})).find((each) => each.id === id)
  const nothing = { durationMin: null, allowOnline: null, bufferBefore: null, bufferAfter: null, price: null }
  expect(await here()).toMatchObject({ ...fixed, ...nothing, onlineName: '' })
  const { version } = await director.call(clinic.saveClinicItem, { itemId: id, enabled: true, ...own })
  expect(await here()).toMatchObject({ ...fixed, ...own })
  // What is left out follows the company again.
  await director.call(clinic.saveClinicItem, { itemId: id, enabled: true, version })
  expect(await here()).toMatchObject({ ...fixed, ...nothing, onlineName: '' })
})
