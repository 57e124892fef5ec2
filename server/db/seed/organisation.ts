import { jobs } from '@dentin/contract/core/jobs'
import { addDays, formatDate, weekday, weekdayNames, yuanToFen, type DayHours, type Fen } from '@dentin/kit'
import { pinyinInitials, pinyinOf } from '@dentin/kit/pinyin'
import {
  addedDictItemRows,
  appointItemRows,
  deptRows,
  dictItemRows,
  patientSourceRows,
  payMethodRows,
  postRows,
  shiftRows,
} from '../../src/modules/clinic/defaults.ts'
import { jobTypeOfPost } from '../../src/modules/staff/rules.ts'
import { directoryRow } from '../../src/modules/clinic/directory.ts'
import type { DefaultPostCode } from '../../src/modules/clinic/posts.ts'
import { recordTemplateRows } from '../../src/modules/clinic/starting-sets/record-templates.ts'
import { tariffRows } from '../../src/modules/clinic/starting-sets/tariffs.ts'
import { holidays } from './catalogue/lists.ts'
import { system, type Person, type Row, type World } from './world.ts'

/** How far back and ahead the demo reaches, in days. */
export const FIRST_DAY = -182
export const LAST_DAY = 14

/** Days counted from today, both included. */
export interface Span {
  first: number
  last: number
}

export type Skill = 'endo' | 'ortho' | 'implant' | 'perio' | 'prosth' | 'pedo'

export interface Tariff {
  id: string
  code: string
  name: string
  /** Its category, and the one above it. */
  group: string
  top: string
  unit: string
  price: Fen
  canDiscount: boolean
  /** May the bonus of a card pay it? Braces are paid with money. */
  canBonus: boolean
  toothRequired: boolean
}
export interface Item {
  id: string
  name: string
  minutes: number
  /** Columns of what is kept free around it. */
  buffers: { buffer_before_min: number; buffer_after_min: number }
}
export interface Clinic {
  id: string
  name: string
  company: Company
  reception: Staff[]
  consultant: Staff
  director: Staff
  doctors: Doctor[]
  /** Who is planned beside the doctors. */
  onShifts: Staff[]
  wholeDayShift: string
}
export interface Staff extends Person {
  id: string
  accountId: string
  loginName: string
  post: DefaultPostCode
  clinics: string[]
}
/** A stretch of a doctor's working time, in minutes of the day. */
export type Stretch = readonly [from: number, to: number]
export interface Doctor extends Staff {
  skills: readonly Skill[]
  /** Clinic and working stretches of a day counted from today; null on a day off. */
  days: Map<number, { clinic: Clinic; chairId: string; stretches: Stretch[] }>
  /** An ordinary week: days off (counted from the weekday of today), working stretches and chair. */
  week: { off: readonly number[]; stretches: readonly Stretch[]; chairId: string }
  fill: number
}
export interface Company {
  tenantId: string
  name: string
  clinics: Clinic[]
  tariffs: Map<string, Tariff>
  items: Map<string, Item>
  methods: Map<string, string>
  sources: { id: string; name: string; path: string }[]
}

export type ShiftName = '全日班' | '正畸班' | '手术班' | '儿牙班' | '晚班'
/** When each shift works. */
export const shiftTimes: Record<ShiftName, readonly Stretch[]> = {
  全日班: [
    [510, 720],
    [810, 1050],
  ],
  正畸班: [
    [525, 720],
    [810, 1065],
  ],
  手术班: [
    [570, 720],
    [810, 1020],
  ],
  儿牙班: [
    [600, 720],
    [810, 990],
  ],
  晚班: [
    [600, 720],
    [810, 1110],
  ],
}

const shiftColours: Record<ShiftName, string> = {
  全日班: 'teal',
  正畸班: 'blue',
  手术班: 'purple',
  儿牙班: 'green',
  晚班: 'gold',
}

export interface DoctorPlan {
  name: string
  gender: 0 | 1
  login: string
  title: string
  specialty: string
  skills: readonly Skill[]
  shift: ShiftName
  chair: string
  /** Days of the week off, counted from the weekday of today: 0 is today's. */
  off: readonly number[]
  /** On this day of the week (counted as `off`) works in another clinic. */
  away?: { on: number; clinic: number; chair: string }
  fill: number
}
export interface ClinicPlan {
  name: string
  short: string
  /** For patients, on the booking page. */
  introduction: string
  traffic: string
  address: string
  phone: string
  doctors: readonly DoctorPlan[]
  staff: readonly [post: DefaultPostCode, name: string, gender: 0 | 1, login: string][]
}
export interface CompanyPlan {
  name: string
  chain: boolean
  prefix: string
  /** Staff who belong to every clinic. */
  shared: readonly [post: DefaultPostCode, name: string, gender: 0 | 1, login: string][]
  clinics: readonly ClinicPlan[]
}

