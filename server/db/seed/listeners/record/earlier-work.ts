import { createHash } from 'node:crypto'
import { chartProblems, formatTeeth, parseTeeth, type ToothConditionId, type ToothMark } from '@dentin/clinical'
import { markWords } from '@dentin/clinical/mark-words'
import type { RecordContent } from '@dentin/contract/record'
import { ageOn, canonicalJson, formatDate } from '@dentin/kit'
import type { Clinic, Company, Doctor } from '../../organisation.ts'
import type { Random } from '../../random.ts'
import type { Patient } from '../../story/patients.ts'
import type { Cells, Row, World } from '../../world.ts'
import type { Mouths } from './mouths.ts'

type Record = Row<'medical_record'>
type Version = Row<'medical_record_version'>
/** A mark without its tooth, and the words of a dentist on how it is. */
type Piece = readonly [mark: Omit<ToothMark, 'tooth' | 'surfaces'> & { surfaces?: string }, state: readonly string[]]

/** Grown up: those before have hardly anything in their mouths. */
const GROWN = 20
/** In how many of their first records work of elsewhere is found: the first clinic in full, of the others a third. */
const OFTEN = 0.62
/** In how many records the depth of what was filled is charted, likewise. */
const DEPTH = 0.5
/** The desks' story looks for a mouth with nothing in one corner among those who were last seen then, in days before the present. */
const LEFT_ALONE = [-62, -18] as const

const BACK = '14 15 16 17 24 25 26 27 34 35 36 37 44 45 46 47'.split(' ')
const MOLARS = '16 17 26 27 36 37 46 47'.split(' ')
const WISDOM = '18 28 38 48'.split(' ')
const BRIDGES = ['45 46 47', '35 36 37', '14 15 16', '24 25 26', '44 45 46', '34 35 36'].map((teeth) =>
  teeth.split(' '),
)

const external = { status: 'external' } as const
const AMALGAM: Piece = [
  { ...external, condition: 'filling', detail: '银汞合金' },
  ['充填体完整，边缘略着色', '充填体完整，叩(−)'],
]
const RESIN: Piece = [
  { ...external, condition: 'filling', detail: '复合树脂' },
  ['充填体完整，边缘密合', '充填体完整，冷测同对照牙'],
]
const ROOT: Piece = [{ ...external, condition: 'rct' }, ['叩(−)，无松动', '根尖区黏膜无窦道']]
const crownOf = (detail: string): Piece => [
  { ...external, condition: 'crown', detail },
  ['边缘密合，牙龈无红肿', '边缘尚密合，龈缘略红'],
]
const TAKEN_OUT: Piece = [{ ...external, condition: 'missing' }, ['牙龈愈合好']]
const lying = (detail: string): Piece => [
  { status: 'present', condition: 'impacted', detail },
  ['冠周软组织无红肿', '盲袋探深约 4 mm，无溢脓'],
]

/** What is charted of a patient, with the row of the examination that says it. */
interface Found {
  marks: ToothMark[]
  exams: RecordContent['exams']
}

/**
 * What was in the mouths before the first visit here, charted by the records of these visits; and what records of the story say
 * of a tooth that they took out or filled and did not chart. It comes when all is told, so that it lies at teeth that nobody
 * has anything to do with, and moves no figure of the story.
 */
export class EarlierWork {
  readonly #records = new Map<string, Record[]>()
  readonly #versions = new Map<string, Version[]>()
  readonly #entries = new Map<string, Row<'tooth_condition'>[]>()
  /** Their teeth are told elsewhere: every tooth measured, every gap planned. */
  readonly #measured: ReadonlySet<string>
  readonly #lastDay = new Map<string, string>()
  readonly #doctors: ReadonlyMap<string, Doctor>
  /** The records that say more now. */
  readonly #sealed = new Map<string, { from: string; to: string }>()

