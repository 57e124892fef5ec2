import { fileStates } from '@dentin/contract/core/status'
import { orderStates } from '@dentin/contract/core/order-states'
import {
  smsSceneKeys,
  smsSceneName,
  smsScenes,
  type sms,
  type SmsRecordScene,
  smsAuditStates,
  smsStates,
} from '@dentin/contract/sms'
import type { HandlerOutput } from '@dentin/contract'
import {
  atMinutes,
  dayRange,
  daysBetween,
  addDays,
  formatTime,
  smsBody,
  smsCount,
  smsText,
  today,
  yuanToFen,
  type Fen,
  type LocalDate,
  type SmsType,
} from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { keptSql } from '../../platform/database/plans.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { foundBy } from '../patient/index.ts'
import { balanceOf, DEFAULT_THRESHOLD } from './balance.ts'

export interface AccountRow {
  id: string
  signature: string
  signatureStatus: number
  refuseReason: string
  approvedSignature: string
  warnThreshold: number
  version: number
}

/** How the clinic sends; null: nothing was set yet. */
export async function accountOf(tx: TenantTx, clinicId: string, lock = false): Promise<AccountRow | null> {
  const row = await tx.row<AccountRow>(
    keptSql`select id, signature, signature_status as "signatureStatus", refuse_reason as "refuseReason",
          approved_signature as "approvedSignature", warn_threshold as "warnThreshold", version
        from sms_account where tenant_id = ${tx.tenantId} and clinic_id = ${clinicId}${lock ? sql` for no key update` : sql``}`,
  )
  return row ?? null
}

/** Balance, signature and figures of the clinic. */
export async function account(
  tx: TenantTx,
  clinicId: string,
): Promise<Omit<HandlerOutput<typeof sms.account>, 'local' | 'ready'>> {
  const set = await accountOf(tx, clinicId)
  const balance = await balanceOf(tx, clinicId)
  const day = today(tx.now)
  const weekAgo = new Date(tx.now.getTime() - 7 * 86_400_000)
  const since = dayRange(`${day.slice(0, 7)}-01`).from
  const figures = await tx.need<{ today: number; month: number }>(
    sql`select coalesce(sum(count) filter (where created_at >= ${dayRange(day).from}), 0)::int as today, coalesce(sum(count), 0)::int as month
        from sms_outbox where tenant_id = ${tx.tenantId} and clinic_id = ${clinicId} and created_at >= ${since} and charged`,
  )
  const open = await tx.need<{ waiting: number; failed: number }>(
    sql`select (select count(*)::int from sms_outbox w where w.tenant_id = ${tx.tenantId} and w.clinic_id = ${clinicId}
            and w.status = ${smsStates.code.waiting}) as waiting,
          (select count(*)::int from sms_outbox f where f.tenant_id = ${tx.tenantId} and f.clinic_id = ${clinicId}
            and f.status = ${smsStates.code.failed} and f.created_at >= ${weekAgo}
            and not exists (select 1 from sms_outbox r where r.tenant_id = ${tx.tenantId} and r.resend_of = f.id)) as failed`,
  )
  const warnThreshold = set?.warnThreshold ?? DEFAULT_THRESHOLD
  return {
    balance,
    warnThreshold,
    low: balance <= warnThreshold,
    signature: set?.signature ?? '',
    signatureStatus: set?.signatureStatus ?? smsAuditStates.code.none,
    refuseReason: set?.refuseReason ?? '',
    approvedSignature: set?.approvedSignature ?? '',
    ...figures,
    ...open,
  }
}

/** What was used, by day and by scene. */
export async function usage(
  tx: TenantTx,
  clinicId: string,
  from: LocalDate,
  to: LocalDate,
): Promise<HandlerOutput<typeof sms.usage>> {
  const range = sql`o.tenant_id = ${tx.tenantId} and o.clinic_id = ${clinicId} and o.created_at >= ${dayRange(from).from}
    and o.created_at < ${dayRange(to).to}`
  const days = await tx.rows<{ date: string; count: number; failed: number }>(
    sql`select to_char(o.created_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as date,
          coalesce(sum(o.count) filter (where o.charged), 0)::int as count, (count(*) filter (where o.status = ${smsStates.code.failed}))::int as failed
        from sms_outbox o where ${range} group by 1`,
  )
  const scenes = await tx.rows<{ scene: string; count: number }>(
    sql`select o.scene, sum(o.count)::int as count from sms_outbox o where ${range} and o.charged group by o.scene order by 2 desc, 1`,
  )
  const found = new Map(days.map((each) => [each.date, each]))
  const all = Array.from({ length: daysBetween(from, to) + 1 }, (_, n) => {
    const date = addDays(from, n)
    return found.get(date) ?? { date, count: 0, failed: 0 }
  })
  return { days: all, scenes }
}