/** The chain of three clinics and the independent one of the ordinary demo. */
export const demoPlans: readonly CompanyPlan[] = [
  {
    name: '牙本口腔',
    chain: true,
    prefix: '1',
    shared: [
      ['headquarters', '沈望舒', 1, 'hq'],
      ['admin', '陆安和', 0, 'admin'],
      ['finance', '方若涵', 1, 'finance'],
      ['storekeeper', '牛志诚', 0, 'storekeeper'],
      ['service', '蒋语晴', 1, 'service'],
    ],
    clinics: [
      {
        name: '望湖路门诊',
        short: '望湖路',
        introduction: '2016 年开业，设种植、正畸、儿童口腔与牙周专科，独立手术室与口内扫描。',
        traffic: '地铁 2 号线古翠路站 B 口步行 6 分钟；地下车库有 20 个访客车位。',
        address: '杭州市西湖区望湖路 118 号',
        phone: '0571-88112046',
        doctors: [
          {
            name: '许明哲',
            gender: 0,
            login: 'xumingzhe',
            title: '副主任医师',
            specialty: '牙体牙髓',
            skills: ['endo'],
            shift: '全日班',
            chair: '1 诊室',
            off: [2, 5],
            fill: 0.6,
          },
          {
            name: '顾清妍',
            gender: 1,
            login: 'guqingyan',
            title: '主治医师',
            specialty: '正畸',
            skills: ['ortho'],
            shift: '正畸班',
            chair: '3 诊室',
            off: [4],
            away: { on: 2, clinic: 2, chair: '2 诊室' },
            fill: 0.55,
          },
          {
            name: '韩朗',
            gender: 0,
            login: 'hanlang',
            title: '副主任医师',
            specialty: '种植',
            skills: ['implant'],
            shift: '手术班',
            chair: '手术室',
            off: [3],
            away: { on: 1, clinic: 1, chair: '手术室' },
            fill: 0.5,
          },
          {
            name: '唐睿',
            gender: 0,
            login: 'tangrui',
            title: '主治医师',
            specialty: '牙周',
            skills: ['perio'],
            shift: '全日班',
            chair: '2 诊室',
            off: [1, 4],
            fill: 0.5,
          },
          {
            name: '程思齐',
            gender: 0,
            login: 'chengsiqi',
            title: '主治医师',
            specialty: '修复',
            skills: ['prosth'],
            shift: '全日班',
            chair: '5 诊室',
            off: [3, 6],
            fill: 0.55,
          },
          {
            name: '叶知秋',
            gender: 1,
            login: 'yezhiqiu',
            title: '主治医师',
            specialty: '儿牙',
            skills: ['pedo'],
            shift: '儿牙班',
            chair: '儿牙诊室',
            off: [3, 4],
            fill: 0.55,
          },
          {
            name: '洪敏',
            gender: 1,
            login: 'hongmin',
            title: '住院医师',
            specialty: '牙体牙髓',
            skills: ['endo', 'prosth'],
            shift: '晚班',
            chair: '6 诊室',
            off: [0, 1],
            fill: 0.4,
          },
        ],
        staff: [
          ['director', '严书远', 0, 'director'],
          ['nurse', '柳依依', 1, 'nurse'],
          ['nurse', '汤晓雯', 1, 'nurse2'],
          ['reception', '秦晓岚', 1, 'reception'],
          ['reception', '卫佳', 1, 'reception2'],
          ['consultant', '温雨柔', 1, 'consultant'],
        ],
      },
      {
        name: '滨江门诊',
        short: '滨江',
        introduction: '面向滨江社区的口腔门诊，工作日晚间与周末照常接诊。',
        traffic: '地铁 1 号线滨和路站 D 口步行 4 分钟；商场停车 2 小时免费。',
        address: '杭州市滨江区江南大道 388 号',
        phone: '0571-86603318',
        doctors: [
          {
            name: '邵文柏',
            gender: 0,
            login: 'shaowenbo',
            title: '主治医师',
            specialty: '牙体牙髓',
            skills: ['endo', 'prosth'],
            shift: '全日班',
            chair: '1 诊室',
            off: [1, 5],
            fill: 0.42,
          },
          {
            name: '苏禾',
            gender: 1,
            login: 'suhe',
            title: '主治医师',
            specialty: '正畸',
            skills: ['ortho'],
            shift: '正畸班',
            chair: '2 诊室',
            off: [3, 4],
            fill: 0.4,
          },
          {
            name: '魏临川',
            gender: 0,
            login: 'weilinchuan',
            title: '主治医师',
            specialty: '牙周',
            skills: ['perio'],
            shift: '全日班',
            chair: '3 诊室',
            off: [2, 6],
            fill: 0.38,
          },
          {
            name: '丁若晴',
            gender: 1,
            login: 'dingruoqing',
            title: '住院医师',
            specialty: '儿牙',
            skills: ['pedo'],
            shift: '儿牙班',
            chair: '儿牙诊室',
            off: [1, 2],
            fill: 0.35,
          },
        ],
        staff: [
          ['director', '傅怀瑾', 0, 'director_bj'],
          ['nurse', '章小满', 1, 'nurse_bj'],
          ['reception', '梅子淇', 1, 'reception_bj'],
          ['consultant', '施雅文', 1, 'consultant_bj'],
        ],
      },
      {
        name: '城西门诊',
        short: '城西',
        introduction: '以儿童口腔与正畸为主的门诊，设独立的儿童候诊区。',
        traffic: '公交文一西路口站下车即到；门前可临时停车。',
        address: '杭州市西湖区古墩路 701 号',
        phone: '0571-88990275',
        doctors: [
          {
            name: '陶景明',
            gender: 0,
            login: 'taojingming',
            title: '主治医师',
            specialty: '修复',
            skills: ['prosth', 'endo'],
            shift: '全日班',
            chair: '1 诊室',
            off: [3, 6],
            fill: 0.42,
          },
          {
            name: '廖星河',
            gender: 0,
            login: 'liaoxinghe',
            title: '住院医师',
            specialty: '牙体牙髓',
            skills: ['endo', 'perio'],
            shift: '全日班',
            chair: '3 诊室',
            off: [2, 5],
            fill: 0.4,
          },
          {
            name: '尹霜',
            gender: 1,
            login: 'yinshuang',
            title: '主治医师',
            specialty: '种植',
            skills: ['implant'],
            shift: '手术班',
            chair: '手术室',
            off: [1, 4],
            fill: 0.38,
          },
        ],
        staff: [
          ['director', '柯远山', 0, 'director_cx'],
          ['nurse', '罗小禾', 1, 'nurse_cx'],
          ['reception', '齐悦', 1, 'reception_cx'],
          ['consultant', '白芷若', 1, 'consultant_cx'],
        ],
      },
    ],
  },
  {
    name: '青禾口腔诊所',
    chain: false,
    prefix: '2',
    shared: [],
    clinics: [
      {
        name: '青禾口腔诊所',
        short: '青禾',
        introduction: '两把椅位的家庭口腔诊所，预约制接诊。',
        traffic: '公交青禾新村站步行 3 分钟。',
        address: '杭州市余杭区学院路 130 号',
        phone: '0571-89001566',
        doctors: [
          {
            name: '葛春山',
            gender: 0,
            login: 'gechunshan',
            title: '主治医师',
            specialty: '牙体牙髓',
            skills: ['endo', 'prosth'],
            shift: '全日班',
            chair: '1 诊室',
            off: [2],
            fill: 0.42,
          },
          {
            name: '时予宁',
            gender: 1,
            login: 'shiyuning',
            title: '主治医师',
            specialty: '正畸',
            skills: ['ortho', 'pedo'],
            shift: '正畸班',
            chair: '2 诊室',
            off: [1, 4],
            fill: 0.38,
          },
          {
            name: '耿长风',
            gender: 0,
            login: 'gengchangfeng',
            title: '主治医师',
            specialty: '种植',
            skills: ['implant', 'perio'],
            shift: '全日班',
            chair: '3 诊室',
            off: [3, 5],
            fill: 0.38,
          },
        ],
        staff: [
          ['admin', '祝青禾', 1, 'qh_admin'],
          ['director', '季明远', 0, 'qh_director'],
          ['nurse', '单小雨', 1, 'qh_nurse'],
          ['reception', '穆婉清', 1, 'qh_reception'],
          ['consultant', '庄雅静', 1, 'qh_consultant'],
          ['service', '裴小青', 1, 'qh_service'],
          ['storekeeper', '管守成', 0, 'qh_storekeeper'],
          ['finance', '乔敏之', 1, 'qh_finance'],
          ['headquarters', '翟同舟', 0, 'qh_hq'],
        ],
      },
    ],
  },
]

