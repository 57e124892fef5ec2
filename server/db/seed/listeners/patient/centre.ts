import { ageOn, formatDate } from '@dentin/kit'
import { searchText } from '@dentin/kit/pinyin'
import type { Company, Staff } from '../../organisation.ts'
import type { Row, World } from '../../world.ts'

/** Words in the title of a visit or booking by which a group by hand was filled. */
const byTitle = [
  { name: '正畸在治', colour: 'violet', share: 3, words: /正畸|矫治|托槽|保持器/, most: 60 },
  { name: '种植意向', colour: 'blue', share: 2, words: /种植/, most: 24 },
  { name: '牙周维护', colour: 'green', share: 2, words: /牙周|刮治/, most: 40 },
] as const

const nothing = {
  keyword: '',
  gender: null,
  ageFrom: null,
  ageTo: null,
  birthdayFrom: null,
  birthdayTo: null,
  birthMonth: null,
  sourceId: null,
  groupIds: [],
  tags: [],
  respDoctorId: null,
  firstVisitFrom: null,
  firstVisitTo: null,
  lastVisitFrom: null,
  lastVisitTo: null,
  absentDays: null,
  hasArrears: false,
  arrearsOver: null,
  diagnosis: '',
  tariffIds: [],
  patientType: null,
  status: 0,
  withArchived: false,
}
const byRule = [
  { name: '65 岁以上', colour: 'amber', rule: { ageFrom: 65 } },
  { name: '一年未到', colour: 'slate', rule: { absentDays: 365 } },
] as const

const reasons = [
  { reason: 2, remark: '两次回访电话无人接听' },
  { reason: 3, remark: '已搬到外地' },
  { reason: 1, remark: '疗程结束' },
  { reason: 2, remark: '号码已停用' },
] as const

/** What the patient centre has: groups by hand and by a rule, archived files, and a few in the bin. */
export function makeCentre(world: World, companies: readonly Company[]): void {
  for (const company of companies) {
    const tied = tiesOf(world, company.tenantId)
    makeGroups(world, company, tied.titles)
    tellMore(world, company)
    putAside(world, company, tied)
  }
}

interface Ties {
  /** Titles of what a patient came or comes for. */
  titles: Map<string, string>
  /** Whoever has a visit, a booking or a bill. */
  any: Set<string>
  /** Whoever has something before them, or is here. */
  open: Set<string>
  lastSeen: Map<string, number>
}

function tiesOf(world: World, tenantId: string): Ties {
  const ties: Ties = { titles: new Map(), any: new Set(), open: new Set(), lastSeen: new Map() }
  const see = (patientId: string | null | undefined, title: string, at: unknown, open: boolean) => {
    if (!patientId) return
    ties.any.add(patientId)
    ties.titles.set(patientId, `${ties.titles.get(patientId) ?? ''} ${title}`)
    ties.lastSeen.set(patientId, Math.max(ties.lastSeen.get(patientId) ?? 0, (at as Date).getTime()))
    if (open) ties.open.add(patientId)
  }
  for (const row of world.rows('appointment'))
    if (row.tenant_id === tenantId)
      see(row.patient_id, row.title ?? '', row.starts_at, [0, 1, 2, 3, 4].includes(row.status))
  for (const row of world.rows('registration'))
    if (row.tenant_id === tenantId) see(row.patient_id, row.title ?? '', row.reg_time, row.status < 6)
  for (const row of world.rows('bill'))
    if (row.tenant_id === tenantId) see(row.patient_id, '', row.open_time, Number(row.arrears_amount ?? 0) > 0)
  // Whoever is to be called, or waits for a place, is not put aside.
  for (const row of [...world.rows('follow_up'), ...world.rows('patient_remind'), ...world.rows('waitlist')])
    if (row.tenant_id === tenantId) {
      ties.any.add(row.patient_id)
      ties.open.add(row.patient_id)
    }
  return ties
}

function makeGroups(world: World, company: Company, titles: ReadonlyMap<string, string>): void {
  const { r } = world
  for (const [c, clinic] of company.clinics.entries()) {
    const owner = clinic.reception[0] as Staff
    const at = world.at(-40 - c, 600)
    const group = (n: number, name: string, colour: string, share: number, rule: object | null) =>
      world.create(
        'patient_group',
        {
          tenant_id: company.tenantId,
          id: r.uuid(at),
          home_clinic_id: clinic.id,
          owner_id: owner.id,
          owner_name: owner.name,
          name,
          colour,
          type: rule ? 2 : 1,
          rule: rule ? ({ ...nothing, ...rule } as never) : null,
          share_level: share,
          sort_no: n,
          created_at: at,
          updated_at: at,
        },
        owner,
        at,
      ).row.id
    const homes = new Set(world.rows('patient').flatMap((row) => (row.home_clinic_id === clinic.id ? [row.id] : [])))
    for (const [n, { name, colour, share, words, most }] of byTitle.entries()) {
      // A group of the whole chain is made once, by its first clinic.
      if (share === 3 && c > 0) continue
      const id = group(n, name, colour, share, null)
      const members = [...titles].filter(([patient, title]) => (share === 3 || homes.has(patient)) && words.test(title))
      for (const [patient] of members.slice(0, most))
        world.put('patient_group_member', {
          tenant_id: company.tenantId,
          group_id: id,
          patient_id: patient,
          added_by: owner.id,
          added_at: at,
        })
    }
    for (const [n, { name, colour, rule }] of byRule.entries()) group(10 + n, name, colour, 2, rule)
  }
}

