import { jobs } from '@dentin/contract/core/jobs'
import { roleCuts, type RoleCut } from '@dentin/contract/report'
import { sql, type RawBuilder } from 'kysely'
import { columns, counted, select } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import type { Figure } from '../figures/figure.ts'
import { halfUp, tallied, written } from '../figures/values.ts'
import type { Asked } from './ask.ts'
import { runReport } from './run.ts'

const EVERYWHERE = 5
/** Of so few others the average would tell of one. */
const FEWEST = 2

/** Somebody `e` of the staff who has a part. */
const has: Readonly<Record<RoleCut, RawBuilder<boolean>>> = {
  doctor: sql<boolean>`e.is_doctor`,
  nurse: sql<boolean>`e.job_type = ${sql.lit(jobs.nurse)}`,
  consultant: sql<boolean>`e.is_consultant`,
  desk: sql<boolean>`e.job_type = ${sql.lit(jobs.desk)}`,
}

const parts = select(columns('employee', 'e', 'is_doctor', 'is_consultant', 'job_type'))

/** The parts in which somebody sees the own row: those that the person has, else that of whoever stands at the desk. */
export async function rolesOf({ tx, employeeId }: ClinicContext): Promise<RoleCut[]> {
  const me = await tx.row(parts.keptFrom`employee e where ${tx.own('e')} and e.id = ${employeeId}`)
  if (!me) return []
  const mine = {
    doctor: me.isDoctor,
    nurse: me.jobType === jobs.nurse,
    consultant: me.isConsultant,
    desk: me.jobType === jobs.desk,
  }
  const found = roleCuts.filter((role) => mine[role])
  return found.length > 0 ? found : ['desk']
}

/** Whoever else has the part in the clinic at work. */
const peers = (tx: TenantTx, { clinicId, employeeId }: ClinicContext, as: RoleCut) => sql`employee_clinic w
  join employee e on ${tx.own('e')} and e.id = w.employee_id and ${has[as]}
  where ${tx.own('w')} and w.clinic_id = ${clinicId} and w.active and w.employee_id is distinct from ${employeeId}::uuid`

/**
 * For whoever sees the own row alone: what the others who have the same part in the clinic come to on average. They are summed
 * by the database, nobody is named, and of fewer than two nothing is said. Rates are those of their sums.
 */
export async function othersOf(ctx: ClinicContext, asked: Asked, figures: readonly Figure[]) {
  const { tx } = ctx
  const { people } = asked
  if (!people?.own) return null
  const others = peers(tx, ctx, people.as)
  const { total } = await tx.need(counted.from`${others}`)
  if (total < FEWEST) return null
  const found = await runReport(
    ctx,
    {
      ...asked,
      // Wherever they work, as the own row is.
      reach: { ...asked.reach, scope: EVERYWHERE, clinicIds: null },
      comparedSpan: null,
      people: { as: people.as, own: false, who: sql`array(select w.employee_id from ${others})` },
    },
    figures,
    { by: 'clinic', page: null },
  )
  return {
    people: total,
    values: figures.map((figure, n) => {
      const value = found.total.values[n] ?? null
      const isRate = figure.kind === 'derived' && figure.under.length > 0
      if (value === null || isRate) return value
      return written(figure.unit, Number(halfUp(BigInt(tallied(figure.unit, value)), BigInt(total))))
    }),
  }
}
