import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { templateFaults, type PrintTemplateContent, type TemplateOwner } from '@dentin/contract/print-template'
import { canonicalJson, uuidv7 } from '@dentin/kit'
import { keptSql } from '../../platform/database/plans.ts'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { lockTemplate, versionsOf, type Whose } from './queries.ts'

type Calls = typeof contract.printTemplate
type Saved = HandlerOutput<Calls['save']>

const RIGHTS = { clinic: '/templateSetting:edit', chain: '/templateSetting:chain' } as const

/** Whether the person at work may change the clinic's templates, or the chain's. */
export const mayKeep = (ctx: ClinicContext, owner: TemplateOwner): boolean => ctx.can(RIGHTS[owner])

/** Saves the next version of a template; without content it is put back. */
export async function saveTemplate(
  ctx: ClinicContext,
  { kind, owner, content, note, version }: ParsedInput<Calls['save']>,
): Promise<Saved> {
  if (!mayKeep(ctx, owner)) throw new AppError('FORBIDDEN')
  return keep(ctx, { kind, owner, clinicId: ctx.clinicId }, { content, note, version })
}

/** Saves a former version once more, as the next. */
export async function restoreTemplate(
  ctx: ClinicContext,
  { kind, owner, no, version }: ParsedInput<Calls['restore']>,
): Promise<Saved> {
  if (!mayKeep(ctx, owner)) throw new AppError('FORBIDDEN')
  const whose = { kind, owner, clinicId: ctx.clinicId }
  const former = (await versionsOf(ctx.tx, whose)).find((each) => each.no === no)
  if (!former) throw new AppError('NOT_FOUND')
  return keep(ctx, whose, { content: former.content, note: `恢复第 ${no} 版`, version })
}

async function keep(
  ctx: ClinicContext,
  whose: Whose,
  { content, note, version }: { content: PrintTemplateContent | null; note: string; version: number | null },
): Promise<Saved> {
  const { tx } = ctx
  const faults = content ? templateFaults(whose.kind, content) : []
  if (faults.length > 0)
    throw new AppError('BAD_INPUT', {
      fields: faults.map(({ field, message }) => ({ field: `content.${field}`, message })),
    })
  const row = await lockTemplate(tx, whose)
  if (row && row.version !== version) throw new AppError('VERSION_CONFLICT')
  if (!row && version !== null) throw new AppError('VERSION_CONFLICT')
  if (canonicalJson(row?.content ?? null) === canonicalJson(content)) throw new AppError('PRINT_TEMPLATE_SAME')
  const said = { content: content && JSON.stringify(content), note, setter_name: ctx.actorName }
  const no = (row?.no ?? 0) + 1
  const made = row
    ? await tx.update('print_template', { id: row.id, version: row.version }, { ...said, version_no: no })
    : await tx.insert('print_template', {
        id: uuidv7(),
        kind: whose.kind,
        clinic_id: whose.owner === 'chain' ? null : whose.clinicId,
        version_no: no,
        ...said,
        created_at: tx.now,
        updated_at: tx.now,
      })
  await tx.need(
    keptSql`insert into print_template_version (tenant_id, id, template_id, version_no, content, note, setter_id, setter_name, set_at)
      values (${tx.tenantId}, ${uuidv7()}, ${made.id}, ${no}, ${said.content}::jsonb, ${note}, ${ctx.employeeId}, ${ctx.actorName}, ${tx.now})
      returning id`,
  )
  return { no, version: made.version }
}
