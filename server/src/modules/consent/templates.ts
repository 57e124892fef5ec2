import { consentTemplateContent, type ConsentTemplateContent } from '@dentin/contract/consent'
import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { canonicalJson, uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import { columns, select } from '../../platform/database/select.ts'
import { keptSql } from '../../platform/database/plans.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { SET_EDIT } from './access.ts'
import { platformTemplates } from './data/index.ts'

type Template = HandlerOutput<typeof contract.consent.templates>[number]

const kept = select(
  columns('consent_template', 't', 'id', 'clinic_id', 'key', 'name', 'kind', 'enabled', 'version_no', 'updated_at'),
  columns('consent_template', 't', 'version'),
  { content: sql<unknown>`t.content` },
)

/** The texts of a clinic: its own before the chain's, the platform's where neither says anything. */
export async function templatesOf(tx: TenantTx, clinicId: string): Promise<Template[]> {
  const rows = await tx.rows(
    kept.keptFrom`consent_template t where ${tx.own('t')} and (t.clinic_id is null or t.clinic_id = ${clinicId}) order by t.created_at, t.id`,
  )
  const shown = (row: (typeof rows)[number]): Template => ({
    key: row.key,
    name: row.name,
    kind: row.kind,
    source: row.clinicId === null ? 'chain' : 'clinic',
    enabled: row.enabled,
    versionNo: row.versionNo,
    savedAt: row.updatedAt,
    version: row.version,
    content: consentTemplateContent.parse(row.content),
  })
  const byKey = new Map<string, Template>(
    platformTemplates.map((each) => [
      each.key,
      { ...each, source: 'platform', enabled: true, savedAt: null, version: null },
    ]),
  )
  for (const row of rows.filter(({ clinicId: whose }) => whose === null)) byKey.set(row.key, shown(row))
  for (const row of rows.filter(({ clinicId: whose }) => whose !== null)) byKey.set(row.key, shown(row))
  return [...byKey.values()]
}

/** One that may be used now. @throws AppError CONSENT_TEMPLATE_OFF */
export async function usableTemplate(tx: TenantTx, clinicId: string, key: string): Promise<Template> {
  const found = (await templatesOf(tx, clinicId)).find((each) => each.key === key)
  if (!found?.enabled) throw new AppError('CONSENT_TEMPLATE_OFF')
  return found
}

/** Saves a new version: of the chain's text for whoever keeps it, else of the clinic's own. */
export async function saveTemplate(
  context: ClinicContext,
  input: ParsedInput<typeof contract.consent.saveTemplate>,
): Promise<HandlerOutput<typeof contract.consent.saveTemplate>> {
  const { tx } = context
  const clinicId = (context.scopeOf(SET_EDIT) ?? 0) >= 5 ? null : context.clinicId
  const platform = platformTemplates.find(({ key }) => key === input.key)
  const row = input.key
    ? await tx.row(
        kept.keptFrom`consent_template t where ${tx.own('t')} and t.key = ${input.key} and t.clinic_id is not distinct from ${clinicId}::uuid
          for no key update of t`,
      )
    : undefined
  const { name, kind, enabled, content } = input
  if (!row) {
    const ofChain =
      input.key && !platform ? (await templatesOf(tx, context.clinicId)).find(({ key }) => key === input.key) : null
    if (input.key && !platform && !ofChain) throw new AppError('CONSENT_TEMPLATE_NOT_YOURS')
    const id = uuidv7()
    const made = {
      id,
      clinic_id: clinicId,
      key: input.key ?? id,
      name,
      kind,
      content: JSON.stringify(content),
      enabled,
      version_no: (platform?.versionNo ?? ofChain?.versionNo ?? 0) + 1,
      created_name: context.actorName,
      created_at: tx.now,
      updated_at: tx.now,
    }
    await tx.insert('consent_template', made)
    await keepVersion(context, id, made.version_no, name, content)
    return { key: made.key, versionNo: made.version_no }
  }
  const isSame = name === row.name && canonicalJson(content) === canonicalJson(row.content)
  const versionNo = isSame ? row.versionNo : row.versionNo + 1
  await tx.update(
    'consent_template',
    { id: row.id, version: input.version ?? row.version },
    { name, kind, enabled, content: JSON.stringify(content), version_no: versionNo },
  )
  if (!isSame) await keepVersion(context, row.id, versionNo, name, content)
  return { key: row.key, versionNo }
}

/** What was in force stays readable. */
const keepVersion = (
  { tx, actorName }: ClinicContext,
  templateId: string,
  versionNo: number,
  name: string,
  content: ConsentTemplateContent,
) =>
  tx.need(
    keptSql`insert into consent_template_version (tenant_id, id, template_id, version_no, name, content, saved_name, saved_at)
      values (${tx.tenantId}, ${uuidv7()}, ${templateId}, ${versionNo}, ${name}, ${JSON.stringify(content)}::jsonb, ${actorName}, ${tx.now}) returning id`,
  )
