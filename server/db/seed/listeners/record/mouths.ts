import { isPlan, markLayer, type ChartEntry, type ToothConditionId, type ToothMark } from '@dentin/clinical'
import { formatDate } from '@dentin/kit'
import { fatesOf } from '../../../../src/modules/record/fates.ts'
import type { Mark } from '../../catalogue/courses.ts'
import type { Doctor } from '../../organisation.ts'
import type { Patient } from '../../story/patients.ts'
import type { Row, World } from '../../world.ts'

/** What somebody is born with or grows, and no dentist made. */
const GROWN: ReadonlySet<ToothConditionId> = new Set(['missing', 'impacted', 'embedded', 'unerupted', 'erupting'])

/** A mark of the catalogue as a record charts it; `by` says whose work existing restorations are. */
export function toothMarkOf(
  { tooth, surfaces = '', condition, layer, detail = '' }: Mark,
  by: 'completed' | 'external',
): ToothMark {
  const planned = layer === 'plan' && !isPlan({ condition, status: 'present' })
  const grown = by === 'external' && GROWN.has(condition)
  return {
    tooth,
    condition,
    surfaces,
    status: planned ? 'planned' : layer === 'existing' && !grown ? by : 'present',
    ...(detail && { detail }),
  }
}

/** By whom, when and in which record something was charted. */
interface Charted {
  recordId: string | null
  clinicId: string
  doctor: Doctor
  visitAt: Date
  /** When it was signed. */
  at: Date
}

/** What is known of the teeth of everybody. */
export class Mouths {
  readonly #ofPatient = new Map<string, Row<'tooth_condition'>[]>()

  constructor(readonly world: World) {}

  /** @param world whose dice the rows are made with */
  chart(
    patient: Patient,
    marks: readonly ToothMark[],
    { recordId, clinicId, doctor, visitAt, at }: Charted,
    world = this.world,
  ): void {
    const rows = this.#ofPatient.get(patient.id) ?? []
    this.#ofPatient.set(patient.id, rows)
    for (const [place, mark] of marks.entries()) {
      const { row } = world.create(
        'tooth_condition',
        {
          tenant_id: patient.clinic.company.tenantId,
          id: world.r.uuid(at),
          clinic_id: clinicId,
          patient_id: patient.id,
          record_id: recordId,
          tooth: mark.tooth,
          surfaces: mark.surfaces,
          condition: mark.condition,
          layer: markLayer(mark),
          status: mark.status,
          detail: mark.detail ?? '',
          group_id: mark.group ?? null,
          place,
          visit_at: visitAt,
          noted_on: formatDate(visitAt),
          doctor_id: doctor.id,
          known_from: at,
          created_at: at,
          updated_at: at,
        },
        doctor,
        at,
        patient.id,
      )
      rows.push(row)
    }
  }

  /** Says beside each entry what all of them have made of it. */
  settle(): void {
    for (const rows of this.#ofPatient.values()) {
      const fates = fatesOf(rows.map(entryOf))
      for (const row of rows) this.world.note(row, { ...fates.get(row.id) })
    }
  }
}

const entryOf = (row: Row<'tooth_condition'>): ChartEntry => ({
  id: row.id,
  tooth: row.tooth,
  surfaces: row.surfaces ?? '',
  condition: row.condition as ToothConditionId,
  status: row.status as ToothMark['status'],
  detail: row.detail ?? '',
  groupId: row.group_id ?? null,
  recordId: row.record_id ?? '',
  visitAt: (row.visit_at as Date).getTime(),
  signedAt: (row.created_at as Date).getTime(),
  place: row.place ?? 0,
  knownFrom: (row.known_from as Date).getTime(),
  knownTo: null,
})
