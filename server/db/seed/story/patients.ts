import { ageOn, type LocalDate } from '@dentin/kit'
import { searchText } from '@dentin/kit/pinyin'
import { allergies } from '../catalogue/lists.ts'
import { districts, famous, givenNames, streets, surnames } from '../catalogue/names.ts'
import { FIRST_DAY, type Clinic, type Company } from '../organisation.ts'
import type { Doc, World } from '../world.ts'

/** A patient while the past is being made. */
export interface Patient {
  id: string
  doc: Doc<'patient'>
  openedAt: Date
  name: string
  gender: 0 | 1
  birth: LocalDate
  clinic: Clinic
  /** Day of opening the file, counted from today. */
  createdDay: number
  /** Under a course that is not finished. */
  busy: boolean
  /** Comes only when written down so (those of the worked-out day). */
  reserved: boolean
  /** Day of the last visit or booking. */
  seenDay: number
  lastVisit: Date | null
  used: Set<string>
  allergy: string
  diseases: readonly string[]
}

export interface PatientWish {
  name: string
  gender: 0 | 1
  age: number
  number?: string
  mobile?: string
  birthdayToday?: boolean
  allergy?: string
  diseases?: readonly string[]
  vip?: boolean
  /** Day of opening the file, when it matters. */
  createdDay?: number
  source?: string
  referrer?: string
  alert?: string
}

const tags = ['怕疼', '时间紧张', '喜欢周末', '对价格敏感', '老客户介绍', '需家属陪同', '重点回访']
const diseaseTable: readonly (readonly [name: string, from: number, weight: number])[] = [
  ['高血压', 42, 50],
  ['糖尿病', 45, 28],
  ['心脏病', 55, 14],
  ['抗凝药', 60, 8],
  ['哮喘', 6, 4],
  ['肝炎', 25, 5],
  ['双膦酸盐用药', 62, 4],
  ['妊娠或哺乳', 24, 2],
  ['癫痫', 10, 1],
  ['心脏起搏器', 66, 1],
]
const areas = [
  '330102',
  '330104',
  '330105',
  '330106',
  '330108',
  '330109',
  '330110',
  '330482',
  '330602',
  '320583',
  '341002',
  '360102',
]

/** Makes patients one after another, with numbers and phones that are never given twice. */
export class PatientMaker {
  readonly #numbers = new Map<string, Set<string>>()
  readonly #next = new Map<string, number>()
  readonly #mobiles = new Set<string>()
  readonly #names = new Set<string>()
  readonly #papers = new Set<string>()

  constructor(readonly world: World) {}

  /** Keeps medical numbers free for patients that are made later. */
  reserve(company: Company, number: string): void {
    this.#taken(company).add(number)
  }

