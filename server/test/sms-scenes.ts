import { contract } from '@dentin/contract'
import type { SmsSceneKey } from '@dentin/contract/sms'
import { uuidv7 } from '@dentin/kit'
import { fixture, type Client, type TestApp } from './harness.ts'

const { sms } = contract
const a1 = fixture.clinics.a1
const tenantA = fixture.tenants.a

/** What clinic A1 writes to patients by itself, from nothing: its signature is approved and no scene is on. */
export async function freshSms(app: TestApp): Promise<void> {
  await dropSms(app)
  await app.sql(
    `insert into sms_account (tenant_id, id, clinic_id, signature, signature_status, approved_signature, created_at, updated_at)
     values ($1, gen_random_uuid(), $2, '甲口腔', 2, '甲口腔', now(), now())`,
    [tenantA, a1],
  )
}

/** Takes all of it away: the rows were written past the product, without their audit. */
export const dropSms = (app: TestApp) =>
  app.empty('sms_ledger', 'sms_dispatch', 'sms_outbox', 'sms_scene', 'sms_template', 'sms_account')

/** Switches a scene on with a text that was approved. */
export async function switchOn(
  app: TestApp,
  admin: Client,
  scene: SmsSceneKey,
  content: string,
  more: { sendTime?: string } = {},
): Promise<void> {
  const id = uuidv7()
  await app.sql(
    `insert into sms_template (tenant_id, id, clinic_id, name, type, content, audit_status, approved_content, created_at, updated_at)
     values ($1, $2, $3, $4, 1, $5, 2, $5, now(), now())`,
    [tenantA, id, a1, scene.slice(0, 20), content],
  )
  await admin.call(sms.saveScene, { scene, enabled: true, templateId: id, audience: 'all', ...more })
}

/** What was queued: each with its scene. */
export async function queued(app: TestApp): Promise<[scene: string, content: string][]> {
  const rows = await app.sql<{ scene: string; content: string }>(
    'select scene, content from sms_outbox order by created_at, id',
  )
  return rows.map(({ scene, content }) => [scene, content])
}