const discountLimits: Partial<Record<DefaultPostCode, number>> = {
  admin: 60,
  director: 70,
  headquarters: 60,
  doctor: 90,
  reception: 85,
  consultant: 88,
}
const colours = ['#0B7A6B', '#3F7FD0', '#B5563A', '#7A5FC0', '#B08A2E', '#C0588A', '#4E8C4A', '#5A6B7C']
const search = (name: string): string => `${name} ${pinyinOf(name)} ${pinyinInitials(name)}`

/** When the companies of the demo opened. */
const OPENED = new Date('2016-02-29T16:00:00.000Z')

/**
 * Companies, clinics, staff, posts, price list, shifts and everything else that stands before the first patient.
 * @param span the days whose shifts are written down
 */
export function makeOrganisation(
  world: World,
  passwordHash: string,
  plans: readonly CompanyPlan[] = demoPlans,
  span: Span = { first: FIRST_DAY, last: LAST_DAY },
): Company[] {
  sharedLists(world)
  return plans.map((plan, n) => makeCompany(world, plan, n, passwordHash, OPENED, span))
}

/** What came to the dictionaries since. Made last: what was made before stays as it is. */
export function makeAddedWords(world: World, companies: readonly Company[]): void {
  for (const { tenantId } of companies)
    for (const row of addedDictItemRows(() => world.r.uuid(OPENED), OPENED))
      world.create('dict_item', { tenant_id: tenantId, ...row, is_default: false }, system, OPENED)
}

