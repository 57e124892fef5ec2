import type { ProviderAction } from '@dentin/contract/provider'
import { uuidv7 } from '@dentin/kit'
import { keptSql } from '../../platform/database/plans.ts'
import type { PlatformTx } from '../../platform/database/tx.ts'
import type { ProviderContext } from '../../platform/http/context.ts'

/** Who did something, for the provider's audit. */
export interface ProviderActor {
  accountId: string | null
  name: string
  role: string | null
  ip: string | null
  requestId: string | null
}

/** What was done to what. */
export interface ProviderEntry {
  action: ProviderAction
  target: { kind: string; id?: string | null; name?: string }
  /** The company it happened to. */
  companyId?: string | null
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
  reason?: string | null
}

/** The person of a call. */
export function actorOf(context: Pick<ProviderContext, 'providerId' | 'providerName' | 'role' | 'ip' | 'requestId'>) {
  return {
    accountId: context.providerId,
    name: context.providerName,
    role: context.role,
    ip: context.ip,
    requestId: context.requestId,
  }
}

/** Writes a row of the provider's audit, in the transaction of what happened. */
export async function record(tx: PlatformTx, actor: ProviderActor, entry: ProviderEntry): Promise<void> {
  const json = (value: Record<string, unknown> | null | undefined) => (value ? JSON.stringify(value) : null)
  await tx.rows(
    keptSql`insert into provider_audit (id, created_at, account_id, account_name, role, action, target_kind, target_id, target_name,
          company_id, before, after, reason, ip, request_id)
        values (${uuidv7()}, ${tx.realNow}, ${actor.accountId}, ${actor.name}, ${actor.role}, ${entry.action}, ${entry.target.kind},
          ${entry.target.id ?? null}, ${entry.target.name ?? ''}, ${entry.companyId ?? null}, ${json(entry.before)}::jsonb,
          ${json(entry.after)}::jsonb, ${entry.reason ?? null}, ${actor.ip}, ${actor.requestId})`,
  )
}
