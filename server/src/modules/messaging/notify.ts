import type { MessageCategory } from '@dentin/contract/messaging'
import { uuidv7 } from '@dentin/kit'
import { keptSql } from '../../platform/database/plans.ts'
import type { PlatformTx, TenantTx } from '../../platform/database/tx.ts'
import { answerOf } from '../../platform/wiring.ts'

/** What is told to somebody. */
interface MessageText {
  category: MessageCategory
  title: string
  body: string
  /** Where it leads: a path of the web app. */
  link?: string
  /** The same key reaches the same person once. Without one, every call writes a message. */
  key?: string
}

/** A message to members of staff. clinicId null: it concerns the company and is seen in each of its clinics. */
export interface StaffMessage extends MessageText {
  clinicId: string | null
  employeeIds: readonly string[]
}

/** Tells members of staff something, in the transaction of what happened; their bells hear of it when it commits. */
export async function notify(tx: TenantTx, message: StaffMessage): Promise<void> {
  const recipients = [...new Set(message.employeeIds)]
  if (recipients.length === 0) return
  const rows = recipients.map((recipientId) => {
    const id = uuidv7()
    return { id, recipient_id: recipientId, key: message.key ?? id }
  })
  const written = await tx.rows<{ recipientId: string }>(
    keptSql`insert into message (tenant_id, id, clinic_id, recipient_id, category, title, body, link, key, created_at)
        select ${tx.tenantId}, x.id, ${message.clinicId}::uuid, x.recipient_id, ${message.category}, ${message.title}, ${message.body},
          ${message.link ?? null}, x.key, ${tx.now}
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id uuid, recipient_id uuid, key text)
        on conflict on constraint message_recipient_key do nothing
        returning recipient_id as "recipientId"`,
  )
  await ring(
    tx,
    message.clinicId,
    written.map((row) => row.recipientId),
  )
}

/** Tells a person something that has nothing to do with one clinic; also somebody who belongs to none yet. */
export async function notifyAccount(tx: PlatformTx, accountId: string, message: MessageText): Promise<void> {
  const id = uuidv7()
  await tx.rows(
    keptSql`insert into account_message (id, account_id, category, title, body, link, key, created_at)
        values (${id}, ${accountId}, ${message.category}, ${message.title}, ${message.body}, ${message.link ?? null},
          ${message.key ?? id}, ${tx.now})
        on conflict on constraint account_message_key do nothing`,
  )
}

/** Lets the bells of these people look again, in every clinic that the transaction may speak to. */
async function ring(tx: TenantTx, clinicId: string | null, employeeIds: readonly string[]): Promise<void> {
  if (employeeIds.length === 0) return
  const places = clinicId
    ? employeeIds.map((employeeId) => ({ employeeId, clinicId }))
    : await answerOf(tx, 'messaging', ({ clinicsOf }) => clinicsOf)(tx, employeeIds)
  for (const place of places) {
    if (tx.clinicId === null || tx.clinicId === place.clinicId) tx.publish('message', place.employeeId, place.clinicId)
  }
  // A transaction that was entered (the provider at work in a company) is not flushed by the gate.
  tx.flush()
}
