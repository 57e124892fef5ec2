import { documentNumber, formatDate, minutesOfDay } from '@dentin/kit'
import type { Clinic, Company } from '../../organisation.ts'
import type { Doc, Person, Row, World } from '../../world.ts'

const LETTERS = [
  {
    days: -9,
    ages: [20, 45],
    hospital: '浙江大学医学院附属口腔医院 颌面外科',
    reason: '需住院手术',
    summary: '48 低位水平阻生，根尖与下牙槽神经管重叠，已向患者说明风险。\n无药物过敏，血压 132/84。',
    answer: '已在全麻下拔除，术后一周在我处拆线',
  },
  {
    days: -2,
    ages: [55, 80],
    hospital: '市第一医院 心内科',
    reason: '系统疾病',
    summary: '拟拔 36，术前血压 178/106，自述近日胸闷，暂缓拔牙，请评估后再约。',
    answer: null,
  },
]

/** Two patients with a letter to a hospital, and one whom another clinic of the chain sends over this morning. */
export function makeReferrals(world: World, companies: readonly Company[]): void {
  const [first, second] = companies[0]?.clinics ?? []
  if (!first || !second) return
  const here = world.rows('registration').filter((row) => row.clinic_id === first.id && row.status === 6)
  const births = new Map(
    world
      .rows('patient')
      .filter((each) => each.status === 0)
      .map((each) => [each.id, each.birth_day as string | null]),
  )
  const fits = (row: Row<'registration'>, [from = 0, to = 0]: readonly number[]) => {
    const birth = births.get(row.patient_id as string)
    const years = birth ? Number(world.today.slice(0, 4)) - Number(birth.slice(0, 4)) : 0
    return years >= from && years <= to
  }
  for (const letter of LETTERS) {
    const date = world.date(letter.days)
    const row = here.find((each) => each.reg_date === date && each.end_time !== null && fits(each, letter.ages))
    const doctor = first.doctors.find((each) => each.id === row?.doctor_id)
    if (!row || !doctor) continue
    const at = row.end_time as Date
    const doc = write(world, row, doctor, at, {
      kind: 3,
      to_hospital: letter.hospital,
      reason: letter.reason,
      summary: letter.summary,
    })
    if (letter.answer === null) continue
    const heard = world.at(letter.days + 6, 590)
    world.change(
      doc,
      { status: 3, answer: letter.answer, answered_name: doctor.name, answered_at: heard, finished_at: heard },
      doctor,
      heard,
    )
    world.step('referral', ofClinic(doc.row, first), 0, 3, doctor, heard, letter.answer)
  }
  sendOver(world, second, first, (row) => fits(row, [18, 45]))
}

/** Somebody who came to the other clinic without an appointment is handed on and not yet received here. */
function sendOver(world: World, from: Clinic, to: Clinic, fits: (row: Row<'registration'>) => boolean): void {
  const clock = minutesOfDay(world.now)
  // In the small hours the last one of the evening before still waits.
  const [day, minute] = clock < 570 ? [-1, 1050] : [0, Math.min(clock - 12, 1110)]
  const [date, at, came] = [world.date(day), world.at(day, minute), world.at(day, minute - 24)]
  const known = world.rows('registration').filter((each) => each.clinic_id === from.id)
  const here = new Set(known.filter((each) => each.reg_date === date).map((each) => each.patient_id))
  const before = known.find(
    (each) =>
      each.status === 6 &&
      (each.reg_date as string) > world.date(-150) &&
      (each.reg_date as string) < world.date(-14) &&
      !here.has(each.patient_id) &&
      fits(each),
  )
  const doctor = from.doctors.find((each) => each.days.get(day)?.clinic.id === from.id) ?? from.doctors[0]
  const desk = from.reception[0]
  if (!before || !doctor || !desk) return
  const reason = '专科治疗'
  const registration = world.create(
    'registration',
    {
      tenant_id: before.tenant_id,
      id: world.r.uuid(came),
      clinic_id: from.id,
      reg_no: world.numberOn(before, 'GH', came),
      queue_no: world.countOn(before, `Q:${doctor.id}`, date),
      reg_date: date,
      patient_id: before.patient_id,
      appointment_id: null,
      doctor_id: doctor.id,
      reg_type: 1,
      treat_type: 2,
      reg_fee: '0.00',
      dept_id: null,
      consultant_id: null,
      source: 0,
      title: '智齿冠周炎',
      teeth: '48',
      chief_complaint: '右下后牙反复肿痛半年，加重 2 天',
      appointed_at: null,
      reg_time: came,
      call_time: null,
      start_time: null,
      end_time: null,
      charge_time: null,
      leave_time: null,
      status: 1,
      cancel_reason: null,
      created_by: desk.id,
      created_name: desk.name,
      created_at: came,
      updated_at: came,
    },
    desk,
    came,
    before.patient_id as string,
  )
  const { row } = registration
  world.step('registration', ofClinic(row, from), null, 1, desk, came)
  world.change(registration, { status: 8 }, doctor, at, { reason })
  world.step('registration', ofClinic(row, from), 1, 8, doctor, at, reason)
  write(world, row, doctor, at, {
    kind: 2,
    to_clinic_id: to.id,
    reason,
    summary: '右下后牙反复肿痛，曲面断层示 48 近中阻生，本门诊今日无口外医生，请接诊评估拔除。',
  })
}

type Wanted = { kind: number; to_clinic_id?: string; to_hospital?: string; reason: string; summary: string }

function write(world: World, row: Row<'registration'>, doctor: Person, at: Date, wanted: Wanted): Doc<'referral'> {
  const date = formatDate(at)
  const clinic = { id: row.clinic_id as string }
  const doc = world.create(
    'referral',
    {
      tenant_id: row.tenant_id,
      id: world.r.uuid(at),
      referral_no: documentNumber('ZZ', date, 1),
      to_clinic_id: null,
      to_doctor_id: null,
      to_hospital: '',
      ...wanted,
      patient_id: row.patient_id,
      from_clinic_id: clinic.id,
      from_doctor_id: row.doctor_id,
      from_registration_id: row.id,
      title: row.title ?? '',
      teeth: row.teeth ?? '',
      chief_complaint: row.chief_complaint ?? '',
      reg_type: row.reg_type ?? 1,
      waiting_since: row.reg_time,
      status: 0,
      answer: '',
      answered_name: null,
      answered_at: null,
      finished_at: null,
      created_by: doctor.id,
      created_name: doctor.name,
      created_at: at,
      updated_at: at,
    },
    doctor,
    at,
    row.patient_id as string,
  )
  world.put('document_counter', { tenant_id: row.tenant_id, clinic_id: clinic.id, prefix: 'ZZ', date, last_no: 1 })
  world.step('referral', ofClinic(doc.row, clinic), null, 0, doctor, at, wanted.reason)
  return doc
}

const ofClinic = (row: { tenant_id: unknown; id: unknown }, clinic: { id: string }) => ({
  tenant_id: row.tenant_id as string,
  id: row.id as string,
  clinic_id: clinic.id,
})
