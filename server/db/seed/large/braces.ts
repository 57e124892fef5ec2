import { orthoStates } from '@dentin/contract/orthodontic'
import type { RecordContent } from '@dentin/contract'
import { slotsOf, type Slot } from '../listeners/orthodontic/slots.ts'
import { examText, visitText } from '../listeners/orthodontic/texts.ts'
import { forPeople, putKindText } from './kind-text.ts'
import type { File, Life } from './life.ts'

/** Visits of a case, days between them, and from the first examination to the start. */
const VISITS = 24
const EVERY = 34
const UNTIL_START = 21
const AGES = [11, 40] as const
const ORTHODONTIC = 2
/** Minutes from the beginning of a text to its signature. */
const WRITING = 6
/** A text of so many is drawn anew for each place of a course: checking each of 120,000 would take a minute. */
const DRAWN = 8

/** Writes the orthodontic cases of the large chain, each under treatment for two years. */
export class Braces {
  visits = 0
  readonly #slots: readonly Slot[]
  readonly #texts = new Map<string, RecordContent>()

  constructor(readonly life: Life) {
    this.#slots = slotsOf(1)
      .filter(({ kind, status }) => kind !== 'growth' && status === orthoStates.code.treating)
      .map((slot) => ({ ...slot, visits: VISITS }))
  }

  async treat(count: number): Promise<void> {
    const opened = -(VISITS * EVERY + UNTIL_START + EVERY)
    await forPeople(this.life, count, { opened, ages: AGES }, (file, left) => {
      this.#case(file, count - left)
      return 1
    })
  }

  /** @param nth which of all cases */
  #case(file: File, nth: number): void {
    const { life } = this
    const { world, sink } = life
    const { r } = world
    const { clinic } = file
    const slot = this.#slots[nth % this.#slots.length] as Slot
    const doctor = clinic.doctors.find(({ skills }) => skills.includes('ortho')) ?? file.doctor
    const last = -r.int(1, EVERY)
    const start = last - (VISITS - 1) * EVERY
    const at = world.at(start - UNTIL_START, r.int(9 * 60, 16 * 60))
    const id = r.uuid(at)
    sink.audited(
      'ortho_case',
      {
        tenant_id: clinic.company.tenantId,
        id,
        clinic_id: clinic.id,
        case_no: life.numberOf(clinic, 'ZJ', at),
        patient_id: file.id,
        doctor_id: doctor.id,
        status: slot.status,
        began_on: world.date(start - UNTIL_START),
        start_date: world.date(start),
        debond_date: null,
        end_date: null,
        ...slot.plan,
        created_name: doctor.name,
        created_at: at,
        updated_at: at,
        version: 1,
      },
      doctor,
      at,
      file.id,
    )
    const write = (day: number, begun: Date, content: RecordContent, visitKind: 1 | 2) =>
      putKindText(life, file, doctor, {
        id: r.uuid(world.at(day, 0)),
        type: ORTHODONTIC,
        content,
        at: begun,
        signedAt: new Date(begun.getTime() + WRITING * 60_000),
        visitKind,
      })
    const exam = this.#drawn(`exam ${nth % DRAWN}`, () => examText(r, id, slot))
    write(start - UNTIL_START, at, { ...exam, orthoExam: exam.orthoExam && { ...exam.orthoExam, caseId: id } }, 1)
    for (let n = 0; n < VISITS; n += 1) {
      const day = start + n * EVERY
      const visit = this.#drawn(`${slot.kind} ${n} ${nth % DRAWN}`, () => visitText(r, id, slot, n, VISITS))
      const content = { ...visit, orthoVisit: visit.orthoVisit && { ...visit.orthoVisit, caseId: id } }
      write(day, world.at(day, r.int(9 * 60, 17 * 60)), content, 2)
      this.visits += 1
    }
  }

  #drawn(key: string, draw: () => RecordContent): RecordContent {
    let text = this.#texts.get(key)
    if (!text) this.#texts.set(key, (text = draw()))
    return text
  }
}