export interface TemplateRow {
  id: string
  version: number
  name: string
  type: SmsType
  content: string
  auditStatus: number
  refuseReason: string
  approvedContent: string
  enabled: boolean
  createdTime: Date
}
const templateColumns = sql`t.id, t.version, t.name, t.type, t.content, t.audit_status as "auditStatus", t.refuse_reason as "refuseReason",
  t.approved_content as "approvedContent", t.enabled, t.created_at as "createdTime"`

export async function templateById(tx: TenantTx, id: string, lock = false): Promise<TemplateRow | null> {
  const row = await tx.row<TemplateRow>(
    keptSql`select ${templateColumns} from sms_template t where t.tenant_id = ${tx.tenantId} and t.id = ${id}${lock ? sql` for no key update` : sql``}`,
  )
  return row ?? null
}

/** Templates of the clinic with what uses them. `ready`: what can be sent by hand. */
export async function templates(
  tx: TenantTx,
  clinicId: string,
  ask: { type?: number | null | undefined; ready: boolean; pageNum: number; pageSize: number },
): Promise<{ list: HandlerOutput<typeof sms.templates>['list']; total: number }> {
  const sign = (await accountOf(tx, clinicId))?.approvedSignature ?? ''
  const rows = await tx.rows<TemplateRow & { scenes: string[]; total: number }>(
    sql`select ${templateColumns}, count(*) over ()::int as total,
          array(select s.scene from sms_scene s where s.tenant_id = ${tx.tenantId} and s.template_id = t.id and s.enabled order by 1) as scenes
        from sms_template t
        where t.tenant_id = ${tx.tenantId} and t.clinic_id = ${clinicId} and (${ask.type ?? null}::int is null or t.type = ${ask.type ?? null})
          and (not ${ask.ready} or (t.enabled and t.approved_content <> ''))
        order by t.created_at desc, t.id desc limit ${ask.pageSize} offset ${(ask.pageNum - 1) * ask.pageSize}`,
  )
  return {
    list: rows.map(({ total: _total, scenes, ...row }) => {
      const text = smsText(sign, smsBody(row.type, row.content))
      return { ...row, scenes: scenes.map(smsSceneName), wordCount: text.length, billingCount: smsCount(text) }
    }),
    total: rows[0]?.total ?? 0,
  }
}

/** All scenes, as the clinic has set them or as they begin. */
export async function scenes(tx: TenantTx, clinicId: string): Promise<HandlerOutput<typeof sms.scenes>> {
  const rows = await tx.rows<{
    scene: string
    enabled: boolean
    templateId: string | null
    templateName: string | null
    content: string | null
    sendMin: number | null
    audience: 'all' | 'first' | 'return'
    version: number
  }>(
    keptSql`select s.scene, s.enabled, s.template_id as "templateId", t.name as "templateName", t.approved_content as content,
          s.send_min as "sendMin", s.audience, s.version
        from sms_scene s left join sms_template t on t.tenant_id = ${tx.tenantId} and t.id = s.template_id
        where s.tenant_id = ${tx.tenantId} and s.clinic_id = ${clinicId}`,
  )
  const found = new Map(rows.map((row) => [row.scene, row]))
  return smsSceneKeys.map((scene) => {
    const row = found.get(scene)
    const min = row?.sendMin ?? smsScenes[scene].at
    return {
      scene,
      enabled: row?.enabled ?? false,
      templateId: row?.templateId ?? null,
      templateName: row?.templateName ?? null,
      content: row?.content ?? null,
      sendTime: min === null ? null : formatTime(atMinutes(today(tx.now), min)),
      audience: row?.audience ?? 'all',
      version: row?.version ?? null,
    }
  })
}

interface RecordAsk {
  status?: number | null | undefined
  scene?: SmsRecordScene | null | undefined
  patientId?: string | null | undefined
  batchNo: string
  keyword: string
  pageNum: number
  pageSize: number
}

/** What was sent, the newest first. */
export async function records(
  tx: TenantTx,
  clinicId: string,
  ask: RecordAsk,
  digits: boolean,
): Promise<{ list: HandlerOutput<typeof sms.records>['list']; total: number }> {
  const wanted: RawBuilder<unknown>[] = [sql`o.tenant_id = ${tx.tenantId} and o.clinic_id = ${clinicId}`]
  if (ask.status !== null && ask.status !== undefined) wanted.push(sql`o.status = ${ask.status}`)
  if (ask.scene) wanted.push(sql`o.scene = ${ask.scene}`)
  if (ask.patientId) wanted.push(sql`o.patient_id = ${ask.patientId}`)
  if (ask.batchNo) wanted.push(sql`o.batch_no = ${ask.batchNo}`)
  if (/^\d{11}$/.test(ask.keyword)) wanted.push(sql`o.mobile = ${ask.keyword}`)
  else if (ask.keyword)
    wanted.push(sql`o.patient_id in (select found.id from ${foundBy(tx, ask.keyword, 200, digits)} found)`)
  const where = sql.join(wanted, sql` and `)
  const rows = await tx.rows<HandlerOutput<typeof sms.records>['list'][number] & { sign: string }>(
    sql`select o.id, o.batch_no as "batchNo", o.patient_id as "patientId", o.name, o.mobile, o.scene, o.content, o.sign, o.count, o.status,
          o.fail_reason as "failReason", o.created_at as "createdTime", o.due_at as "dueTime", o.sent_at as "sendTime",
          o.delivered_at as "deliveredTime", o.operator_name as "operatorName",
          (select r.id from sms_outbox r where r.tenant_id = ${tx.tenantId} and r.resend_of = o.id) as "resentAs"
        from sms_outbox o where ${where}
        order by o.created_at desc, o.id desc limit ${ask.pageSize} offset ${(ask.pageNum - 1) * ask.pageSize}`,
  )
  const { total } = await tx.need<{ total: number }>(
    sql`select count(*)::int as total from sms_outbox o where ${where}`,
  )
  return { list: rows.map(({ sign, ...row }) => ({ ...row, content: smsText(sign, row.content) })), total }
}

