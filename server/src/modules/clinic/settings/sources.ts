import * as declared from '@dentin/contract/lists/sources'
import { keptSql } from '../../../platform/database/plans.ts'
import { settingList } from '../../../platform/database/setting-list.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import { counted } from '../extension-points.ts'

const DEEPEST = 3

/** Where patients come from: a source keeps its place in the tree, and what hangs on one that is switched off goes off with it. */
export const sources = settingList('patient_source', declared.sources, {
  tree: 'parentId',
  counts: async ({ tx }) => ({ patientCount: await counted(tx, ({ filesBySource }) => filesBySource?.(tx)) }),
  prepare: async (_at, { parentId, cost, costPer }, { present, all }) => {
    if (present && present.parentId !== parentId) throw new AppError('NOT_FOUND')
    const parent = all.find(({ id }) => id === parentId)
    if (parentId && !parent) throw fieldError('NOT_FOUND', 'parentId', '没有这个上级来源')
    if (!present && parent?.level === DEEPEST) throw fieldError('SOURCE_TOO_DEEP', 'parentId')
    return { cost_per: cost === null ? null : (costPer ?? 1) }
  },
  after: async ({ tx }, id, { name, enabled }, { all }) => {
    if (!enabled) await switchOff(tx, below(all, id), `${name}已停用`)
  },
})

type Source = Awaited<ReturnType<typeof sources.list>>[number]

/** What hangs on a source and is in use. */
function below(all: readonly Source[], id: string): string[] {
  return all
    .filter(({ parentId }) => parentId === id)
    .flatMap((each) => [...(each.enabled ? [each.id] : []), ...below(all, each.id)])
}

async function switchOff(tx: TenantTx, ids: readonly string[], reason: string): Promise<void> {
  const held = await tx.rows<{ id: string }>(
    keptSql`select s.id from patient_source s where s.tenant_id = ${tx.tenantId} and s.id = any(${ids}::uuid[]) and s.enabled
        order by s.id for update of s`,
  )
  await tx.updateAll(
    'patient_source',
    held.map(({ id }) => id),
    { enabled: false },
    { reason },
  )
}
