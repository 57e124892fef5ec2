import type { Doctor } from '../../organisation.ts'
import type { Patient } from '../../story/patients.ts'
import type { Doc, World } from '../../world.ts'

interface Mark {
  tooth: string
  surfaces: string
  condition: string
  layer: 'finding' | 'existing' | 'plan'
  ends?: readonly string[]
}
/** Conditions that are plans by themselves. */
const PLANS = new Set(['rct_needed', 'extract_planned'])
/** By whom and when something was noted. */
interface Noted {
  date: string
  recordId: string | null
  clinicId: string
  doctor: Doctor
  at: Date
}

/** What is known of the teeth of everybody. */
export class Mouths {
  readonly #mouths = new Map<string, Map<string, Doc<'tooth_condition'>[]>>()

  constructor(readonly world: World) {}

  /** Ends what the mark takes the place of, and adds it unless it stands already. */
  mark(patient: Patient, mark: Mark, { date, recordId, clinicId, doctor, at }: Noted): void {
    const { world } = this
    const tooth = this.#tooth(patient.id, mark.tooth)
    for (const ended of mark.ends ?? []) {
      const [condition, layer] = ended.split(':')
      for (const doc of tooth.filter(
        (each) =>
          each.row.ended_on === null && each.row.condition === condition && (!layer || each.row.layer === layer),
      )) {
        world.change(doc, { ended_on: date }, doctor, at)
      }
    }
    const stands = tooth.some(
      (each) => each.row.ended_on === null && each.row.condition === mark.condition && each.row.layer === mark.layer,
    )
    if (stands) return
    tooth.push(
      world.create(
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
          layer: mark.layer,
          status: mark.layer === 'plan' && !PLANS.has(mark.condition) ? 'planned' : 'present',
          visit_at: at,
          noted_on: date,
          doctor_id: doctor.id,
          ended_on: null,
          created_at: at,
          updated_at: at,
        },
        doctor,
        at,
        patient.id,
      ),
    )
  }

  #tooth(patientId: string, tooth: string): Doc<'tooth_condition'>[] {
    let mouth = this.#mouths.get(patientId)
    if (!mouth) this.#mouths.set(patientId, (mouth = new Map()))
    let docs = mouth.get(tooth)
    if (!docs) mouth.set(tooth, (docs = []))
    return docs
  }
}