function sharedLists(world: World): void {
  for (const holiday of holidays) {
    for (let day = 0; day < holiday.days; day += 1)
      world.put('holiday', { date: addDays(holiday.from, day), name: holiday.name, is_workday: false })
    for (const date of holiday.workdays) world.put('holiday', { date, name: `${holiday.name}调休`, is_workday: true })
  }
}

function makeCompany(
  world: World,
  plan: CompanyPlan,
  number: number,
  passwordHash: string,
  opened: Date,
  span: Span,
): Company {
  const { r } = world
  const id = () => r.uuid(opened)
  const tenantId = id()
  const stamp = { created_at: opened, updated_at: opened }
  world.create(
    'company',
    { tenant_id: tenantId, id: tenantId, name: plan.name, is_chain: plan.chain, org_auth: 1, created_at: opened },
    system,
    opened,
  )

  const postIds = new Map<DefaultPostCode, string>()
  for (const { code, row, grants } of postRows(id, opened)) {
    postIds.set(code, row.id)
    world.create('post', { tenant_id: tenantId, ...row }, system, opened)
    for (const grant of grants) world.put('post_resource', { tenant_id: tenantId, post_id: row.id, ...grant })
  }

  const company: Company = {
    tenantId,
    name: plan.name,
    clinics: [],
    tariffs: new Map(),
    items: new Map(),
    methods: new Map(),
    sources: [],
  }
  catalogue(world, company, opened)

  let jobNumber = 0
  const hire = (
    name: string,
    gender: 0 | 1,
    loginName: string,
    post: DefaultPostCode,
    extra: { title?: string; specialty?: string } = {},
  ): Staff => {
    const accountId = id()
    const employeeId = id()
    jobNumber += 1
    const phone = `138${plan.prefix}${String(9000000 + number * 100 + jobNumber).slice(-7)}`
    world.put('account', {
      id: accountId,
      phone,
      login_name: loginName,
      password_hash: passwordHash,
      nick_name: name,
      gender,
      status: 0,
      user_auth: post === 'doctor' ? 2 : 0,
      version: 1,
      created_at: opened,
    })
    world.create(
      'employee',
      {
        tenant_id: tenantId,
        id: employeeId,
        account_id: accountId,
        name,
        search: search(name),
        gender,
        phone,
        job_number: `${plan.prefix}${String(jobNumber).padStart(3, '0')}`,
        job_type: jobTypeOfPost(post) ?? jobs.other,
        work_type: 1,
        work_status: 1,
        title_post: extra.title ?? '',
        specialty: (extra.specialty ? [extra.specialty] : []) as never,
        is_doctor: post === 'doctor',
        is_consultant: post === 'consultant',
        discount_limit: discountLimits[post] ?? 100,
        antibiotic_tier: post === 'doctor' && /主任|主治/.test(extra.title ?? '') ? 2 : 1,
        antibiotic_since: post === 'doctor' ? formatDate(opened) : null,
        colour: post === 'doctor' ? (colours[jobNumber % colours.length] as string) : '',
        sort_no: jobNumber,
        ...stamp,
      },
      system,
      opened,
    )
    return { id: employeeId, accountId, name, loginName, post, clinics: [] }
  }
  const belong = (staff: Staff, clinic: Clinic, place: { deptId?: string; chairId?: string }): void => {
    world.put('account_clinic', {
      account_id: staff.accountId,
      tenant_id: tenantId,
      clinic_id: clinic.id,
      employee_id: staff.id,
      active: true,
      sort_no: staff.clinics.length,
    })
    world.create(
      'employee_clinic',
      {
        tenant_id: tenantId,
        id: id(),
        employee_id: staff.id,
        clinic_id: clinic.id,
        dept_id: place.deptId ?? null,
        chair_id: place.chairId ?? null,
        registration_status: 0,
        is_open_entry: staff.post === 'doctor',
        active: true,
        ...stamp,
      },
      system,
      opened,
    )
    world.put('employee_post', {
      tenant_id: tenantId,
      clinic_id: clinic.id,
      employee_id: staff.id,
      post_id: postIds.get(staff.post) as string,
    })
    staff.clinics.push(clinic.name)
  }

  const chairs = new Map<string, string>()
  const depts = new Map<string, string>()
  const deptRowsOf: Row<'dept'>[] = []
  plan.clinics.forEach((clinicPlan, n) => {
    const clinicId = id()
    world.create(
      'clinic',
      {
        tenant_id: tenantId,
        id: clinicId,
        name: clinicPlan.name,
        short_name: clinicPlan.short,
        phone: clinicPlan.phone,
        address: clinicPlan.address,
        // In the chain's second clinic walk-ins pay for their number; elsewhere the examination is an item of the price list.
        hours: hoursOf(clinicPlan) as never,
        logo_id: null,
        picture_ids: [],
        longitude: null,
        latitude: null,
        is_medicare: false,
        leader: '',
        settings: {
          regFee: n === 1 ? '20.00' : '0.00',
          introduction: clinicPlan.introduction,
          traffic: clinicPlan.traffic,
        },
        is_main: n === 0,
        sort_no: n,
        enabled: true,
        ...stamp,
      },
      system,
      opened,
    )
    world.put(
      'clinic_directory',
      directoryRow(
        {
          tenantId,
          clinicId,
          name: clinicPlan.name,
          companyName: plan.name,
          address: clinicPlan.address,
          logoUrl: null,
        },
        opened,
      ),
    )
    const clinic: Clinic = {
      id: clinicId,
      name: clinicPlan.name,
      company,
      reception: [],
      onShifts: [],
      wholeDayShift: '',
      consultant: undefined as never,
      director: undefined as never,
      doctors: [],
    }
    company.clinics.push(clinic)
    for (const row of deptRows(clinicId, id, opened)) {
      depts.set(`${clinicId} ${row.name}`, row.id)
      const code = pinyinInitials(row.name).toUpperCase()
      deptRowsOf.push(world.create('dept', { tenant_id: tenantId, ...row, code }, system, opened).row)
    }
    const names = new Set([
      ...clinicPlan.doctors.map((doctor) => doctor.chair),
      ...plan.clinics.flatMap((other) =>
        other.doctors.filter((d) => d.away?.clinic === n).map((d) => d.away?.chair as string),
      ),
    ])
    if (n === 0 && plan.chain) names.add('7 诊室')
    ;[...names].sort().forEach((name, sort) => {
      const chairId = id()
      chairs.set(`${clinicId} ${name}`, chairId)
      world.create(
        'chair',
        {
          tenant_id: tenantId,
          id: chairId,
          clinic_id: clinicId,
          name,
          room: name,
          type: chairTypeOf(clinicPlan.doctors.find((doctor) => doctor.chair === name)),
          sort_no: sort,
          enabled: true,
          ...stamp,
        },
        system,
        opened,
      )
    })
  })

  for (const [post, name, gender, login] of plan.shared) {
    const staff = hire(name, gender, login, post)
    for (const clinic of company.clinics) belong(staff, clinic, { deptId: depts.get(`${clinic.id} 行政`) })
  }
  const dept: Record<Skill, string> = {
    endo: '牙体牙髓科',
    perio: '牙周科',
    prosth: '修复科',
    implant: '种植科',
    ortho: '正畸科',
    pedo: '儿童口腔科',
  }
  const skills = Object.keys(dept) as Skill[]
  const standing = new Set<string>()
  const stand = (clinic: Clinic, deptId: string | undefined, chair: string): void => {
    const chairId = chairs.get(`${clinic.id} ${chair}`)
    if (!deptId || !chairId || standing.has(`${deptId} ${chairId}`)) return
    standing.add(`${deptId} ${chairId}`)
    world.put('dept_chair', { tenant_id: tenantId, clinic_id: clinic.id, dept_id: deptId, chair_id: chairId })
  }
  plan.clinics.forEach((clinicPlan, n) => {
    const clinic = company.clinics[n] as Clinic
    // A nurse works for a department of doctors: what she may see is narrowed to it.
    const nursed = clinicPlan.doctors.map((doctor) => dept[doctor.skills[0] as Skill])
    for (const [post, name, gender, login] of clinicPlan.staff) {
      const staff = hire(name, gender, login, post)
      const place = post === 'reception' ? '前台' : post === 'nurse' ? (nursed.shift() as string) : '行政'
      belong(staff, clinic, { deptId: depts.get(`${clinic.id} ${place}`) })
      if (post === 'reception') clinic.reception.push(staff)
      if (post === 'consultant') clinic.consultant = staff
      if (post === 'director') clinic.director = staff
      if (post === 'nurse' || post === 'reception' || post === 'consultant') clinic.onShifts.push(staff)
    }
  })
  plan.clinics.forEach((clinicPlan, n) => {
    const clinic = company.clinics[n] as Clinic
    const shiftIds = makeShifts(world, clinic, opened)
    clinic.wholeDayShift = shiftIds.get('全日班') as string
    for (const doctorPlan of clinicPlan.doctors) {
      const staff = hire(doctorPlan.name, doctorPlan.gender, doctorPlan.login, 'doctor', {
        title: doctorPlan.title,
        specialty: doctorPlan.specialty,
      })
      const deptOf = (of: Clinic) => depts.get(`${of.id} ${dept[doctorPlan.skills[0] as Skill]}`)
      belong(staff, clinic, { deptId: deptOf(clinic), chairId: chairs.get(`${clinic.id} ${doctorPlan.chair}`) })
      stand(clinic, deptOf(clinic), doctorPlan.chair)
      if (doctorPlan.specialty === '种植') stand(clinic, depts.get(`${clinic.id} 口腔外科`), doctorPlan.chair)
      const away = doctorPlan.away && (company.clinics[doctorPlan.away.clinic] as Clinic)
      if (away && doctorPlan.away) {
        belong(staff, away, { deptId: deptOf(away), chairId: chairs.get(`${away.id} ${doctorPlan.away.chair}`) })
        stand(away, deptOf(away), doctorPlan.away.chair)
      }
      const week = {
        off: doctorPlan.off,
        stretches: shiftTimes[doctorPlan.shift],
        chairId: chairs.get(`${clinic.id} ${doctorPlan.chair}`) as string,
      }
      const doctor: Doctor = { ...staff, skills: doctorPlan.skills, days: new Map(), week, fill: doctorPlan.fill }
      clinic.doctors.push(doctor)
      planDays(
        world,
        doctor,
        doctorPlan,
        clinic,
        away,
        (of, chair) => chairs.get(`${of.id} ${chair}`) as string,
        shiftIds,
        span,
      )
    }
    // The most senior doctor leads a department; one without doctors is the director's.
    for (const row of deptRowsOf.filter((each) => each.clinic_id === clinic.id)) {
      const skill = row.name === '口腔外科' ? 'implant' : skills.find((each) => dept[each] === row.name)
      const [head] = clinicPlan.doctors
        .map((doctorPlan, at) => ({ doctorPlan, id: clinic.doctors[at]?.id }))
        .filter(({ doctorPlan }) => skill && doctorPlan.skills[0] === skill)
        .sort((a, b) => titles.indexOf(a.doctorPlan.title) - titles.indexOf(b.doctorPlan.title))
      const desk = row.name === '前台' ? clinic.reception[0]?.id : undefined
      world.note(row, { leader_id: head?.id ?? desk ?? clinic.director.id })
    }
  })
  return company
}

