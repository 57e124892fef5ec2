import { perioProposal, perioSummary } from '@dentin/clinical/perio/index'
import { perioAnswers, perioPlan } from '@dentin/contract/perio'
import { consentContent } from '@dentin/contract/consent'
import { templateContent } from '@dentin/contract/record'
import { uuidv7 } from '@dentin/kit'

/** Asks the database as its owner. */
type Ask = <Row>(sql: string, values?: unknown[]) => Promise<Row[]>

interface Column {
  name: string
  type: string
  free: boolean
}
interface ForeignKey {
  columns: string[]
  table: string
  to: string[]
}
interface Shape {
  columns: Column[]
  keys: ForeignKey[]
  /** The first value that a check allows, by column. */
  allowed: Map<string, number | string>
}

/** Where a row belongs: a clinic of a company, with a word that stands in all of its texts. */
export interface At {
  tenantId: string
  clinicId: string
  accountId: string
  mark: string
}

/** What a card may do that was sold without any conditions. */
const plainRules = {
  useOrder: 3,
  maxBonusRatio: 100,
  singlePrice: null,
  passwordAbove: null,
  pointsRate: 0,
  bonusDays: null,
  shareKin: false,
  shareClinics: 1,
  sharedClinics: [],
  steps: [],
  excludedCategories: [],
  discountRules: [],
  memberPrices: [],
  rights: [],
}

