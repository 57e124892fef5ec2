import { recordStates } from '@dentin/contract/core/status'
import { anaestheticRisksIn } from '@dentin/clinical/anaesthetic-facts'
import type { AnaestheticRisk } from '@dentin/clinical/anaesthetic-words'
import { PREGNANCY_WEEKS, weeksPregnant } from '@dentin/clinical/pregnancy'
import type { BodyFacts } from '@dentin/clinical/anaesthetic-lines'
import { addDays, daysBetween, formatDate } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { holding } from '@dentin/clinical/drug-checks/allergy-list'
import { drugClassNames } from '@dentin/clinical/drug-checks/class-names'
import { storedAllergies } from '@dentin/contract/patient-fields/allergies'
import { columns, select } from '../../platform/database/select.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { readable } from './access.ts'
import { ageAt } from './rules.ts'

const file = select(
  columns('patient', 'p', 'birth_day', 'systemic_diseases', 'medication_history', 'allergy_history', 'past_history'),
  columns('patient', 'p', 'anesthesia_history', 'alert_note', 'pregnant_since'),
  { allergies: sql<unknown>`p.allergies` },
)
const conditions = select(columns('medical_record', 'r', 'visit_time'), {
  weight: sql<number | null>`(r.content #>> '{generalCondition,weight}')::float8`,
  asa: sql<number | null>`(r.content #>> '{generalCondition,asa}')::int`,
  pregnancy: sql<string | null>`r.content #>> '{generalCondition,pregnancy}'`,
  week: sql<number | null>`(r.content #>> '{generalCondition,pregnancyWeek}')::int`,
})

/** What of a body changes a dose, with where it is said. */
export interface Body extends BodyFacts {
  weighedAt: Date | null
  birthDay: string | null
  /** Whole months of life. */
  months: number | null
  pregnant: boolean
  risks: AnaestheticRisk[]
  /** The file's texts, each as it is written there. */
  words: string[]
}

/** What file and records that a person may read say of a patient's body on a day (YYYY-MM-DD), the newest first. */
export async function bodyOf(context: ClinicContext, patientId: string, day: string): Promise<Body> {
  const { tx } = context
  const [written, rows] = await Promise.all([
    tx.need(file.keptFrom`patient p where ${tx.own('p')} and p.id = ${patientId}`),
    tx.rows(
      conditions.keptFrom`medical_record r where ${tx.own('r')} and r.patient_id = ${patientId}
        and r.status not in ${codes(recordStates, 'deleted')} and ${readable(context)} order by r.visit_time desc, r.id limit 20`,
    ),
  ])
  const { birthDay, systemicDiseases, pregnantSince, allergies, ...texts } = written
  const classes = holding(storedAllergies(allergies)).flatMap((entry) =>
    entry.class === null ? [] : `${drugClassNames[entry.class]}过敏（${entry.substance}）`,
  )
  const words = [...systemicDiseases, ...Object.values(texts), ...classes].filter((text) => text.trim() !== '')
  const weighed = rows.find(({ weight }) => weight !== null)
  const noted = rows.find(({ pregnancy }) => pregnancy !== null && pregnancy !== 'unknown')
  const byFile = weeksPregnant(pregnantSince, day) !== null
  // A visit within the weeks that the file counts may have found that there is no pregnancy any more.
  const isNewer = noted !== undefined && (pregnantSince === null || formatDate(noted.visitTime) >= pregnantSince)
  const pregnant = isNewer ? noted.pregnancy === 'pregnant' && !isOver(noted, day) : byFile
  const risks = anaestheticRisksIn(words).map(({ risk }) => risk)
  const months = birthDay === null ? null : monthsBetween(birthDay, day)
  return {
    weightKg: weighed?.weight ?? null,
    weighedAt: weighed?.visitTime ?? null,
    birthDay,
    age: ageAt(birthDay, day),
    months,
    underSixMonths: months !== null && months < 6,
    asa: rows.find(({ asa }) => asa !== null)?.asa ?? null,
    pregnant,
    risks: pregnant && !risks.includes('pregnant') ? [...risks, 'pregnant'] : risks,
    words,
  }
}

/** A pregnancy ends by itself 42 weeks after its start; without a week it began at the latest on the day it was noted. */
const isOver = ({ visitTime, week }: { visitTime: Date; week: number | null }, now: string): boolean =>
  daysBetween(addDays(formatDate(visitTime), (PREGNANCY_WEEKS - (week ?? 0)) * 7), now) > 0

/** Whole months of life on a day, both YYYY-MM-DD. */
function monthsBetween(birthDay: string, day: string): number {
  const [born = [], now = []] = [birthDay, day].map((text) => text.split('-').map(Number))
  const [year = 0, month = 0, date = 0] = now.map((part, n) => part - (born[n] ?? 0))
  return year * 12 + month - (date < 0 ? 1 : 0)
}