/** Titles of doctors, the most senior first. */
const titles = ['主任医师', '副主任医师', '主治医师', '住院医师']

/** The shifts every clinic begins with, and those of this chain's specialists between work and pauses. */
function makeShifts(world: World, clinic: Clinic, at: Date): Map<string, string> {
  const newId = () => world.r.uuid(at)
  const [wholeDay, ...pauses] = shiftRows(clinic.id, newId, at)
  if (!wholeDay) throw new Error('a clinic begins with a shift')
  const own = Object.entries(shiftTimes)
    .filter(([name]) => name !== wholeDay.name)
    .map(([name, periods]) => ({
      ...wholeDay,
      id: newId(),
      name,
      short_name: name.slice(0, 1),
      colour: shiftColours[name as ShiftName],
      periods: periods.map(([startsMin, endsMin]) => ({ startsMin, endsMin })),
    }))
  const ids = new Map<string, string>()
  for (const row of [wholeDay, ...own, ...pauses]) {
    ids.set(row.name, row.id)
    const sort_no = ids.size
    world.create(
      'shift',
      { tenant_id: clinic.company.tenantId, ...row, periods: row.periods as never, sort_no },
      system,
      at,
    )
  }
  return ids
}

/** The kind of chair in a room, by who works there. */
const chairTypeOf = (doctor: DoctorPlan | undefined): number =>
  ({ 种植: 2, 正畸: 3, 儿牙: 4 })[doctor?.specialty ?? ''] ?? 1

