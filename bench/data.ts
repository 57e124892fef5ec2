import { searchText } from '@dentin/kit/pinyin'
import { formatDate, uuidv7 } from '@dentin/kit'
import pg from 'pg'
import { defaultPosts } from '../server/src/modules/clinic/index.ts'
import { hashToken, newToken } from '../server/src/platform/security/tokens.ts'
import { partOf } from './replayed.ts'
import { perioRows, type PerioLoad } from './perio.ts'
import { pictureRows, type PictureLoad } from './pictures.ts'

/** How much the benchmark database holds. */
export interface BenchSize {
  tenants: number
  patientsEach: number
  doctorsEach: number
  /** Bills that wait to be charged, per tenant. */
  billsEach: number
  /** Records that are written, per tenant; half of them are saved, half are signed. */
  recordsEach: number
}

/** What the load needs to know of one tenant. */
export interface BenchTenant {
  tenantId: string
  clinicId: string
  token: string
  doctors: string[]
  patients: string[]
  sourceId: string
  cashId: string
  bills: string[]
  /** Records that wait to be saved, and complete ones that wait to be signed. */
  drafts: string[]
  unsigned: string[]
  /** Periodontal charts; the large chain has none. */
  perio?: PerioLoad
  pictures?: PictureLoad
}

/** What is paid with and asked for in one clinic. */
export interface MoneyLoad {
  /** The card that pays each bill: few of them, which hold enough for all. */
  cardOf: ReadonlyMap<string, string>
  cardMethodId: string
  /** Bills that were charged and of which nothing went back. */
  charged: string[]
  /** What people type to find a member. */
  words: { mobile: string; cardNo: string }[]
}

/** One clinic of the large chain, with what people type to find its patients. */
export interface ChainClinic extends BenchTenant {
  accountId: string
  /** Who is signed in. */
  employeeId: string
  /** Two characters of a name, the initials of another, four digits of a mobile. */
  words: { han: string; initials: string; digits: string }[]
  /** Where the chain has money. */
  money?: MoneyLoad
}

const SURNAMES = [...'王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗']
const GIVEN = [...'伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉兰红梅']

/** Fills an empty database with the tenants of a load test, through the owner role. */
export async function fillBench(ownerUrl: string, size: BenchSize, now: Date): Promise<BenchTenant[]> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  const made: BenchTenant[] = []
  for (let t = 0; t < size.tenants; t++) {
    await owner.query('begin')
    const tenant = await oneTenant(owner, size, t, now)
    await owner.query('commit')
    made.push(tenant)
  }
  await owner.query('vacuum analyze')
  await owner.end()
  return made
}