/** Archives files of people who have not come for long, and puts a few that were opened by mistake into the bin. */
function putAside(world: World, company: Company, ties: Ties): void {
  const long = world.at(-160, 0).getTime()
  const docOf = (row: Row<'patient'>) => ({ table: 'patient' as const, row, first: {}, patientId: row.id })
  const clinicOf = (row: Row<'patient'>) => company.clinics.find((clinic) => clinic.id === row.home_clinic_id)
  const patients = world.rows('patient').filter((row) => row.tenant_id === company.tenantId && row.status === 0)
  const quiet = patients.filter((row) => !ties.open.has(row.id) && (ties.lastSeen.get(row.id) ?? long) < long)
  for (const [n, row] of quiet
    .filter((each) => ties.any.has(each.id))
    .slice(0, 14)
    .entries()) {
    const by = clinicOf(row)?.reception[0]
    const why = reasons[n % reasons.length]
    if (!by || !why) continue
    const at = world.at(-2 - n * 3, 620 + n * 7)
    world.change(
      docOf(row),
      { status: 1, archive_reason: why.reason, archive_remark: why.remark, archived_at: at, archived_by: by.name },
      by,
      at,
      { action: 'archive', reason: why.remark },
    )
  }
  makeMistakes(
    world,
    company,
    patients.filter((each) => each.mobile && ties.any.has(each.id)),
  )
}

/** Files that were opened once more for somebody who has one, and put into the bin when it was noticed. */
function makeMistakes(world: World, company: Company, patients: readonly Row<'patient'>[]): void {
  const { r } = world
  for (const [n, known] of patients.slice(20, 24).entries()) {
    const clinic = company.clinics.find((each) => each.id === known.home_clinic_id)
    const [by, director] = [clinic?.reception[0], clinic?.director]
    if (!clinic || !by || !director) continue
    const [made, gone] = [world.at(-3 - n * 7, 575 + n * 31), world.at(-2 - n * 7, 1000)]
    const medicalNumber = nextNumber(world, company.tenantId)
    const doc = world.create(
      'patient',
      {
        ...known,
        id: r.uuid(made),
        medical_number: medicalNumber,
        search: searchText({ name: known.name, mobile: known.mobile ?? null, medicalNumber }),
        id_type: null,
        id_no: null,
        tags: [],
        remark: '',
        alert_note: '',
        referrer_type: null,
        referrer_patient_id: null,
        created_by: by.id,
        created_name: by.name,
        created_at: made,
        updated_at: made,
      },
      by,
      made,
    )
    world.put('patient_stat', {
      tenant_id: company.tenantId,
      patient_id: doc.row.id,
      first_visit_at: null,
      first_doctor_id: null,
      first_clinic_id: null,
      last_visit_at: null,
      visit_count: 0,
      arrears_amount: '0.00',
      consume_total: '0.00',
    })
    world.change(
      { ...doc, patientId: doc.row.id },
      { status: 3, deleted_at: gone, deleted_by: director.name, deleted_from: 0 },
      director,
      gone,
      { action: 'bin', reason: '重复建档' },
    )
  }
}

/** The number after the highest of this year. */
function nextNumber(world: World, tenantId: string): string {
  const year = world.today.slice(0, 4)
  const last = world
    .rows('patient')
    .filter(
      (row) => row.tenant_id === tenantId && row.medical_number.startsWith(year) && row.medical_number.length === 8,
    )
    .reduce((most, row) => Math.max(most, Number(row.medical_number)), Number(`${year}0000`))
  return String(last + 1)
}

/** What is asked beside name and phone: consent, habits, schooling; who sees to whom; who introduced whom. */
function tellMore(world: World, company: Company): void {
  const patients = world.rows('patient').filter((row) => row.tenant_id === company.tenantId && row.status === 0)
  const nurses = new Map(
    company.clinics.map((clinic) => [clinic.id, clinic.onShifts.filter(({ post }) => post === 'nurse')]),
  )
  for (const [n, row] of patients.entries()) {
    const age = row.birth_day ? ageOn(String(row.birth_day), world.today).years : 30
    const grown = age >= 18
    const nurse = nurses.get(row.home_clinic_id)?.[n % 2]
    const friend = patients[n - 1]
    const introduced = n % 23 === 5 && friend && friend.created_at < row.created_at && !row.referrer_remark
    world.note(row, {
      ...(grown && n % 10 < 8 ? { consent_on: formatDate(row.created_at as Date) } : {}),
      ...(grown && n % 5 === 1
        ? { education: (n % 4) + 3, smoking: n % 4, alcohol: n % 3, brushing_habit: (n % 2) + 1 }
        : {}),
      ...(n % 6 === 2 ? { distance_area: (n % 4) + 1 } : {}),
      ...(n % 31 === 7 && grown ? { bruxism: (n % 3) + 1 } : {}),
      ...(n % 9 === 3 && nurse ? { resp_nurse_id: nurse.id } : {}),
      ...(introduced ? { referrer_type: 1, referrer_patient_id: friend.id } : {}),
    })
  }
}