/** What patients are told that an item costs; the others depend on what is found. */
const itemPrices: Readonly<Record<string, string>> = {
  检查: '30.00',
  洁治: '268.00',
  种植咨询: '0.00',
  正畸咨询: '0.00',
  '儿童涂氟/窝沟封闭': '180.00',
  美白: '1680.00',
}

/** What forms begin with. */
const defaultWords: Readonly<Record<string, string>> = { 'cancel-reason': '患者原因', 'discount-reason': '老客户' }

/** What some sources cost: 1 a year, 2 a campaign. */
const sourceCosts: Readonly<Record<string, readonly [yuan: string, per: 1 | 2]>> = {
  美团: ['36000.00', 1],
  大众点评: ['28000.00', 1],
  小红书: ['18000.00', 1],
  社区义诊: ['2600.00', 2],
  学校筛查: ['1800.00', 2],
}

/** Shorter on Sundays, and never shorter than a shift. */
function hoursOf({ doctors }: ClinicPlan): DayHours[] {
  const late = Math.max(...doctors.flatMap(({ shift }) => shiftTimes[shift].map(([, to]) => to)))
  const closesMin = late > 1080 ? 1140 : 1110
  return weekdayNames.map((_, day) => ({ opensMin: 510, closesMin: day === 0 ? late : closesMin }))
}