/** What a table needs that its shape does not say. */
const OVERRIDES: Record<string, (at: At) => Record<string, unknown>> = {
  patient: ({ mark }) => ({ mobile: '13900004321', medical_number: `${mark}${uuidv7().slice(-6)}` }),
  treatment_plan_option: () => ({ phases: '[]' }),
  bill_item_execution: () => ({ qty: 1, done_on: '2026-11-20' }),
  instalment_plan: () => ({ total_amount: '20.00', due_day: 5 }),
  instalment_period: () => ({ no: 1, amount: '20.00' }),
  dunning_call: () => ({ note: '没有接电话' }),
  month_close: () => ({ month: '2020-01-01', status: 1, book: '{}' }),
  discount_approval: () => ({
    status: 0,
    original_amount: '200.00',
    discount_amount: '100.00',
    receivable_amount: '100.00',
    content: JSON.stringify({
      items: [],
      discountPercent: 100,
      reductionAmount: '0.00',
      roundingRule: 0,
      manualRounding: '0.00',
      discountReason: '',
      remark: '',
    }),
    reason: '老患者',
    bill_version: 1,
  }),
  pay_adjust: () => ({ status: 0, amount: '20.00', ways: '[]', reason: '记错', is_paired: false }),
  prepay: ({ clinicId }) => ({ open_clinic_id: clinicId, amount: '20.00', balance_amount: '20.00', status: 1 }),
  prepay_log: ({ clinicId }) => ({ moved_clinic_id: clinicId, amount_delta: '20.00', balance_after: '20.00' }),
  invoice_app: () => ({ platform_url: '' }),
  invoice_account: () => ({ tax_no: '91330106MA27XYCQ57', rule: 1, tax_rate: 0 }),
  invoice: ({ clinicId }) => ({
    issuer_clinic_id: clinicId,
    status: 0,
    title_type: 0,
    amount: '20.00',
    tax: '0.00',
    tax_rate: 0,
    platform_no: '',
    issued_on: null,
  }),
  invoice_attempt: () => ({ title_type: 0, tax: '0.00', tax_rate: 0 }),
  invoice_source: () => ({ part: 'cash', amount: '20.00', card_log_id: null, card_id: null, prepay_id: null }),
  invoice_red: ({ clinicId }) => ({
    issuer_clinic_id: clinicId,
    status: 4,
    reason: 1,
    amount: '20.00',
    tax: '0.00',
    platform_no: '',
    issued_on: null,
  }),
  invoice_red_part: () => ({ amount: '20.00' }),
  tariff_package: () => ({ price: '20.00', items: '[{"tariffId": "00000000-0000-7000-8000-000000000001", "qty": 1}]' }),
  pay_unit: () => ({ credit_limit: '100.00', balance_amount: '0.00', term_days: 30 }),
  unit_claim: () => ({ charged_on: '2026-11-01', due_on: '2026-12-01', amount: '20.00' }),
  unit_settlement: () => ({ amount: '20.00', status: 1, undone_at: null }),
  unit_settlement_line: () => ({ amount: '20.00' }),
  commission_terms: () => ({ from_month: '2026-10-01' }),
  commission_slip: () => ({ month: '2026-10-01', status: 1 }),
  commission_line: () => ({
    amount: '1.00',
    added_amount: '0.00',
    material_amount: '0.00',
    lab_amount: '0.00',
    fee_amount: '0.00',
    base_amount: '1.00',
    pay_amount: '1.00',
  }),
  ledger_mismatch: () => ({ code: 'J2', row_count: 1 }),
  kept_sum: () => ({ month: '2026-10-01', sums: '[]' }),
  source_spend: () => ({ month: '2026-10-01', amount: '20.00', remark: '' }),
  clinic_target: () => ({ month: '2026-10-01', takings_amount: '20.00' }),
  expected_care: () => ({ icd_code: 'K02', name: '充填', items: '{充填}', sort_no: 1 }),
  first_visit_note: () => ({ reason: '价格', remark: '', next_contact_on: null, noted_name: '测试' }),
  // Of a kind that no paper has, so that a clinic may have as many as a test makes.
  print_template: () => ({ kind: uuidv7(), content: null }),
  clinic_settlement: () => ({ month: '2026-10-01', amount: '20.00', method: '银行转账', undone_at: null }),
  // One that is closed: a prepayment has one open paper at most.
  prepay_return: () => ({ status: 3, ways: '[]', approver_id: null }),
  // One that is closed: a card has one open paper at most.
  card_refund: () => ({
    status: 3,
    ways: '[]',
    approver_id: null,
    principal: '20.00',
    amount: '20.00',
    kept_amount: '0.00',
  }),
  coupon_type: () => ({ kind: 2, value: '20.00', percent: null, valid_type: 2, valid_until: null, valid_days: 30 }),
  coupon: ({ clinicId }) => ({
    status: 1,
    source: 1,
    issued_clinic_id: clinicId,
    valid_until: '2030-01-01',
    bill_id: null,
    used_at: null,
    void_reason: null,
    rules: JSON.stringify({
      kind: 2,
      value: '20.00',
      percent: null,
      most: null,
      threshold: '0.00',
      categoryIds: [],
      tariffIds: [],
      clinicIds: [],
      stackable: false,
    }),
  }),
  member_card: ({ clinicId }) => ({ kind: 1, open_clinic_id: clinicId, rules: JSON.stringify(plainRules) }),
  card_right_use: ({ clinicId, mark }) => ({
    name: mark,
    qty: 1,
    used_clinic_id: clinicId,
    used_on: '2026-11-20',
    bill_id: null,
    reverses_id: null,
  }),
  card_log: ({ clinicId }) => ({ type: 2, moved_clinic_id: clinicId, ways: '[]' }),
  // Of a refund that failed: no money without a place, which would have to lie on the suspense account.
  pay_exception: () => ({ type: 4 }),
  refund: () => ({ type: 1, mode: 1, status: 0, item_amount: '20.00', arrears_amount: '0.00', refund_amount: '20.00' }),
  // A patient has one open case: these are broken off.
  ortho_case: ({ mark }) => ({ status: 9, began_on: '2026-11-01', end_date: '2026-11-20', stop_reason: mark }),
  perio_draft: ({ mark }) => ({
    note: mark,
    answers: JSON.stringify(perioAnswers.parse({})),
    plan: JSON.stringify(perioPlan.parse({ sextants: {} })),
  }),
  perio_chart: () => ({
    hash: '0'.repeat(64),
    summary: JSON.stringify(perioSummary({})),
    answers: JSON.stringify(perioAnswers.parse({})),
    proposal: JSON.stringify(perioProposal({}, {}, { age: null })),
    plan: JSON.stringify(perioPlan.parse({ sextants: {} })),
  }),
  treatment_plan_line: () => ({ original_amount: 1, discount_amount: 0, amount: 1 }),
  consent: ({ mark }) => ({
    status: 0,
    draft: JSON.stringify(
      consentContent.parse({ title: mark, who: { name: mark, gender: 2, age: 30 }, declaration: mark }),
    ),
  }),
  clinic_image: () => ({ sha256: '0'.repeat(64) }),
  record_seal: ({ mark }) => ({
    witnesses: JSON.stringify([{ name: mark, relation: '患者本人', idTail: '1234' }]),
    files: '[]',
    package_hash: '0'.repeat(64),
  }),
  patient_import: () => ({ status: 1, row_count: 1, good: 1, bad: 0, doubtful: 0, written: 0, looked: 0 }),
  waitlist_offer: () => ({ outcome: 2, settled_at: '2026-11-20 01:00:00+00' }),
  patient_merge: ({ mark }) => ({ remove_before: JSON.stringify({ name: mark, medical_number: '20260001' }) }),
  shift: () => ({ short_name: '记', colour: 'teal', periods: '[{"startsMin":540,"endsMin":720}]' }),
  record_template: ({ clinicId }) => ({
    scope: 2,
    clinic_id: clinicId,
    content: JSON.stringify(templateContent.parse({})),
  }),
  waitlist: () => ({ duration_min: 30 }),
  record_spot_check: () => ({ month: '2026-11', status: 0 }),
  prescription: () => ({ items: '[]', findings: '[]' }),
  prescription_set: () => ({ items: '[]' }),
  picture: () => ({ clinic_id: null }),
  schedule: () => ({ starts_min: 540, ends_min: 720, date: '2026-11-27', published_at: '2026-11-20' }),
  slot_opening: () => ({ starts_at: '2026-11-27 02:00:00+00', ends_at: '2026-11-27 03:00:00+00' }),
  sms_outbox: ({ mark }) => ({ status: 3, mobile: '13900001234', fail_reason: mark }),
  relate_apply: ({ accountId }) => ({ status: 0, account_id: accountId }),
  clinic_delivery_address: ({ clinicId }) => ({ clinic_id: clinicId, mobile: '13900001234', is_default: true }),
  referral: ({ clinicId }) => ({ kind: 1, from_clinic_id: clinicId, to_clinic_id: clinicId, to_hospital: '' }),
  doctor_auth: () => ({ id_card: `{${uuidv7()},${uuidv7()}}`, cert: `{${uuidv7()}}` }),
}