async function oneTenant(owner: pg.Client, size: BenchSize, t: number, now: Date): Promise<BenchTenant> {
  const insert = insertInto(owner)
  const stamped = { created_at: now, updated_at: now, version: 1 }
  const tenant_id = uuidv7()
  const clinic_id = uuidv7()
  await insert('company', [
    { tenant_id, id: tenant_id, name: `测试机构 ${t}`, is_chain: false, org_auth: 1, created_at: now, version: 1 },
  ])
  await insert('clinic', [
    {
      tenant_id,
      id: clinic_id,
      name: `测试门诊 ${t}`,
      short_name: `测${t}`,
      phone: '',
      address: '',
      hours: Array.from({ length: 7 }, () => ({ opensMin: 510, closesMin: 1110 })),
      settings: {},
      is_main: true,
      sort_no: 0,
      enabled: true,
      ...stamped,
    },
  ])
  const post = uuidv7()
  await insert('post', [
    { tenant_id, id: post, code: 'admin', name: '机构管理员', is_admin: true, sort_no: 0, ...stamped },
  ])
  // Who is signed in runs the clinic and writes records, too.
  const resourcesOf = (code: string) => defaultPosts.find((each) => each.code === code)?.resources
  await insert(
    'post_resource',
    Object.entries({ ...resourcesOf('doctor'), ...resourcesOf('admin') }).map(([resource, data_scope]) => ({
      tenant_id,
      post_id: post,
      resource,
      data_scope,
    })),
  )
  const doctors = Array.from({ length: size.doctorsEach }, () => uuidv7())
  await insert(
    'employee',
    doctors.map((id, n) => ({
      tenant_id,
      id,
      name: `医生${n}`,
      search: `医生${n} yisheng${n}`,
      gender: n % 2,
      phone: '',
      job_number: String(n),
      job_type: 1,
      work_type: 1,
      work_status: 1,
      title_post: '',
      specialty: [],
      is_doctor: true,
      is_consultant: false,
      discount_limit: 50,
      colour: '',
      sort_no: n,
      ...stamped,
    })),
  )
  await insert(
    'employee_clinic',
    doctors.map((employee_id) => ({
      tenant_id,
      id: uuidv7(),
      employee_id,
      clinic_id,
      registration_status: 0,
      is_open_entry: true,
      active: true,
      ...stamped,
    })),
  )
  await insert('employee_post', [{ tenant_id, clinic_id, employee_id: doctors[0], post_id: post }])
  const sourceId = uuidv7()
  await insert('patient_source', [
    { tenant_id, id: sourceId, name: '自然到店', type: 2, sort_no: 0, enabled: true, ...stamped },
  ])
  const cashId = uuidv7()
  await insert('pay_method', [
    {
      tenant_id,
      id: cashId,
      code: 'cash',
      name: '现金',
      type: 1,
      need_trade_no: false,
      built_in: true,
      sort_no: 0,
      enabled: true,
      ...stamped,
    },
  ])

  const patients = Array.from({ length: size.patientsEach }, () => uuidv7())
  const chunk = 2500
  for (let from = 0; from < patients.length; from += chunk) {
    const part = patients.slice(from, from + chunk)
    await insert(
      'patient',
      part.map((id, n) => {
        const at = from + n
        const name = `${SURNAMES[at % 20]}${GIVEN[(at * 7) % 28]}${GIVEN[(at * 13 + t) % 28]}`
        const mobile = `13${String(t).padStart(2, '0')}${String(at).padStart(7, '0')}`
        const medical_number = `2026${String(at).padStart(5, '0')}`
        return {
          tenant_id,
          id,
          home_clinic_id: clinic_id,
          medical_number,
          name,
          search: searchText({ name, mobile, medicalNumber: medical_number }),
          gender: at % 2,
          birth_year_estimated: false,
          mobile,
          patient_type: 1,
          source_id: sourceId,
          allergy_flag: 0,
          allergy_history: '',
          systemic_diseases: [],
          past_history: '',
          family_history: '',
          medication_history: '',
          tags: [],
          remark: '',
          alert_note: '',
          birth_day: `19${50 + (at % 50)}-0${1 + (at % 9)}-11`,
          resp_doctor_id: doctors[at % doctors.length],
          status: 0,
          created_name: '',
          ...stamped,
          created_at: new Date(now.getTime() - at * 60_000),
        }
      }),
    )
    await insert(
      'patient_stat',
      part.map((patient_id, n) => ({
        tenant_id,
        patient_id,
        last_visit_at: new Date(now.getTime() - (from + n) * 3_600_000),
        visit_count: 1,
        arrears_amount: '0.00',
        consume_total: '0.00',
      })),
    )
  }
  await owner.query('select app.recount_patients()')
  await owner.query(
    `insert into schedule (tenant_id, id, clinic_id, employee_id, date, kind, starts_min, ends_min, status, created_at, updated_at)
     select $1, gen_random_uuid(), $2, d, ($3::timestamptz at time zone 'Asia/Shanghai')::date + n, 1, s.a, s.b, 1, $3, $3
     from unnest($4::uuid[]) d, generate_series(0, 6) n, (values (510, 720), (810, 1080)) s(a, b)`,
    [tenant_id, clinic_id, now, doctors],
  )
  await owner.query(
    `insert into appointment (tenant_id, id, clinic_id, appoint_no, patient_id, doctor_id, starts_at, ends_at, title, treat_type, status, created_at, updated_at)
     select $1, gen_random_uuid(), $2, 'YY' || d.n || '-' || day || '-' || slot, ($5::uuid[])[1 + (d.n * 97 + day * 13 + slot * 7) % array_length($5::uuid[], 1)], d.id,
       at, at + interval '30 minutes', '补牙', 2, 1, $3, $3
     from unnest($4::uuid[]) with ordinality d(id, n), generate_series(0, 6) day, generate_series(0, 13) slot,
       lateral (select (($3::timestamptz at time zone 'Asia/Shanghai')::date + day)::timestamp at time zone 'Asia/Shanghai' + interval '8 hours 30 minutes' + slot * interval '30 minutes' as at) x
     where d.n > 0`,
    [tenant_id, clinic_id, now, doctors, patients.slice(0, 2000)],
  )
  const bills = await dueBills(
    insert,
    { tenant_id, clinic_id, doctor_id: doctors[0] as string, since: now },
    size.billsEach,
    (n) => patients[n % patients.length] as string,
  )
  const records = await writtenRecords(
    insert,
    { tenant_id, clinic_id, doctor_id: doctors[0] as string },
    patients,
    size,
    now,
  )
  const own = { tenant_id, clinic_id, doctor_id: doctors[0] as string }
  const perio = await perioRows(insert, own, patients, now)
  const pictures = await pictureRows(insert, own, patients, now)
  const token = newToken()
  await owner.query(`insert into account (id, phone, password_hash, nick_name) values ($1, $2, '', '')`, [
    tenant_id,
    `188${String(t).padStart(8, '0')}`,
  ])
  await owner.query(
    `insert into account_clinic (account_id, tenant_id, clinic_id, employee_id) values ($1, $1, $2, $3)`,
    [tenant_id, clinic_id, doctors[0]],
  )
  await owner.query(
    `insert into session (token_hash, id, account_id, account_name, tenant_id, clinic_id, employee_id, created_at, last_seen_at, expires_at) values ($1, $2, $3, '医生0', $3, $4, $5, $6, $6, $7)`,
    [hashToken(token), uuidv7(), tenant_id, clinic_id, doctors[0], now, new Date(now.getTime() + 86_400_000)],
  )
  return {
    tenantId: tenant_id,
    clinicId: clinic_id,
    token,
    doctors,
    patients: patients.slice(0, 500),
    sourceId,
    cashId,
    bills,
    ...records,
    perio,
    pictures,
  }
}