/** Blocks that take time out of a working day, by doctor: weekday counted from today's, kind, title, from, to. */
const blocks: Readonly<Record<string, readonly [on: number, kind: number, title: string, from: number, to: number][]>> =
  {
    唐睿: [[0, 5, '科室会议', 975, 1050]],
    韩朗: [
      [0, 4, '器械准备', 1000, 1020],
      [4, 4, '器械准备', 990, 1020],
    ],
    程思齐: [[2, 5, '科室会议', 975, 1050]],
    邵文柏: [[3, 5, '科室会议', 975, 1050]],
    葛春山: [[4, 5, '科室会议', 975, 1050]],
  }

/** Fills a doctor's days from the first to the last of the demo and writes the shifts. */
function planDays(
  world: World,
  doctor: Doctor,
  plan: DoctorPlan,
  home: Clinic,
  away: Clinic | undefined,
  chairOf: (clinic: Clinic, chair: string) => string,
  shiftIds: Map<string, string>,
  span: Span,
): void {
  const { r } = world
  const dayOfWeek = weekday(world.today)
  const leaveStart = r.int(FIRST_DAY + 20, -25)
  const published = (day: number) => world.at(Math.min(day - 9, -3) - (((day % 7) + 7) % 7), 17 * 60)
  for (let day = span.first; day <= span.last; day += 1) {
    const date = world.date(day)
    const on = (weekday(date) - dayOfWeek + 7) % 7
    const clinic = away && plan.away?.on === on ? away : home
    const chairId = chairOf(clinic, clinic === away ? (plan.away?.chair as string) : plan.chair)
    const add = (kind: number, from: number, to: number, title: string, shift: string | null) => {
      const at = published(day)
      world.create(
        'schedule',
        {
          tenant_id: home.company.tenantId,
          id: r.uuid(at),
          clinic_id: clinic.id,
          employee_id: doctor.id,
          date,
          kind,
          starts_min: from,
          ends_min: to,
          title,
          shift_id: clinic === home && shift ? (shiftIds.get(shift) ?? null) : null,
          chair_id: kind === 1 ? chairId : null,
          status: 1,
          published_at: at,
          created_at: at,
          updated_at: at,
        },
        home.director,
        at,
      )
    }
    const holiday = holidays.some((each) => date >= each.from && date < addDays(each.from, each.days))
    const onLeave = day >= leaveStart && day < leaveStart + 4 && on !== 0
    if (day !== 0 && onLeave) {
      add(3, 510, 1110, '请假', '请假')
      continue
    }
    if (plan.off.includes(on) || (day !== 0 && on !== 0 && holiday && r.chance(0.55))) {
      add(2, 510, 1110, holiday ? '节假日休息' : '休息', '休息')
      continue
    }
    const periods = shiftTimes[plan.shift]
    const cuts = (blocks[plan.name] ?? []).filter((cut) => cut[0] === on).map((cut) => [...cut])
    if (day === 0 && plan.name === '程思齐') cuts.push([0, 3, '请假', 900, 960])
    const stretches: Stretch[] = []
    for (const [from, to] of periods) {
      let start = from
      for (const [, kind, title, cutFrom, cutTo] of cuts as [number, number, string, number, number][]) {
        if (cutFrom < from || cutTo > to) continue
        if (cutFrom > start) stretches.push([start, cutFrom])
        add(kind, cutFrom, cutTo, title, null)
        start = cutTo
      }
      if (start < to) stretches.push([start, to])
    }
    for (const [from, to] of stretches) add(1, from, to, '', plan.shift)
    add(2, 720, 810, '午休', null)
    doctor.days.set(day, { clinic, chairId, stretches })
  }
}

