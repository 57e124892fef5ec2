import { recordContent, type RecordContent } from '@dentin/contract/record'
import { formatDate } from '@dentin/kit'
import { readSettings } from '../../../../src/modules/clinic/index.ts'
import { qualityOf, type Quality } from '../../../../src/modules/record/quality.ts'
import { ageAt, requiredSections } from '../../../../src/modules/record/rules.ts'
import type { Visit } from '../../events.ts'

/** So many earlier records are compared with. */
const EARLIER = 5

/** What the quality list says of the records when they are signed, by the rules as they begin. */
export class Qualities {
  readonly #settings = readSettings({})
  readonly #earlier = new Map<string, { id: string; content: RecordContent }[]>()

  of(visit: Visit, stored: unknown, { visitTime, writtenAt }: { visitTime: Date; writtenAt: Date }): Quality {
    const { patient } = visit
    const content = recordContent.parse(stored)
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