/** What the records of the load say: a first visit with everything that signing asks for. */
export const writtenContent = {
  chiefComplaint: '左下后牙自发痛 3 天',
  presentIllness: '三天前夜间痛，冷热刺激加重，未治疗。',
  interval: '',
  pastHistory: '否认',
  allergyHistory: '否认药物过敏史',
  familyHistory: '',
  personalHistory: '',
  generalCondition: {},
  exams: [{ teeth: '36:MO', content: '近中𬌗面深龋，叩(+)' }],
  auxExams: [],
  diagnoses: [{ teeth: '36', icdCode: 'K04.0', icdName: '牙髓炎', kind: 1 as const }],
  plans: [{ teeth: '36', content: '根管治疗后冠修复' }],
  treatments: [{ teeth: '36', content: '局麻下开髓，拔髓，封药', tariffs: [], anesthetic: null }],
  advice: '一周后复诊',
  nextVisit: { days: 7, remark: '根管预备' },
  toothMarks: [
    { tooth: '36', condition: 'caries' as const, surfaces: 'MO', status: 'present' as const },
    { tooth: '36', condition: 'pulpitis' as const, surfaces: '', status: 'present' as const },
    { tooth: '36', condition: 'rct_needed' as const, surfaces: '', status: 'planned' as const },
  ],
}
/** Teeth that were charted before, of each patient with a record. */
const KNOWN = '16 17 26 27 37 46 47 14 15 24 25 35'.split(' ')

