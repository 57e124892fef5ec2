import { recordContent, type RecordContent } from '@dentin/contract/record'
import { formatDate } from '@dentin/kit'
import { readSettings } from '../../../../src/modules/clinic/index.ts'
import { qualityOf, type Quality } from '../../../../src/modules/record/quality.ts'
import { ageAt, requiredSections } from '../../../../src/modules/record/rules.ts'
import type { Visit } from '../../events.ts'
import type { Row } from '../../world.ts'

/** So many earlier records are compared with. */
const EARLIER = 5

/** A text that was signed, with the visit that it is of. */
interface Signed {
  version: Row<'medical_record_version'>
  visit: Visit
  times: { visitTime: Date; writtenAt: Date }
}

/** What the quality list says of the records when they are signed, by the rules as they begin. */
export class Qualities {
  readonly #settings = readSettings({})
  readonly #earlier = new Map<string, { id: string; content: RecordContent }[]>()
  readonly #signed: Signed[] = []

  /** Writes beside a signed text what the list says of it. */
  say(signed: Signed): void {
    this.#signed.push(signed)
    this.#write(signed)
  }

  /** Says it once more of the texts of some patients, that say more by now. */
  sayAgain(patients: ReadonlySet<string>): void {
    for (const id of patients) this.#earlier.delete(id)
    for (const signed of this.#signed) if (patients.has(signed.visit.patient.id)) this.#write(signed)
  }

  #write(signed: Signed): void {
    const { score, items } = this.#of(signed)
    Object.assign(signed.version, { quality_score: score, quality_items: items })
  }

  #of({ version, visit, times: { visitTime, writtenAt } }: Signed): Quality {
    const { patient } = visit
    const content = recordContent.parse(version.content)
    const kind = visit.treatType === 2 ? 2 : 1
    const earlier = (this.#earlier.get(patient.id) ?? []).filter(({ id }) => id !== visit.ids.record)
    this.#earlier.set(patient.id, [{ id: visit.ids.record, content }, ...earlier].slice(0, EARLIER))
    return qualityOf(content, {
      visitKind: kind,
      required: requiredSections(this.#settings, kind),
      gender: patient.gender,
      age: ageAt(patient.birth, formatDate(visitTime)),
      visitTime,
      writtenAt,
      previous: earlier.map((each) => each.content),
    })
  }
}