/** Ways to pay that listeners make. */
const CAME_LATER: ReadonlySet<string> = new Set(['points', 'unit', 'meituan', 'douyin'])

function catalogue(world: World, company: Company, at: Date): void {
  const { r } = world
  const { tenantId } = company
  const id = () => r.uuid(at)
  for (const each of tariffRows(id, at)) {
    if (each.table === 'tariff_category') {
      world.create('tariff_category', { tenant_id: tenantId, ...each.row }, system, at)
      continue
    }
    const { row, group, top } = each
    company.tariffs.set(row.code, {
      id: row.id,
      code: row.code,
      name: row.name,
      group,
      top,
      unit: row.unit,
      price: yuanToFen(row.price),
      canDiscount: row.can_discount,
      canBonus: group !== '矫治',
      toothRequired: row.tooth_required,
    })
    const price = Number(row.price)
    world.create(
      'tariff',
      {
        tenant_id: tenantId,
        ...row,
        min_price: row.can_discount ? (price * 0.6).toFixed(2) : row.price,
        cost_price: (price * 0.3).toFixed(2),
      },
      system,
      at,
    )
  }
  for (const row of appointItemRows(id, at)) {
    // The theatre is made ready before an implant is placed, and cleaned up after it.
    const buffers =
      row.name === '种植手术'
        ? { buffer_before_min: 10, buffer_after_min: 20 }
        : { buffer_before_min: 0, buffer_after_min: 0 }
    company.items.set(row.name, { id: row.id, name: row.name, minutes: row.duration_min, buffers })
    world.create(
      'appoint_item',
      {
        tenant_id: tenantId,
        ...row,
        ...buffers,
        price: itemPrices[row.name] ?? null,
        need_chair_type: row.name === '种植手术' ? 2 : null,
      },
      system,
      at,
    )
  }
  // Some ways came later: their listeners throw dice of their own for them.
  for (const row of payMethodRows(id, at, (code) => !CAME_LATER.has(code))) {
    company.methods.set(row.code, row.id)
    world.create('pay_method', { tenant_id: tenantId, ...row }, system, at)
  }
  for (const row of dictItemRows(id, at))
    world.create(
      'dict_item',
      { tenant_id: tenantId, ...row, is_default: defaultWords[row.type_code] === row.item },
      system,
      at,
    )
  for (const { path, leaf, row } of patientSourceRows(id, at)) {
    const [cost, per] = sourceCosts[row.name] ?? [null, null]
    world.create('patient_source', { tenant_id: tenantId, ...row, cost, cost_per: per }, system, at)
    if (leaf) company.sources.push({ id: row.id, name: row.name, path })
  }
  for (const { table, row } of recordTemplateRows(company.tariffs, company.items, null, id, at))
    world.create(
      table,
      // Others of the demo are a clinic's or a person's.
      { tenant_id: tenantId, ...(table === 'record_template' && { clinic_id: null, owner_id: null }), ...row } as never,
      system,
      at,
    )
}

export function tariffOf(tariffs: ReadonlyMap<string, Tariff>, code: string): Tariff {
  const tariff = tariffs.get(code)
  if (!tariff) throw new Error(`no tariff ${code}`)
  return tariff
}