async function writtenRecords(
  insert: (table: string, rows: object[]) => Promise<void>,
  own: { tenant_id: string; clinic_id: string; doctor_id: string },
  patients: readonly string[],
  size: BenchSize,
  now: Date,
): Promise<Pick<BenchTenant, 'drafts' | 'unsigned'>> {
  const { tenant_id, clinic_id, doctor_id } = own
  const begun = new Date(now.getTime() - 3_600_000)
  const stamped = { created_at: begun, updated_at: begun, version: 1 }
  const visits = Array.from({ length: size.recordsEach }, (_, n) => ({
    registration: uuidv7(),
    treatment: uuidv7(),
    // Its parts would share its stem; every such id ends alike, so that one run of it stands for all.
    record: partOf(uuidv7(), 0),
    patient_id: patients[n % patients.length] as string,
    n,
  }))
  await insert(
    'registration',
    visits.map(({ registration: id, patient_id, n }) => ({
      tenant_id,
      id,
      clinic_id,
      doctor_id,
      patient_id,
      reg_no: `GH-${n}`,
      queue_no: n + 1,
      reg_date: formatDate(now),
      reg_type: 1,
      treat_type: 1,
      reg_fee: '0.00',
      title: '根管治疗',
      teeth: '',
      chief_complaint: '',
      reg_time: begun,
      status: 3,
      created_name: '',
      ...stamped,
    })),
  )
  await insert(
    'treatment',
    visits.map(({ treatment: id, registration: registration_id, patient_id }) => ({
      tenant_id,
      id,
      clinic_id,
      doctor_id,
      patient_id,
      registration_id,
      status: 1,
      start_time: begun,
      next_plan: '',
      emr_completed: false,
      ...stamped,
    })),
  )
  await insert(
    'medical_record',
    visits.map(({ record: id, treatment: treatment_id, registration: registration_id, patient_id, n }) => ({
      tenant_id,
      id,
      clinic_id,
      doctor_id,
      patient_id,
      treatment_id,
      registration_id,
      record_no: `BL-${n}`,
      record_type: 1,
      visit_time: begun,
      visit_kind: 1,
      status: 0,
      content: writtenContent,
      diagnosis_text: '牙髓炎',
      treatment_text: '开髓',
      teeth: '36',
      plan_line_ids: [],
      countersign_due: false,
      created_by: doctor_id,
      created_name: '医生0',
      ...stamped,
    })),
  )
  await insert(
    'tooth_condition',
    patients.slice(0, size.recordsEach).flatMap((patient_id) =>
      KNOWN.map((tooth, place) => ({
        tenant_id,
        id: uuidv7(),
        clinic_id,
        patient_id,
        doctor_id,
        record_id: null,
        tooth,
        surfaces: 'O',
        condition: 'filling',
        layer: 'existing',
        status: 'external',
        detail: '',
        place,
        visit_at: new Date(now.getTime() - 864_000_000),
        noted_on: formatDate(new Date(now.getTime() - 864_000_000)),
        known_from: begun,
        covered: false,
        ...stamped,
      })),
    ),
  )
  const ids = visits.map(({ record }) => record)
  return { drafts: ids.slice(0, ids.length / 2), unsigned: ids.slice(ids.length / 2) }
}

/** Puts rows into a table. */
type Insert = (table: string, rows: object[]) => Promise<void>

/** Bills of 680.00 in two lines that wait to be charged. @returns their ids */
export async function dueBills(
  insert: Insert,
  { tenant_id, clinic_id, doctor_id, since }: { tenant_id: string; clinic_id: string; doctor_id: string; since: Date },
  count: number,
  patientOf: (n: number) => string,
): Promise<string[]> {
  const bills = Array.from({ length: count }, () => partOf(uuidv7(), 0))
  const run = Date.now()
  await insert(
    'bill',
    bills.map((id, n) => ({
      tenant_id,
      id,
      clinic_id,
      // Of no other run: what was charged in one stays.
      bill_no: `SFB${run}-${n}`,
      bill_type: 1,
      patient_id: patientOf(n),
      doctor_id,
      status: 1,
      original_amount: '680.00',
      discount_amount: '0.00',
      rounding_amount: '0.00',
      receivable_amount: '680.00',
      paid_amount: '0.00',
      arrears_amount: '0.00',
      refunded_amount: '0.00',
      discount_percent: 100,
      reduction_amount: '0.00',
      rounding_rule: 0,
      discount_reason: '',
      remark: '',
      opener_name: '',
      open_time: since,
      submit_time: since,
      created_at: since,
      updated_at: since,
      version: 1,
    })),
  )
  await insert(
    'bill_item',
    bills.flatMap((bill_id) =>
      [1, 2].map((line_no) => ({
        tenant_id,
        id: partOf(bill_id, line_no),
        clinic_id,
        bill_id,
        line_no,
        item_type: 1,
        name: '补牙',
        category_name: '',
        teeth: '16',
        unit: '颗',
        qty: 1,
        price: '340.00',
        original_amount: '340.00',
        can_discount: true,
        discount_percent: 100,
        discount_amount: '0.00',
        discount_note: '',
        amount: '340.00',
      })),
    ),
  )
  return bills
}

/** Inserts rows as JSON, without columns that are not said. */
export const insertInto =
  (owner: pg.Client): Insert =>
  async (table, rows) => {
    if (rows.length === 0) return
    const names = Object.keys(rows[0] as object)
    await owner.query(
      `insert into ${table} (${names.join(', ')}) select ${names.map((name) => `x.${name}`).join(', ')} from jsonb_populate_recordset(null::${table}, $1::jsonb) x`,
      [JSON.stringify(rows)],
    )
  }
