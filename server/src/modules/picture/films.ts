import { parseTeeth } from '@dentin/clinical'
import { mouthFilms, toothFilms } from '@dentin/contract/picture'
import type { LocalDate } from '@dentin/kit'
import { sql } from 'kysely'
import { columns, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'

/** A film, by the day on which it was taken. */
export interface Film {
  type: number
  /** Teeth that it names; a film of the whole mouth shows every one. */
  teeth: readonly string[]
  takenOn: LocalDate
}

const taken = select(columns('clinic_image', 'i', 'type', 'tooth_no'), {
  takenOn: sql<LocalDate>`coalesce((i.shot_time at time zone 'Asia/Shanghai')::date, s.stage_time)::text`,
})

/** The films of a patient that were taken from a day on, as far as they may be read here. */
export async function filmsOf(tx: TenantTx, patientId: string, from: LocalDate): Promise<Film[]> {
  const rows = await tx.rows(
    taken.keptFrom`clinic_image i join image_stage s on ${tx.own('s')} and s.id = i.image_stage_id
      where ${tx.own('i')} and i.patient_id = ${patientId} and i.deleted_at is null and i.type = any(${[...toothFilms, ...mouthFilms]}::int[])
        and coalesce((i.shot_time at time zone 'Asia/Shanghai')::date, s.stage_time) >= ${from}::date
      order by i.id limit 500`,
  )
  return rows.map(({ type, toothNo, takenOn }) => ({
    type,
    takenOn,
    teeth: toothNo === '' ? [] : parseTeeth(toothNo).map(({ code }) => code),
  }))
}

const counted = select(columns('clinic_image', 'i', 'type'), { count: sql<number>`count(*)::int` })
/** No set of pictures asks for more of one kind. */
const MOST_OF_KIND = 20

/** The kind of each picture in the stages of a patient from a day to a day, at most 20 of each; until null: without end. */
export async function kindsBetween(
  tx: TenantTx,
  patientId: string,
  from: LocalDate,
  until: LocalDate | null,
): Promise<number[]> {
  const rows = await tx.rows(
    counted.keptFrom`clinic_image i join image_stage s on ${tx.own('s')} and s.id = i.image_stage_id
      where ${tx.own('i')} and i.patient_id = ${patientId} and i.deleted_at is null
        and s.stage_time >= ${from}::date and s.stage_time <= coalesce(${until}::date, 'infinity') group by i.type order by i.type`,
  )
  return rows.flatMap(({ type, count }) => Array.from({ length: Math.min(count, MOST_OF_KIND) }, () => type))
}