  constructor(
    readonly world: World,
    readonly mouths: Mouths,
    readonly patients: readonly Patient[],
    companies: readonly Company[],
  ) {
    const doctors = companies.flatMap(({ clinics }) => clinics).flatMap((clinic) => clinic.doctors)
    this.#doctors = new Map(doctors.map((doctor) => [doctor.id, doctor]))
    for (const row of world.rows('medical_record')) into(this.#records, row.patient_id, row)
    for (const row of world.rows('medical_record_version')) into(this.#versions, row.record_id, row)
    for (const row of world.rows('tooth_condition')) into(this.#entries, row.patient_id, row)
    for (const { patient_id: id, reg_date: day } of world.rows('registration'))
      if (String(day) > (this.#lastDay.get(id) ?? '')) this.#lastDay.set(id, String(day))
    const charted = [...world.rows('perio_chart'), ...world.rows('perio_draft'), ...world.rows('ortho_case')]
    this.#measured = new Set(charted.map((row) => row.patient_id))
  }

  /** @returns the patients of whom more is charted now */
  write(first: Clinic): ReadonlySet<string> {
    const { r } = this.world
    const told = new Set<string>()
    for (const patient of this.patients) {
      const share = patient.clinic === first ? 1 : 1 / 3
      const records = [...(this.#records.get(patient.id) ?? [])].sort(byVisit)
      if (patient.reserved || records.length === 0 || this.#isLeftAlone(patient)) continue
      for (const [n, record] of records.entries()) {
        const version = this.#onlyVersionOf(record)
        if (!version) continue
        const own = this.#ofTreated(record, r.chance(DEPTH * share))
        const age = ageOn(patient.birth, formatDate(record.visit_time as Date)).years
        const isFirst = n === 0 && record.visit_kind === 1 && age >= GROWN
        const before =
          isFirst && r.chance(OFTEN * share) ? this.#before(patient, records, age) : { marks: [], exams: [] }
        const found = { marks: [...before.marks, ...own], exams: before.exams }
        if (found.marks.length === 0 || !fits(record, found.marks)) continue
        this.#say(patient, record, version, found)
        told.add(patient.id)
      }
    }
    this.#signAnew()
    return told
  }

  #isLeftAlone({ id }: Patient): boolean {
    const [from, to] = LEFT_ALONE.map((day) => this.world.date(day)) as [string, string]
    const last = this.#lastDay.get(id) ?? ''
    return last >= from && last <= to
  }

  /** What was signed of an ordinary record, unless it was amended since. */
  #onlyVersionOf({ id, record_type: type, status }: Record): Version | undefined {
    const [version, ...more] = this.#versions.get(id) ?? []
    return type === 1 && status === 2 && more.length === 0 ? version : undefined
  }

  /** What the text of a visit says of the tooth before it was treated. */
  #ofTreated(record: Record, withDepth: boolean): ToothMark[] {
    const { exams, toothMarks, treatments } = contentIn(record)
    return toothMarks.flatMap(({ tooth, condition, surfaces, status }): ToothMark[] => {
      const said = exams.find(({ teeth }) => parseTeeth(teeth).some(({ code }) => code === tooth))?.content ?? ''
      if (status !== 'completed') return []
      if (condition === 'missing' && said.includes('近中阻生'))
        return [{ tooth, surfaces: '', condition: 'impacted', status: 'present', detail: '近中' }]
      if (condition === 'missing' && said.includes('颊向错位'))
        return [{ tooth, surfaces: '', condition: 'malposed', status: 'present', detail: '唇颊向' }]
      if (condition === 'filling' && withDepth && said.includes('龋')) {
        const isDeep = treatments.some(({ content }) => content.includes('盖髓'))
        return [{ tooth, surfaces, condition: 'caries', status: 'present', detail: isDeep ? '深' : '中' }]
      }
      return []
    })
  }

  /** What somebody of an age has from elsewhere, at teeth that nobody else says anything of. */
  #before(patient: Patient, records: readonly Record[], age: number): Found {
    const { r } = this.world
    const named = records
      .map(contentIn)
      .flatMap(({ exams, auxExams, diagnoses, plans, treatments, toothMarks }) => [
        ...toothMarks.map(({ tooth }) => tooth),
        ...[...exams, ...auxExams, ...diagnoses, ...plans, ...treatments].flatMap(({ teeth }) =>
          parseTeeth(teeth).map(({ code }) => code),
        ),
      ])
    const charted = (this.#entries.get(patient.id) ?? []).map(({ tooth }) => tooth)
    const mouth = new EarlierMouth(r, new Set([...patient.used, ...named, ...charted]))
    const isMeasured = this.#measured.has(patient.id)
    if (!isMeasured && age >= 40 && r.chance(0.3)) mouth.bridge(r.pick(age >= 55 ? ['烤瓷', '金属'] : ['烤瓷', '全瓷']))
    if (!isMeasured && age >= 55 && r.chance(0.2)) mouth.put(MOLARS, TAKEN_OUT)
    if (age >= 28 && r.chance(0.4))
      mouth.put(MOLARS, ROOT, crownOf(r.pick(age >= 50 ? ['烤瓷', '金属'] : ['烤瓷', '全瓷'])))
    for (let left = r.int(1, 3); left > 0; left -= 1) {
      const old = r.chance((age - GROWN) / 60)
      mouth.put(BACK, old ? AMALGAM : RESIN, { surfaces: r.pick(['O', 'O', 'MO', 'DO']) })
    }
    if (!isMeasured && r.chance(0.45)) mouth.put(WISDOM, TAKEN_OUT)
    if (!isMeasured && r.chance(0.3)) mouth.put(['38', '48'], lying(r.pick(['近中', '近中', '垂直', '水平'])))
    return mouth.found
  }

  /** The record says it from its signature on: first what was found, then what was done. */
  #say(patient: Patient, record: Record, version: Version, { marks, exams }: Found): void {
    const content = contentIn(record)
    content.toothMarks.unshift(...marks)
    content.exams.push(...exams)
    for (const row of this.#entries.get(patient.id) ?? [])
      if (row.record_id === record.id) this.world.note(row, { place: (row.place ?? 0) + marks.length })
    this.mouths.chart(
      patient,
      marks,
      {
        recordId: record.id,
        clinicId: record.clinic_id,
        doctor: this.#doctors.get(record.doctor_id) as Doctor,
        visitAt: record.visit_time as Date,
        at: version.signed_at as Date,
      },
      this.world,
    )
    const hash = createHash('sha256').update(canonicalJson(content)).digest('hex')
    this.#sealed.set(record.id, { from: version.content_hash, to: hash })
    version.content_hash = hash
    record.sign_hash = hash
  }

  /** What was noted of the signatures knows the texts as they are. */
  #signAnew(): void {
    for (const audit of this.world.rows('audit')) {
      const sealed = this.#sealed.get(String(audit.entity_id))
      const after = audit.after as Cells | null
      if (sealed && after?.sign_hash === sealed.from) after.sign_hash = sealed.to
    }
  }
}

/** A mouth as somebody brings it, and what has been said of it so far. */
class EarlierMouth {
  readonly found: Found = { marks: [], exams: [] }

  constructor(
    readonly r: Random,
    readonly taken: Set<string>,
  ) {}

  /** Charts what belongs together on one of the teeth that are free; nothing where none is. */
  put(teeth: readonly string[], ...pieces: readonly (Piece | { surfaces: string })[]): void {
    const free = teeth.filter((tooth) => !this.taken.has(tooth))
    if (free.length === 0) return
    const tooth = this.r.pick(free)
    this.taken.add(tooth)
    const surfaces = pieces.flatMap((piece) => ('surfaces' in piece ? piece.surfaces : []))[0] ?? ''
    const made = pieces.flatMap((piece) => ('surfaces' in piece ? [] : [piece]))
    const marks = made.map(([mark]): ToothMark => ({ ...mark, tooth, surfaces }))
    const state = made.at(-1)?.[1] ?? []
    this.#write(marks, `${marks.map(markWords).join('，')}，${this.r.pick(state)}。`)
  }

  /** A tooth that was taken out, and the bridge over its gap. */
  bridge(detail: string): void {
    const places = BRIDGES.filter((teeth) => teeth.every((tooth) => !this.taken.has(tooth)))
    if (places.length === 0) return
    const teeth = this.r.pick(places)
    for (const tooth of teeth) this.taken.add(tooth)
    const [, gap] = teeth as [string, string, string]
    const group = this.r.uuid(new Date(0))
    const piece = (tooth: string, condition: ToothConditionId): ToothMark => ({
      ...external,
      tooth,
      condition,
      surfaces: '',
      detail,
      group,
    })
    this.#write(
      [
        { ...external, tooth: gap, condition: 'missing', surfaces: '' },
        ...teeth.map((tooth) => piece(tooth, tooth === gap ? 'pontic' : 'bridge_abutment')),
      ],
      `外院${detail}固定桥，${gap} 为桥体，${this.r.pick(['边缘密合，基牙无松动', '桥体下方牙龈略红，基牙叩(−)'])}。`,
    )
  }

  #write(marks: readonly ToothMark[], content: string): void {
    const named = [...new Set(marks.map(({ tooth, surfaces }) => (surfaces ? `${tooth}:${surfaces}` : tooth)))]
    this.found.marks.push(...marks)
    this.found.exams.push({ teeth: formatTeeth(parseTeeth(named.join(';'))), content })
  }
}

const contentIn = ({ content }: Record): RecordContent => content as unknown as RecordContent
const byVisit = (one: Record, other: Record): number =>
  (one.visit_time as Date).getTime() - (other.visit_time as Date).getTime()

function into<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}

/** Whether the rules of the mouth take these marks before those of the record. */
const fits = (record: Record, marks: readonly ToothMark[]): boolean =>
  chartProblems([], [...marks, ...contentIn(record).toothMarks]).every((problem) => problem === null)
