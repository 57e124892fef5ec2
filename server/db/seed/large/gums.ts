import { perioAnswers } from '@dentin/contract/perio'
import type { PerioStage } from '@dentin/clinical/perio/index'
import { examinationOf } from '../listeners/perio/examination.ts'
import { chartAt, drawMouth } from '../listeners/perio/healing.ts'
import { forPeople, putKindText } from './kind-text.ts'
import type { File, Life } from './life.ts'

/** Examinations of a patient, so many days apart; the last lies so many days behind. */
const EACH = 4
const APART = 120
const LAST = [1, 40] as const
const ADULT = 28
const PERIODONTAL = 3
/** Minutes from the beginning of an examination to the record's signature. */
const WRITING = 30
const NO_ONE_MISSING: ReadonlySet<string> = new Set()

/** Writes the periodontal charts of the large chain: four a patient, healing as in the ordinary demo. */
export class Gums {
  constructor(readonly life: Life) {}

  async examine(count: number): Promise<void> {
    const opened = -(EACH * APART + LAST[1])
    await forPeople(this.life, count, { opened, ages: [ADULT, 120] }, (file, left) =>
      this.#course(file, Math.min(EACH, left)),
    )
  }

  #course(file: File, count: number): number {
    const { life } = this
    const { world, sink } = life
    const { r } = world
    const { clinic } = file
    const doctor = clinic.doctors.find(({ skills }) => skills.includes('perio')) ?? file.doctor
    const mouth = drawMouth(r, NO_ONE_MISSING, null)
    const answers = perioAnswers.parse({ isCase: true, teethLostToPerio: 0, boneLoss: r.int(12, 45), cigarettes: 0 })
    const last = -r.int(...LAST)
    let previousStage: PerioStage | null = null
    for (let nth = 0; nth < count; nth += 1) {
      const day = last - (count - 1 - nth) * APART
      const at = world.at(day, r.int(9 * 60, 16 * 60))
      const cells = chartAt(mouth, count === 1 ? 0 : nth / (count - 1))
      const made = examinationOf(
        r,
        { patient: file, doctor, clinic },
        { at, date: world.date(day) },
        { cells, answers, previousStage, nth },
      )
      previousStage = made.stage
      sink.put('perio_chart', { ...made.chart, chart_no: life.numberOf(clinic, 'YZ', made.chart.sealed_at) })
      const signedAt = new Date(at.getTime() + WRITING * 60_000)
      putKindText(life, file, doctor, {
        id: made.chart.record_id,
        type: PERIODONTAL,
        content: made.content,
        at,
        signedAt,
        visitKind: made.visitKind,
      })
    }
    return count
  }
}
