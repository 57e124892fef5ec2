import { fileStates } from '@dentin/contract/core/status'
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { codes } from '../../platform/database/codes.ts'
import type { Config } from '../../platform/config.ts'
import { keptSql } from '../../platform/database/plans.ts'
import type { PlatformTx, TenantTx } from '../../platform/database/tx.ts'
import type { Services } from '../../platform/services.ts'
import { changeFile } from '../patient/index.ts'
import { deliverSms, failSms } from './outbox.ts'
import { isRefusal } from './rules.ts'

/** No notification of the provider is nearly as long. */
const MAX_BYTES = 256 * 1024

/** Source: https://www.tencentcloud.com/document/product/382/43547 */
const reports = z
  .array(
    z.object({
      sid: z.string().min(1).max(100),
      report_status: z.enum(['SUCCESS', 'FAIL']),
      errmsg: z.string().max(500).default(''),
      description: z.string().max(500).default(''),
    }),
  )
  .max(1000)
/** Source: https://www.tencentcloud.com/document/product/382/43548 */
const reply = z.object({
  mobile: z.string().max(20),
  text: z.string().max(1000),
  sign: z.string().max(40).default(''),
})

/**
 * The provider signs nothing it sends to us. So the address at which it is told to call is signed: nobody who does not
 * know the secret key can name it.
 */
export function callbackKey(config: Pick<Config, 'SMS_SECRET_KEY' | 'SMS_APP_ID'>): string | null {
  if (!config.SMS_SECRET_KEY) return null
  return createHmac('sha256', config.SMS_SECRET_KEY)
    .update(`callback:${config.SMS_APP_ID ?? ''}`)
    .digest('hex')
}

/** Receipts (was it delivered?) and answers (R: no more advertising) of the provider, outside the envelope. */
export function smsRoutes(app: FastifyInstance, services: Services): void {
  const wanted = callbackKey(services.config)
  const known = (key: string) =>
    wanted !== null && key.length === wanted.length && timingSafeEqual(Buffer.from(key), Buffer.from(wanted))
  const answer = (result: number, errmsg: string) => ({ result, errmsg })
  app.post<{ Params: { key: string } }>(
    '/sms-api/receipts/:key',
    { bodyLimit: MAX_BYTES },
    async (request, response) => {
      if (!known(request.params.key)) return response.code(404).send(answer(1, 'unknown'))
      const parsed = reports.safeParse(request.body)
      if (!parsed.success) return response.code(400).send(answer(1, 'malformed'))
      let missing = 0
      for (const report of parsed.data) if (!(await take(services, report))) missing += 1
      // A receipt may be faster than the answer it belongs to: the provider tries again.
      return missing > 0 ? response.code(503).send(answer(1, 'not known yet')) : answer(0, 'OK')
    },
  )
  app.post<{ Params: { key: string } }>(
    '/sms-api/replies/:key',
    { bodyLimit: MAX_BYTES },
    async (request, response) => {
      if (!known(request.params.key)) return response.code(404).send(answer(1, 'unknown'))
      const parsed = reply.safeParse(request.body)
      if (!parsed.success) return response.code(400).send(answer(1, 'malformed'))
      if (isRefusal(parsed.data.text)) await refuse(services, parsed.data)
      return answer(0, 'OK')
    },
  )
}

async function take(services: Services, report: z.infer<typeof reports>[number]): Promise<boolean> {
  const place = await services.database.withPlatform((tx) =>
    tx.row<{ id: string; tenantId: string; clinicId: string }>(
      keptSql`select sms_id as id, tenant_id as "tenantId", clinic_id as "clinicId" from sms_dispatch where provider_id = ${report.sid}`,
    ),
  )
  if (!place) return false
  const { id, tenantId, clinicId } = place
  await services.database.withTenant(tenantId, clinicId, async (tx) => {
    if (report.report_status === 'SUCCESS') await deliverSms(tx, clinicId, id)
    else await failSms(tx, clinicId, id, `未送达：${report.description || report.errmsg || '运营商没有说明原因'}`)
  })
  return true
}

/** Whoever answered R to the last message that this mobile got from a clinic gets no more advertising of its company. */
async function refuse(services: Services, { mobile, sign }: z.infer<typeof reply>): Promise<void> {
  const number = mobile.replace(/^\+?86/, '')
  const place = await services.database.withPlatform((tx: PlatformTx) =>
    tx.row<{ tenantId: string; clinicId: string }>(
      sql`select tenant_id as "tenantId", clinic_id as "clinicId" from sms_dispatch
          where mobile = ${number} and (${sign} = '' or sign = ${sign}) order by sent_at desc limit 1`,
    ),
  )
  if (!place) return
  await services.database.withTenant(place.tenantId, place.clinicId, (tx) => refuseMarketing(tx, number))
}

async function refuseMarketing(tx: TenantTx, mobile: string): Promise<void> {
  const patients = await tx.rows<{ id: string }>(
    sql`select id from patient where tenant_id = ${tx.tenantId} and mobile = ${mobile} and status in ${codes(fileStates, 'kept')} and not marketing_opt_out
        order by id for no key update`,
  )
  for (const { id } of patients) {
    await changeFile(tx, { id }, { marketing_opt_out: true }, { reason: '短信回复拒收' })
    tx.publish('patient', id)
  }
}