/** Makes and finds one row of any table in any clinic, so that a foreign id is the id of something real. */
export function rowMaker(ask: Ask) {
  const shapes = new Map<string, Shape>()
  const made = new Map<string, string>()
  /** Of every row that was made here: nothing stands behind them, which invariants may notice. */
  const ids = new Set<string>()

  async function shapeOf(table: string): Promise<Shape> {
    const known = shapes.get(table)
    if (known) return known
    const columns = await ask<{ name: string; type: string; free: boolean }>(
      `select a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull or d.oid is not null as free
       from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
       where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped`,
      [table],
    )
    const keys = await ask<ForeignKey>(
      `select c.confrelid::regclass::text as table,
         (select array_agg(a.attname::text order by x.n) from unnest(c.conkey) with ordinality x(num, n) join pg_attribute a on a.attrelid = c.conrelid and a.attnum = x.num) as columns,
         (select array_agg(a.attname::text order by x.n) from unnest(c.confkey) with ordinality x(num, n) join pg_attribute a on a.attrelid = c.confrelid and a.attnum = x.num) as to
       from pg_constraint c where c.conrelid = $1::regclass and c.contype = 'f'`,
      [table],
    )
    const checks = await ask<{ text: string }>(
      `select pg_get_constraintdef(oid) as text from pg_constraint where conrelid = $1::regclass and contype = 'c'`,
      [table],
    )
    const allowed = new Map<string, number | string>()
    for (const { text } of checks) {
      const list = /^CHECK \(\((\w+) = ANY \(ARRAY\[(\d+)/.exec(text) ?? /^CHECK \(\(\((\w+) >= (\d+)\)/.exec(text)
      if (list) allowed.set(list[1] as string, Number(list[2]))
      const words = /^CHECK \(\((\w+) = ANY \(ARRAY\['([^']+)'/.exec(text)
      if (words) allowed.set(words[1] as string, words[2] as string)
    }
    const shape = { columns, keys, allowed }
    shapes.set(table, shape)
    return shape
  }

  function filler({ name, type }: Column, { allowed }: Shape, at: At): unknown {
    if (name === 'storage_key') return `${uuidv7()}/2026/11/${uuidv7()}.png`
    if (type === 'uuid') return uuidv7()
    if (type === 'text') return allowed.get(name) ?? at.mark
    if (type === 'integer' || type === 'smallint' || type === 'bigint') return allowed.get(name) ?? 1
    if (type === 'numeric') return '1.00'
    if (type === 'boolean') return false
    if (type === 'date') return '2026-11-20'
    if (type.startsWith('timestamp')) return '2026-11-20 01:00:00+00'
    if (type === 'jsonb' || type === 'json') return '{}'
    if (type.endsWith('[]')) return '{}'
    throw new Error(`no value for ${name} ${type}`)
  }

  /** The row of a table that stands in a clinic: one that is there, else a new one. */
  async function rowOf(table: string, at: At): Promise<string> {
    const known = made.get(`${table} ${at.clinicId}`) ?? made.get(`${table} ${at.tenantId}`)
    return known ?? newRow(table, at)
  }

  /** A new row, whatever there is. */
  async function newRow(table: string, at: At): Promise<string> {
    const shape = await shapeOf(table)
    // What belongs to nobody is the same for everybody.
    const isShared = !shape.columns.some(({ name }) => name === 'tenant_id' || name === 'account_id')
    const [there] = isShared ? await ask<{ id: string }>(`select id from ${table} limit 1`) : []
    if (there) return there.id
    const has = (name: string) => shape.columns.some((column) => column.name === name)
    const row: Record<string, unknown> = {
      ...(has('tenant_id') ? { tenant_id: at.tenantId } : {}),
      ...(has('clinic_id') ? { clinic_id: at.clinicId } : {}),
      ...(has('home_clinic_id') ? { home_clinic_id: at.clinicId } : {}),
      ...(has('account_id') && !has('tenant_id') ? { account_id: at.accountId } : {}),
      ...OVERRIDES[table]?.(at),
      // Two clinics owe each other, never one itself.
      ...(table === 'clinic_settlement' ? { creditor_id: await newRow('clinic', at) } : {}),
      // A code is paid for a bill unless it says for what else.
      ...(table === 'scan_payment' ? { bill_id: await newRow('bill', at) } : {}),
      ...(table === 'patient_merge' ? { remove_id: await newRow('patient', at) } : {}),
      // A patient has one examination that is not finished.
      ...(table === 'perio_draft' ? { patient_id: await newRow('patient', at) } : {}),
    }
    for (const column of shape.columns) {
      if (column.name in row || column.free) continue
      const key = shape.keys.find(({ columns }) => columns.includes(column.name))
      row[column.name] = key ? await rowOf(key.table, at) : filler(column, shape, at)
    }
    const names = Object.keys(row)
    await ask(
      `insert into ${table} (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')})`,
      Object.values(row),
    )
    const id = String(row.id)
    // A draft that the product makes of such a chart stands on the chart's record, which is of another kind.
    if (table === 'perio_chart') ids.add(String(row.record_id))
    ids.add(id)
    if (!made.has(`${table} ${at.clinicId}`)) made.set(`${table} ${at.clinicId}`, id)
    // What is of the company and of no clinic stands for each of its clinics.
    if (!('clinic_id' in row) && !('home_clinic_id' in row)) made.set(`${table} ${at.tenantId}`, id)
    return id
  }

  /** Says that this row stands for its table in that clinic. */
  const use = (table: string, clinicId: string, id: string) => void made.set(`${table} ${clinicId}`, id)
  return { rowOf, newRow, use, ids }
}

/** The table whose ids a label of the contract names; the name of the call tells those apart that are called alike. */
export function tableOf(call: string, label: string): string | null {
  const special: Record<string, string> = {
    'sms 模板': 'sms_template',
    'recordTemplate 模板': 'record_template',
    'recordTemplate 上级分类': 'record_template_category',
    'membership 订单': 'vip_order',
    'shift 班次': 'cash_shift',
    'posting 单据': 'bill',
    'refund 项目': 'bill_item',
    'memberCard 亲属': 'patient',
    'memberCard 充值': 'card_log',
    'memberCard 开卡': 'card_log',
    'memberCard 权益记录': 'card_right_use',
    'execution 项目': 'bill_item',
    'sms 订单': 'sms_order',
    'clinic 条目': 'dict_item',
    'staff 申请': 'relate_apply',
    'patient 申请': 'file_request',
    'picture 图片': 'clinic_image',
    'recordImage 图片': 'clinic_image',
    'planImage 图片': 'clinic_image',
    'doctorCase 图片': 'clinic_image',
    'booking 项目': 'appoint_item',
    'booking 预约': 'appointment',
    'messaging 消息': 'message',
  }
  const plain: Record<string, string | null> = {
    患者: 'patient',
    介绍人: 'patient',
    档案: 'patient',
    保留的档案: 'patient',
    并入的档案: 'patient',
    预约: 'appointment',
    原预约: 'appointment',
    挂号: 'registration',
    就诊: 'treatment',
    病历: 'medical_record',
    封存: 'record_seal',
    修订申请: 'record_amend_request',
    抽查: 'record_spot_check',
    治疗计划: 'treatment_plan',
    方案: 'treatment_plan_option',
    计划条目: 'treatment_plan_line',
    同意书: 'consent',
    正畸病例: 'ortho_case',
    牙周草稿: 'perio_draft',
    牙周检查: 'perio_chart',
    阶段: 'image_stage',
    移到的阶段: 'image_stage',
    上传人: 'employee',
    案例: 'doctor_case',
    案例图片: 'doctor_case_image',
    模板分类: 'record_template_category',
    诊断: 'own_diagnosis',
    药品: 'company_drug',
    平台药品: 'drug',
    上一页最后一个平台药品: 'drug',
    处方: 'prescription',
    常用组合: 'prescription_set',
    上一页最后一个药品: 'company_drug',
    账单: 'bill',
    退费单: 'refund',
    会员卡: 'member_card',
    预交金: 'prepay',
    退款单: 'prepay_return',
    退卡单: 'card_refund',
    发票: 'invoice',
    红字发票: 'invoice_red',
    会员卡流水: 'card_log',
    开票内容: 'bill',
    结算单: 'clinic_settlement',
    收费套餐: 'tariff_package',
    记账单位: 'pay_unit',
    记账: 'unit_claim',
    单位结算单: 'unit_settlement',
    付款门诊: 'clinic',
    收款门诊: 'clinic',
    优惠券: 'coupon',
    优惠券种: 'coupon_type',
    会员卡种: 'card_type',
    转入的卡: 'member_card',
    主卡: 'member_card',
    副卡: 'member_card',
    卡种: 'card_type',
    新卡种: 'card_type',
    项目类别: 'tariff_category',
    退款方式: 'pay_method',
    销售人: 'employee',
    提成规则: 'commission_rule',
    提成单: 'commission_slip',
    改账单: 'pay_adjust',
    优惠申请: 'discount_approval',
    分期: 'instalment_plan',
    扫码收款: 'scan_payment',
    异常: 'pay_exception',
    // The trade of one fen stands in the books of the platform, beside its company.
    测试: null,
    收款: 'bill_payment',
    门诊: 'clinic',
    转入门诊: 'clinic',
    医生: 'employee',
    复诊医生: 'employee',
    复诊项目: 'appoint_item',
    介绍员工: 'employee',
    员工: 'employee',
    咨询师: 'employee',
    转入医生: 'employee',
    责任医生: 'employee',
    执行人: 'employee',
    责任护士: 'employee',
    护士: 'employee',
    助手: 'employee',
    负责人: 'employee',
    提醒的人: 'employee',
    接手的人: 'employee',
    客服: 'employee',
    岗位: 'post',
    复制的岗位: 'post',
    科室: 'dept',
    诊椅: 'chair',
    班次: 'shift',
    排班: 'schedule',
    导入: 'patient_import',
    随访: 'follow_up',
    内容模板: 'follow_template',
    规则: 'follow_rule',
    提醒: 'patient_remind',
    分组: 'patient_group',
    常用筛选: 'patient_filter',
    报表视图: 'report_view',
    介绍奖励: 'introduction_reward',
    导出任务: 'export_task',
    亲属: 'patient_kin',
    合并记录: 'patient_merge',
    项目: 'tariff',
    收费项目: 'tariff',
    分类: 'tariff_category',
    类别: 'tariff_category',
    上级分类: 'tariff_category',
    预约项目: 'appoint_item',
    收款方式: 'pay_method',
    支付方式: 'pay_method',
    调价: 'tariff_price',
    来源: 'patient_source',
    上级来源: 'patient_source',
    取消原因: 'dict_item',
    候补: 'waitlist',
    空出时段: 'slot_opening',
    候补保留: 'waitlist_offer',
    转诊: 'referral',
    附件: 'referral_file',
    短信: 'sms_outbox',
    收货地址: 'clinic_delivery_address',
    投放: 'source_spend',
    申请人: 'account',
    账号: 'account',
    图片: 'picture',
    头像: 'picture',
    logo: 'picture',
    环境图: 'picture',
    认证: 'doctor_auth',
    套餐: 'sms_package',
    会员套餐: 'vip_package',
    // What is asked for before anybody is signed in is nobody's.
    验证码: null,
    图形验证码: null,
    发票文件: null,
    // Whoever saves a text leaves what its kind has of its own: what is sent there is not taken.
    牙周快照: null,
  }
  const domain = call.split('.')[0] as string
  const found = `${domain} ${label}` in special ? special[`${domain} ${label}`] : plain[label]
  if (found === undefined) throw new Error(`${call}: nobody has said whose ids "${label}" are`)
  return found
}
