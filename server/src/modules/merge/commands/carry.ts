import { uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import { keptSql } from '../../../platform/database/plans.ts'
import type { AuditedTable, AuditNote, TenantTx } from '../../../platform/database/tx.ts'
import { AppError } from '../../../platform/errors.ts'
import { followingRows, type Following } from '../../patient/index.ts'
import { keysOf, rowsThatClash } from '../queries.ts'

/**
 * Locks every row of a patient before the file itself: those of the right-hand modules first, as the transactions go that
 * pass through several rooms.
 */
export async function lockFollowing(tx: TenantTx, patientId: string): Promise<void> {
  for (const of of [...followingRows(tx)].reverse()) await keysOf(tx, of, patientId, undefined, true)
}

/** Hands rows of one kind over to another file, each with its audit row where the table keeps versions. */
export async function handOver(
  tx: TenantTx,
  of: Following,
  keys: readonly string[],
  to: string,
  note: AuditNote,
): Promise<void> {
  if (keys.length === 0) return
  if (of.audited) {
    const patch: Record<string, unknown> = { [of.column]: to }
    await tx.updateAll(of.table as AuditedTable, keys, patch, { ...note, patientId: to })
    return
  }
  await tx.rows(
    sql`update ${sql.table(of.table)} set ${sql.ref(of.column)} = ${to}
        where tenant_id = ${tx.tenantId} and ${sql.ref(of.column)} <> ${to} and ${sql.ref(of.key)}::text = any(${keys}::text[])
          and ${sql.ref(of.column)} = ${note.patientId ?? null} returning 1`,
  )
}

/** Everything that belongs to one file goes over to another, and what went is written down. @returns which kinds moved */
export async function carryOver(
  tx: TenantTx,
  mergeId: string,
  from: string,
  to: string,
  reason: string,
): Promise<Following[]> {
  const moved: Following[] = []
  for (const of of followingRows(tx)) {
    for (const { key, former } of of.once.length > 0 || of.other !== null
      ? await rowsThatClash(tx, of, from, to)
      : []) {
      await takeAway(tx, of, key, from, reason)
      await writeDown(tx, mergeId, of, [key], former)
    }
    // Whom the two files name themselves is settled with their fields.
    const keys = (await keysOf(tx, of, from)).filter((key) => of.table !== 'patient' || (key !== from && key !== to))
    if (keys.length === 0) continue
    await handOver(tx, of, keys, to, { action: 'merge', reason, patientId: from })
    await writeDown(tx, mergeId, of, keys, null)
    moved.push(of)
  }
  return moved
}

async function writeDown(
  tx: TenantTx,
  mergeId: string,
  of: Following,
  keys: readonly string[],
  former: Record<string, unknown> | null,
): Promise<void> {
  await tx.rows(
    keptSql`insert into patient_merge_row (tenant_id, merge_id, table_name, column_name, row_key, former)
        select ${tx.tenantId}::uuid, ${mergeId}::uuid, ${of.table}::text, ${of.column}::text, k.key, ${former === null ? null : JSON.stringify(former)}::jsonb
        from unnest(${keys}::text[]) k(key) returning row_key`,
  )
}

async function takeAway(tx: TenantTx, of: Following, key: string, patientId: string, reason: string): Promise<void> {
  if (of.audited) return tx.remove(of.table as AuditedTable, { id: key }, { patientId, reason })
  await tx.rows(
    sql`delete from ${sql.table(of.table)} where tenant_id = ${tx.tenantId} and ${sql.ref(of.column)} = ${patientId}
          and ${sql.ref(of.key)}::text = ${key} returning 1`,
  )
}

/** Puts a row back that a merge had taken away. What it belonged to may be gone by now (a group was deleted): then it is not. */
export async function putBack(
  tx: TenantTx,
  of: Following,
  former: Record<string, unknown>,
  reason: string,
): Promise<void> {
  const { tenant_id: _tenant, version: _version, ...row } = former
  try {
    await tx.attempt(async () => {
      if (of.audited) {
        const note = { patientId: String(former[of.column]), reason }
        await tx.insert(of.table as AuditedTable, { ...row, id: uuidv7() } as never, note)
        return
      }
      const names = Object.keys(row)
      await tx.rows(
        keptSql`insert into ${sql.table(of.table)} (tenant_id, ${sql.join(names.map((name) => sql.ref(name)))})
            select ${tx.tenantId}::uuid, ${sql.join(names.map((name) => sql`x.${sql.ref(name)}`))}
            from jsonb_populate_record(null::${sql.table(of.table)}, ${JSON.stringify(row)}::jsonb) x returning 1`,
      )
    })
  } catch (error) {
    if (error instanceof AppError) throw error
    if (!/^23(503|505|514)$/.test((error as { code?: string }).code ?? '')) throw error
  }
}
