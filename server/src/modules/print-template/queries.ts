import type { contract, HandlerOutput } from '@dentin/contract'
import { printPaperKinds, type PrintPaper } from '@dentin/contract/core/print-papers'
import { printTemplateContent, type PrintTemplateContent, type TemplateOwner } from '@dentin/contract/print-template'
import { sql } from 'kysely'
import { columns, named, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'

type Calls = typeof contract.printTemplate
/** A kind of paper, and whose template of it. */
export interface Whose {
  kind: PrintPaper
  owner: TemplateOwner
  clinicId: string
}

const kept = select(
  columns('print_template', 't', 'id', 'clinic_id', 'note', 'setter_name', 'updated_at', 'version'),
  named('print_template', 't', { no: 'version_no' }),
  { kind: sql<PrintPaper>`t.kind`, content: sql<unknown>`t.content` },
)
export type KeptTemplate = RowIn<typeof kept>

/** A template as it was stored; null: it was put back. */
const readContent = (stored: unknown): PrintTemplateContent | null =>
  stored === null ? null : printTemplateContent.parse(stored)

const shown = (row: KeptTemplate | undefined) =>
  row
    ? {
        no: row.no,
        content: readContent(row.content),
        note: row.note,
        setterName: row.setterName,
        setAt: row.updatedAt,
        version: row.version,
      }
    : null

/** The templates of a clinic and of the chain, for each kind of paper. */
export async function templatesOf(tx: TenantTx, clinicId: string): Promise<HandlerOutput<Calls['list']>['papers']> {
  const rows = await tx.rows(
    kept.keptFrom`print_template t where ${tx.own('t')} and (t.clinic_id is null or t.clinic_id = ${clinicId})`,
  )
  return printPaperKinds.map((kind) => {
    const own = rows.filter((row) => row.kind === kind)
    return {
      kind,
      clinic: shown(own.find((row) => row.clinicId !== null)),
      chain: shown(own.find((row) => row.clinicId === null)),
    }
  })
}

/** A template, held until the transaction ends. */
export const lockTemplate = (tx: TenantTx, { kind, owner, clinicId }: Whose): Promise<KeptTemplate | undefined> =>
  tx.row(
    kept.keptFrom`print_template t where ${tx.own('t')} and t.kind = ${kind}
      and t.clinic_id is not distinct from ${owner === 'chain' ? null : clinicId}::uuid for no key update of t`,
  )

const versions = select(
  columns('print_template_version', 'v', 'note', 'setter_name', 'set_at'),
  named('print_template_version', 'v', { no: 'version_no' }),
  { content: sql<unknown>`v.content` },
)

/** Every version of a template, the newest first. */
export async function versionsOf(
  tx: TenantTx,
  { kind, owner, clinicId }: Whose,
): Promise<HandlerOutput<Calls['versions']>['list']> {
  const rows = await tx.rows(
    versions.keptFrom`print_template_version v join print_template t on ${tx.own('t')} and t.id = v.template_id
      where ${tx.own('v')} and t.kind = ${kind} and t.clinic_id is not distinct from ${owner === 'chain' ? null : clinicId}::uuid
      order by v.version_no desc limit ${MOST_VERSIONS}`,
  )
  return rows.map(({ setAt, content, ...row }) => ({ ...row, setAt, content: readContent(content) }))
}
const MOST_VERSIONS = 200

/** By which template a clinic prints: its own, else the chain's; none of them: the paper as it is without one. */
export async function effectiveTemplate(
  tx: TenantTx,
  kind: PrintPaper,
  clinicId: string,
): Promise<HandlerOutput<Calls['effective']>> {
  const rows = await tx.rows(
    kept.keptFrom`print_template t where ${tx.own('t')} and t.kind = ${kind} and t.content is not null
      and (t.clinic_id is null or t.clinic_id = ${clinicId})`,
  )
  const found = rows.find((row) => row.clinicId !== null) ?? rows[0]
  if (!found) return { source: 'builtIn', no: null, content: null }
  return { source: found.clinicId === null ? 'chain' : 'clinic', no: found.no, content: readContent(found.content) }
}

const nameOf = select(columns('clinic', 'c', 'name'))
export async function clinicNameOf(tx: TenantTx, clinicId: string): Promise<string> {
  return (await tx.need(nameOf.keptFrom`clinic c where ${tx.own('c')} and c.id = ${clinicId}`)).name
}
