import { contract, type WireInput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { readXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'

const app = await testApp()
const { patient } = contract
const A = fixture.tenants.a
const [doctorId] = fixture.doctors.a1 as [string]
const [far] = fixture.doctors.a2 as [string]
const { a1, a2 } = fixture.clinics
let director: Client
let id: string

/** Rows straight into the tables, with the columns of the first. */
async function put(table: string, row: Record<string, unknown>): Promise<void> {
  const cells = { tenant_id: A, id: uuidv7(), ...row }
  const names = Object.keys(cells)
  await app.sql(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')})`,
    Object.values(cells),
  )
}

beforeAll(async () => {
  director = await app.as('director')
  const made = await director.call(patient.create, {
    name: '钟灵秀',
    gender: 1,
    mobile: '13912345678',
    idType: 1,
    idNo: '330106199001011221',
    sourceId: fixture.sources.a,
    allergyFlag: 1,
    allergyHistory: '青霉素',
    requestId: uuidv7(),
  })
  id = made.id
  await director.call(patient.kinAdd, {
    patientId: id,
    name: '钟建国',
    relation: 1,
    mobile: '13700001111',
    isGuardian: false,
    isEmergency: true,
    remark: '',
    requestId: uuidv7(),
  })
  const at = '2026-11-18T02:00:00Z'
  const stamped = { created_at: at, updated_at: at }
  const [appointment, registration, treatment, bill] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()]
  const visit = { clinic_id: a1, patient_id: id, doctor_id: doctorId }
  await put('appointment', {
    id: appointment,
    ...visit,
    appoint_no: 'YY-C1',
    starts_at: at,
    ends_at: '2026-11-18T02:30:00Z',
    title: '根管治疗',
    status: 5,
    source: 2,
    remark: '内部备注不外传',
    ...stamped,
  })
  // In another clinic of the company: it is one patient's data.
  await put('appointment', {
    clinic_id: a2,
    patient_id: id,
    doctor_id: far,
    appoint_no: 'YY-C2',
    starts_at: '2026-11-25T02:00:00Z',
    ends_at: '2026-11-25T02:30:00Z',
    title: '洁治',
    status: 1,
    ...stamped,
  })
  await put('registration', {
    id: registration,
    ...visit,
    appointment_id: appointment,
    reg_no: 'GH-C1',
    queue_no: 3,
    reg_date: '2026-11-18',
    reg_time: at,
    start_time: at,
    end_time: at,
    leave_time: at,
    status: 6,
    title: '根管治疗',
    chief_complaint: '左下牙痛 3 天',
    ...stamped,
  })
  await put('treatment', {
    id: treatment,
    ...visit,
    registration_id: registration,
    status: 2,
    start_time: at,
    end_time: at,
    next_plan: '一周后复诊',
    ...stamped,
  })
  const record = { ...visit, visit_time: at, visit_kind: 1, ...stamped }
  await put('medical_record', {
    ...record,
    record_no: 'BL-C1',
    treatment_id: treatment,
    status: 2,
    content: JSON.stringify({
      chiefComplaint: '左下牙痛 3 天',
      allergyHistory: '青霉素',
      generalCondition: { bloodPressureSys: 128, bloodPressureDia: 82 },
      exams: [
        { teeth: '36', content: '深龋，叩痛(+)' },
        { teeth: '', content: '口腔卫生一般' },
      ],
      auxExams: [{ teeth: '36', kind: '根尖片', content: '根尖周膜增宽' }],
      plans: [{ teeth: '36', content: '根管治疗后全冠', tariffIds: [], alternative: '拔除' }],
      familyHistory: '母亲牙周炎',
      personalHistory: '夜磨牙',
      treatments: [
        {
          teeth: '36',
          content: '开髓，拔髓',
          tariffs: [],
          anesthetic: { drug: '阿替卡因', dose: '1.7 ml', batch: 'A26081' },
        },
        { teeth: '', content: '口腔卫生宣教', tariffs: [], anesthetic: null },
      ],
      advice: '避免患侧咀嚼',
      nextVisit: { days: 7, remark: '根管预备' },
    }),
    diagnosis_text: '36 急性牙髓炎',
    sign_hash: 'x',
    sign_time: at,
  })
  await put('medical_record', { ...record, record_no: 'BL-C2', status: 0, content: '{}', diagnosis_text: '草稿不外传' })
  const mark = {
    clinic_id: a1,
    patient_id: id,
    doctor_id: doctorId,
    tooth: '36',
    noted_on: '2026-11-18',
    visit_at: at,
    place: 0,
    known_from: at,
  }
  await put('tooth_condition', {
    ...mark,
    surfaces: 'MO',
    condition: 'caries',
    detail: '深',
    layer: 'finding',
    status: 'present',
    ...stamped,
  })
  await put('tooth_condition', {
    ...mark,
    tooth: '37',
    surfaces: 'O',
    condition: 'caries',
    layer: 'finding',
    status: 'present',
    known_to: at,
    ...stamped,
  })
  const money = { original_amount: '680.00', receivable_amount: '680.00', open_time: at, submit_time: at, ...stamped }
  await put('bill', { id: bill, ...visit, bill_no: 'SF-C1', status: 3, paid_amount: '680.00', pay_time: at, ...money })
  await put('bill', {
    clinic_id: a2,
    patient_id: id,
    doctor_id: far,
    bill_no: 'SF-C2',
    status: 1,
    ...money,
    open_time: '2026-11-19T02:00:00Z',
  })
  await put('bill_item', {
    clinic_id: a1,
    bill_id: bill,
    line_no: 1,
    name: '根管治疗（磨牙）',
    unit: '牙',
    qty: 2,
    price: '340.00',
    original_amount: '680.00',
    amount: '680.00',
  })
  await put('follow_up', {
    ...visit,
    type: 1,
    content: '术后有无肿痛',
    plan_at: at,
    first_plan_on: '2026-11-18',
    deadline_at: '2026-11-20T02:00:00Z',
    owner_id: doctorId,
    ...stamped,
  })
  await put('sms_outbox', {
    clinic_id: a1,
    patient_id: id,
    mobile: '13912345678',
    scene: 'appointment.created',
    content: '您的预约已登记',
    status: 1,
    created_at: at,
    due_at: at,
    sent_at: at,
  })
})

type Ask = Partial<WireInput<typeof patient.copy>>
/** The file as it comes, and its sheets by name with rows by head. */
async function copied(client: Client, ask: Ask = {}) {
  const answer = await app.application.http.inject({
    method: 'POST',
    url: '/patient-api/v2/central/patientCopy',
    headers: { authorization: `Bearer ${client.token ?? ''}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ id, reason: 1, ...ask }),
  })
  expect(answer.headers['content-type']).toContain('spreadsheetml')
  const { sheets } = await readXlsx(answer.rawPayload)
  const rowsOf = ([head = [], ...rows]: (typeof sheets)[number]['rows']) =>
    rows.map((row) => Object.fromEntries(head.map((title, n) => [String(title), row[n] ?? null])))
  return {
    names: sheets.map(({ name }) => name),
    name: decodeURIComponent(String(answer.headers['content-disposition'])),
    sheet: (name: string) => rowsOf(sheets.find((each) => each.name === name)?.rows ?? []),
    heads: (name: string) => (sheets.find((each) => each.name === name)?.rows[0] ?? []).map(String),
    text: JSON.stringify(sheets.map(({ rows }) => rows)),
  }
}
const facts = (rows: Record<string, unknown>[]) => Object.fromEntries(rows.map((row) => [String(row.项目), row.内容]))
const log = () =>
  app.sql<{ entity_id: string; patient_id: string; actor_name: string; reason: string; after: unknown }>(
    `select entity_id, patient_id, actor_name, reason, after from audit where action = 'export' and entity = 'patient_copy' order by id`,
  )

describe('a patient’s copy of the data (资料副本)', () => {
  it('has a sheet of each kind, over all clinics, with what belongs to the patient and nothing internal', async () => {
    const copy = await copied(director)
    expect(copy.name).toContain('资料副本-钟灵秀-20261120.xlsx')
    expect(copy.names).toEqual([
      '基本资料',
      '亲属',
      '预约',
      '挂号就诊',
      '病历',
      '口腔图',
      '病历封存',
      '影像',
      '治疗计划',
      '正畸病例',
      '牙周检查',
      '处方',
      '同意书',
      '案例演示',
      '收费',
      '分期',
      '电子发票',
      '会员卡',
      '预交金',
      '优惠券',
      '介绍奖励',
      '随访',
      '短信',
    ])
    expect(facts(copy.sheet('基本资料'))).toMatchObject({
      姓名: '钟灵秀',
      性别: '女',
      手机号: '13912345678',
      证件号: '330106199001011221',
      过敏史: '青霉素',
    })
    expect(copy.sheet('亲属')).toMatchObject([
      { 姓名: '钟建国', 关系: '父亲', 紧急联系人: '是', 手机号: '13700001111' },
    ])
    expect(copy.sheet('预约')).toMatchObject([
      { 预约号: 'YY-C2', 项目: '洁治', 状态: '已预约', 门诊: '甲a2门诊' },
      { 预约号: 'YY-C1', 项目: '根管治疗', 状态: '已完成', 来源: '电话' },
    ])
    expect(copy.sheet('挂号就诊')).toMatchObject([
      { 挂号号: 'GH-C1', 主诉: '左下牙痛 3 天', 状态: '已离开', 下次计划: '一周后复诊' },
    ])
    expect(copy.sheet('病历')).toMatchObject([
      {
        病历编号: 'BL-C1',
        过敏史: '青霉素',
        全身情况: expect.stringContaining('128/82') as string,
        口腔检查: '36 深龋，叩痛(+)；口腔卫生一般',
        辅助检查: '36 根尖片：根尖周膜增宽',
        治疗计划: '36 根管治疗后全冠 备选：拔除',
        家族史: '母亲牙周炎',
        个人史: '夜磨牙',
        诊断: '36 急性牙髓炎',
        处置: '36 开髓，拔髓；局麻：阿替卡因 1.7 ml 批号 A26081；口腔卫生宣教',
        医嘱: '避免患侧咀嚼',
        复诊建议: '7 天后（2026-11-25）复诊，根管预备',
        状态: '已签名',
      },
    ])
    expect(copy.sheet('口腔图')).toMatchObject([
      { 牙位: '36', 牙面: '近中𬌗面', 情况: '深龋', 性质: '现有', 记录日期: '2026-11-18', 结束日期: null },
    ])
    expect(copy.sheet('收费')).toMatchObject([
      { 单号: 'SF-C2', 状态: '待收费' },
      { 单号: 'SF-C1', 项目: '根管治疗（磨牙） ×2', 应收: 680, 已付: 680, 状态: '已付清' },
    ])
    expect(copy.sheet('随访')).toMatchObject([{ 类型: '术后', 内容: '术后有无肿痛', 状态: '待随访' }])
    expect(copy.sheet('短信')).toMatchObject([{ 内容: '您的预约已登记', 手机号: '13912345678', 状态: '已提交' }])
    expect(copy.text).not.toContain('内部备注不外传')
    expect(copy.text).not.toContain('草稿不外传')
  })

  it('leaves sums of another clinic to whoever sees the whole chain', async () => {
    expect((await copied(director)).sheet('收费')[0]).toMatchObject({ 单号: 'SF-C2', 应收: null })
    expect((await copied(await app.as('headquarters'))).text).toContain('SF-C1')
  })

  it('is in the log with who asked; 其他 says who and why', async () => {
    const before = (await log()).length
    await copied(director, { reason: 2 })
    await copied(director, { reason: 3, note: '保险理赔' })
    const [guardian, other] = (await log()).slice(before)
    expect(guardian).toMatchObject({ entity_id: id, patient_id: id, reason: '监护人索取' })
    expect(guardian?.after).toMatchObject({ sheets: { 基本资料: expect.any(Number) as number, 预约: 2, 收费: 2 } })
    expect(other?.reason).toBe('其他：保险理赔')
    expect((await director.refused(patient.copy, { id, reason: 3 })).data.fields).toEqual([
      { field: 'note', message: '请说明由谁索取、作何用' },
    ])
    expect((await director.refused(patient.copy, { id, reason: 4 as 3 })).code).toBe(400)
    expect(await log()).toHaveLength(before + 2)
  })

  it('is for those who may export patients; another company and a narrower reach find nothing', async () => {
    for (const post of ['reception', 'doctor', 'consultant'] as const)
      expect((await (await app.as(post)).refused(patient.copy, { id, reason: 1 })).http).toBe(403)
    expect((await (await app.as('director', 'b1')).refused(patient.copy, { id, reason: 1 })).code).toBe(404)
    // The other clinic of the chain has the same patient.
    expect((await copied(await app.as('director', 'a2'))).sheet('预约')).toHaveLength(2)
    const narrow = async (scope: number) =>
      app.sql(
        `update post_resource set data_scope = $2 where post_id = $1 and resource in ('/allTimePatients:view', '/allTimePatients:export')`,
        [fixture.posts.a.director, scope],
      )
    await narrow(1)
    const there = await app.as('director', 'a2')
    expect((await there.refused(patient.copy, { id, reason: 1 })).code).toBe(404)
    await narrow(3)
  })

  it('covers numbers and leaves out sums, records and bills for whoever may not see them', async () => {
    const held = await app.sql<{ tenant_id: string; post_id: string; resource: string; data_scope: number }>(
      `delete from post_resource where post_id = $1 and resource in
         ('/field:phone', '/field:idNumber', '/field:amounts', '/patientMedicalRecord:view') returning *`,
      [fixture.posts.a.director],
    )
    const copy = await copied(director)
    expect(facts(copy.sheet('基本资料'))).toMatchObject({ 手机号: '139****5678', 证件号: '330***********1221' })
    expect(copy.sheet('亲属')).toMatchObject([{ 手机号: '137****1111' }])
    expect(copy.sheet('短信')).toMatchObject([{ 手机号: '139****5678' }])
    expect(copy.names).not.toContain('病历')
    expect(copy.heads('收费')).toEqual(['单号', '门诊', '医生', '开单', '收费', '项目', '状态'])
    expect(copy.text).not.toContain('13912345678')
    expect(copy.text).not.toContain('330106199001011221')
    expect(copy.text).not.toContain('680')
    for (const row of held)
      await app.sql('insert into post_resource (tenant_id, post_id, resource, data_scope) values ($1, $2, $3, $4)', [
        row.tenant_id,
        row.post_id,
        row.resource,
        row.data_scope,
      ])
  })
})
