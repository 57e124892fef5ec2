import { fenToYuan, uuidv7, type Fen } from '@dentin/kit'
import type { AuditedTable, TenantTx } from '../../../platform/database/tx.ts'
import { AppError } from '../../../platform/errors.ts'

type Entry = { id?: string | null | undefined; version?: number | undefined }

/** Writes one entry of a list: a new one, or a changed one of the version that was looked at. */
export async function store<T extends AuditedTable>(
  tx: TenantTx,
  table: T,
  { id, version }: Entry,
  change: Parameters<typeof tx.update<T>>[2],
  first: Partial<Parameters<typeof tx.insert<T>>[1]> = {},
): Promise<{ id: string }> {
  if (id) {
    if (version === undefined) throw new AppError('VERSION_CONFLICT')
    await tx.update(table, { id, version }, change)
    return { id }
  }
  const made = { id: uuidv7() }
  await tx.insert(table, { ...made, ...first, ...change, created_at: tx.now, updated_at: tx.now } as never)
  return made
}

/** An amount as its column takes it. */
export const yuanIfAny = (fen: Fen | null | undefined): string | null => (fen == null ? null : fenToYuan(fen))