export interface OrderRow {
  orderId: string
  clinicId: string
  orderNo: string
  title: string
  count: number
  totalAmount: Fen
  payType: number
  status: number
  createdTime: Date
  closesTime: Date
  paidTime: Date | null
  tradeId: string | null
  buyerName: string
}
const orderColumns = sql`o.id as "orderId", o.clinic_id as "clinicId", o.order_no as "orderNo", o.title, o.count,
  o.total_amount as "totalAmount", o.pay_type as "payType", o.status, o.created_at as "createdTime", o.closes_at as "closesTime",
  o.paid_at as "paidTime", o.trade_id as "tradeId", o.buyer_name as "buyerName"`
type RawOrder = Omit<OrderRow, 'totalAmount'> & { totalAmount: string }
const orderOf = (row: RawOrder): OrderRow => ({ ...row, totalAmount: yuanToFen(row.totalAmount) })

async function oneOrder(tx: TenantTx, which: RawBuilder<unknown>): Promise<OrderRow | null> {
  const row = await tx.row<RawOrder>(
    sql`select ${orderColumns} from sms_order o where o.tenant_id = ${tx.tenantId} and ${which}`,
  )
  return row ? orderOf(row) : null
}
export const orderByNo = (tx: TenantTx, orderNo: string) => oneOrder(tx, sql`o.order_no = ${orderNo}`)
/** The order, with its row locked until the transaction ends. */
export const lockOrder = (tx: TenantTx, id: string) => oneOrder(tx, sql`o.id = ${id} for no key update`)
/** The order of the clinic that waits for money. */
export const openOrder = (tx: TenantTx, clinicId: string) =>
  oneOrder(tx, sql`o.clinic_id = ${clinicId} and o.status in ${codes(orderStates, 'unpaid')}`)

export async function orders(
  tx: TenantTx,
  clinicId: string,
  page: { pageNum: number; pageSize: number },
): Promise<{ list: OrderRow[]; total: number }> {
  const which = sql`o.tenant_id = ${tx.tenantId} and o.clinic_id = ${clinicId}`
  const rows = await tx.rows<RawOrder>(
    sql`select ${orderColumns} from sms_order o where ${which} order by o.created_at desc, o.id desc
        limit ${page.pageSize} offset ${(page.pageNum - 1) * page.pageSize}`,
  )
  const { total } = await tx.need<{ total: number }>(sql`select count(*)::int as total from sms_order o where ${which}`)
  return { list: rows.map(orderOf), total }
}

/** Packages on sale. */
export async function packagesOnSale(tx: TenantTx): Promise<{ id: string; count: number; price: Fen; tip: string }[]> {
  const rows = await tx.rows<{ id: string; count: number; price: string; tip: string }>(
    sql`select id, count, price, tip from sms_package where enabled order by sort_no, count, id`,
  )
  return rows.map((row) => ({ ...row, price: yuanToFen(row.price) }))
}

/** Who wants no SMS, or no advertising. */
export async function optOuts(
  tx: TenantTx,
  within: RawBuilder<boolean>,
  page: { pageNum: number; pageSize: number },
): Promise<{ list: HandlerOutput<typeof sms.optOuts>['list']; total: number }> {
  const rows = await tx.rows<HandlerOutput<typeof sms.optOuts>['list'][number] & { total: number }>(
    sql`select p.id as "patientId", p.name, coalesce(p.mobile, '') as mobile, p.medical_number as "medicalNumber",
          p.sms_opt_out as "smsOptOut", p.marketing_opt_out as "marketingOptOut", count(*) over ()::int as total
        from patient p where p.tenant_id = ${tx.tenantId} and (p.sms_opt_out or p.marketing_opt_out) and p.status in ${codes(fileStates, 'kept')} and ${within}
        order by p.updated_at desc, p.id desc limit ${page.pageSize} offset ${(page.pageNum - 1) * page.pageSize}`,
  )
  return { list: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 }
}