  #taken(company: Company): Set<string> {
    let set = this.#numbers.get(company.tenantId)
    if (!set) this.#numbers.set(company.tenantId, (set = new Set()))
    return set
  }

  /** year + running number of the year: 20230418. */
  #number(company: Company, year: string): string {
    const taken = this.#taken(company)
    const key = `${company.tenantId} ${year}`
    let n = this.#next.get(key) ?? 0
    let number: string
    do {
      n += 1
      number = `${year}${String(n).padStart(4, '0')}`
    } while (taken.has(number))
    this.#next.set(key, n)
    taken.add(number)
    return number
  }

  #mobile(): string {
    const { r } = this.world
    let mobile: string
    do
      mobile = `1${r.pick(['30', '31', '33', '35', '36', '37', '38', '39', '50', '52', '57', '58', '59', '77', '80', '86', '88', '89'])}${String(r.int(0, 99999999)).padStart(8, '0')}`
    while (this.#mobiles.has(mobile))
    this.#mobiles.add(mobile)
    return mobile
  }

  #name(gender: 0 | 1, birthYear: number): string {
    const { r } = this.world
    const pool = givenNames.find((each) => birthYear <= each.until)?.names[gender].split(' ') ?? []
    for (let attempt = 0; ; attempt += 1) {
      const given = r.pick(pool)
      // Half of the younger names take their two characters from two names of the time.
      const mixed =
        r.chance(0.35) && given.length === 2
          ? `${given.slice(0, 1)}${r.pick(pool).slice(1, 2) || given.slice(1)}`
          : given
      const name = r.weighted(surnames) + (r.chance(0.06) ? mixed.slice(0, 1) : mixed)
      if (famous.has(name) || name.length < 2) continue
      if (this.#names.has(name) && attempt < 6) continue
      this.#names.add(name)
      return name
    }
  }

  /** A patient by chance, or as wished. @param opened the day of opening the file, when it matters */
  make(clinic: Clinic, wish?: PatientWish, opened = wish?.createdDay): Patient {
    const { world } = this
    const { r } = world
    const { company } = clinic
    const gender = wish?.gender ?? (r.chance(0.46) ? 0 : 1)
    const age =
      wish?.age ??
      r.weighted([
        [r.int(3, 12), 17],
        [r.int(13, 19), 12],
        [r.int(20, 34), 27],
        [r.int(35, 49), 22],
        [r.int(50, 64), 14],
        [r.int(65, 84), 8],
      ])
    const birth = wish?.birthdayToday
      ? `${Number(world.today.slice(0, 4)) - age}${world.today.slice(4) === '-02-29' ? '-02-28' : world.today.slice(4)}`
      : birthOf(world, age)
    const oldest = age < 16 ? -Math.max(30, Math.floor((age - 2.5) * 365)) : -10.2 * 365
    const createdDay =
      opened ?? (r.chance(0.2) ? r.int(FIRST_DAY + 1, -1) : r.int(Math.max(Math.round(oldest), -3700), FIRST_DAY - 3))
    const createdAt = world.at(createdDay, r.int(520, 1000))
    const name = wish?.name ?? this.#name(gender, Number(birth.slice(0, 4)))
    if (wish) this.#names.add(name)
    const medicalNumber = wish?.number ?? this.#number(company, world.date(createdDay).slice(0, 4))
    this.#taken(company).add(medicalNumber)
    const mobile = wish?.mobile ?? (age < 5 && r.chance(0.1) ? null : this.#mobile())
    const child = age < 16
    const allergy = wish ? (wish.allergy ?? '') : r.chance(0.08) ? r.weighted(allergies) : ''
    const allergyFlag = allergy
      ? 1
      : wish
        ? 0
        : r.weighted([
            [0, 80],
            [2, 12],
          ])
    const diseases =
      wish?.diseases ??
      (wish
        ? []
        : diseaseTable
            .filter(
              ([disease, from, weight]) =>
                age >= from && !(disease === '妊娠或哺乳' && (gender === 0 || age > 40)) && r.chance(weight / 230),
            )
            .map(([disease]) => disease))
    // Of many born on one day only so many numbers are left over.
    const paper = !wish && r.chance(0.35) ? idNumber(world, birth, gender) : null
    const idNo = paper !== null && this.#papers.has(paper) ? null : paper
    if (idNo) this.#papers.add(idNo)
    const source = wish?.source ? company.sources.find((each) => each.name === wish.source) : r.pick(company.sources)
    const by = r.pick(clinic.reception)
    const id = r.uuid(createdAt)
    const remark = child && r.chance(0.3) ? '配合度一般，需家长陪同' : ''
    const doc = world.create(
      'patient',
      {
        tenant_id: company.tenantId,
        id,
        home_clinic_id: clinic.id,
        medical_number: medicalNumber,
        name,
        search: searchText({ name, mobile, medicalNumber }),
        gender,
        birth_day: birth,
        birth_year_estimated: false,
        mobile,
        no_mobile_reason: mobile ? null : '儿童，由家长到店登记',
        mobile_owner: child ? r.pick([2, 3]) : 1,
        id_type: idNo ? 1 : null,
        id_no: idNo,
        medicare_type: r.chance(0.5) ? r.pick([1, 2, 5]) : null,
        ethnicity: r.chance(0.4) ? '汉族' : null,
        occupation: child
          ? '学生'
          : age > 62
            ? '退休'
            : r.chance(0.4)
              ? r.pick(['职员', '教师', '公务员', '自由职业', '个体经营', '工人', '医务人员'])
              : null,
        province: '浙江省',
        city: '杭州市',
        district: r.pick(districts),
        address: r.chance(0.45) ? r.pick(streets) : null,
        patient_type: wish
          ? wish.vip
            ? 3
            : 1
          : r.weighted([
              [1, 90],
              [3, 4],
              [4, 2],
              [5, 4],
            ]),
        source_id: source?.id ?? null,
        referrer_remark: wish?.referrer ?? null,
        referrer_type: null,
        referrer_patient_id: null,
        resp_nurse_id: null,
        education: null,
        distance_area: null,
        smoking: null,
        alcohol: null,
        bruxism: null,
        brushing_habit: null,
        consent_on: null,
        resp_doctor_id: null,
        consultant_id: null,
        allergy_flag: allergyFlag,
        allergy_history: allergy,
        systemic_diseases: [...diseases] as never,
        past_history: diseases.includes('高血压') ? '高血压病史，规律服药，血压控制可。' : '',
        family_history: '',
        medication_history: diseases.includes('抗凝药') ? '长期口服阿司匹林。' : '',
        tags: (wish ? [] : r.chance(0.16) ? [r.pick(tags)] : []) as never,
        remark,
        alert_note: wish?.alert ?? '',
        status: 0,
        archive_reason: null,
        archive_remark: '',
        archived_at: null,
        archived_by: '',
        deleted_at: null,
        deleted_by: '',
        deleted_from: null,
        created_by: by.id,
        created_name: by.name,
        created_at: createdAt,
        updated_at: createdAt,
      },
      by,
      createdAt,
      id,
    )
    return {
      id,
      doc,
      openedAt: createdAt,
      name,
      gender,
      birth,
      clinic,
      createdDay,
      busy: false,
      reserved: wish !== undefined,
      seenDay: -10_000,
      lastVisit: null,
      used: new Set(),
      allergy,
      diseases,
    }
  }
}

/** A birthday on which somebody is so many years old today. */
function birthOf(world: World, age: number): LocalDate {
  for (;;) {
    const year = Number(world.today.slice(0, 4)) - age - world.r.int(0, 1)
    const birth = `${year}-${String(world.r.int(1, 12)).padStart(2, '0')}-${String(world.r.int(1, 28)).padStart(2, '0')}`
    if (birth <= world.today && ageOn(birth, world.today).years === age) return birth
  }
}

/** A citizen number that passes its own check, with a serial from the end of the range. */
function idNumber(world: World, birth: LocalDate, gender: 0 | 1): string {
  const { r } = world
  const serial = `99${gender === 0 ? r.pick(['1', '3', '5', '7', '9']) : r.pick(['0', '2', '4', '6', '8'])}`
  const body = `${r.pick(areas)}${birth.replaceAll('-', '')}${serial}`
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
  const total = weights.reduce((sum, weight, n) => sum + weight * Number(body[n]), 0)
  return body + '10X98765432'[total % 11]
}
