import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { MOST_VIEWS, report, reportBehind } from '@dentin/contract/report'
import { uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import { columns, select } from '../../../platform/database/select.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import { mustOpen, reportAsked } from './ask.ts'

const names = select(columns('report_view', 'v', 'id', 'name'))
const views = select(columns('report_view', 'v', 'id', 'name'), { question: sql<unknown>`v.question` })
const question = report.keptViews.output.element.shape.question

/** The views that the person keeps of a report; one that no longer reads as a question is left out. */
export async function keptViews(
  ctx: ClinicContext,
  { door }: ParsedInput<typeof contract.report.keptViews>,
): Promise<HandlerOutput<typeof contract.report.keptViews>> {
  mustOpen(ctx, door)
  const { tx } = ctx
  const rows = await tx.rows(
    views.keptFrom`report_view v where ${tx.own('v')} and v.employee_id = ${ctx.employeeId} and v.door = ${door} order by v.created_at, v.id`,
  )
  return rows.flatMap(({ id, name, question: kept }) => {
    const read = question.safeParse(kept)
    return read.success ? [{ id, name, question: read.data }] : []
  })
}

/** Keeps how a report is looked at under a name; the same name once more is the new one. */
export async function keepView(
  ctx: ClinicContext,
  input: ParsedInput<typeof contract.report.keepView>,
): Promise<{ id: string }> {
  mustOpen(ctx, input.door)
  reportAsked(reportBehind(input.door), input.question.view)
  const { tx } = ctx
  // One person's views change one after another, so that the limit holds.
  await tx.need(
    select(columns('employee', 'e', 'id'))
      .keptFrom`employee e where ${tx.own('e')} and e.id = ${ctx.employeeId} for no key update`,
  )
  const kept = await tx.rows(
    names.keptFrom`report_view v where ${tx.own('v')} and v.employee_id = ${ctx.employeeId} and v.door = ${input.door}`,
  )
  const asked = JSON.stringify(input.question)
  const same = kept.find(({ name }) => name === input.name)
  if (same) {
    await tx.update('report_view', { id: same.id }, { question: asked })
    return { id: same.id }
  }
  if (kept.length >= MOST_VIEWS) throw new AppError('REPORT_VIEWS_FULL')
  const id = uuidv7()
  await tx.insert('report_view', {
    id,
    employee_id: ctx.employeeId,
    door: input.door,
    name: input.name,
    question: asked,
    created_at: tx.now,
    updated_at: tx.now,
  })
  return { id }
}

/** Forgets a view of one's own. */
export async function dropView({ tx, employeeId }: ClinicContext, id: string): Promise<null> {
  await tx.need(
    names.keptFrom`report_view v where ${tx.own('v')} and v.id = ${id} and v.employee_id = ${employeeId} for no key update`,
  )
  await tx.remove('report_view', { id })
  return null
}
