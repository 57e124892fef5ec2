import type { sms } from '@dentin/contract/sms'
import { addDays } from '@dentin/kit'
import { sql } from 'kysely'
import { fieldError } from '../../platform/errors.ts'
import type { ClinicContext, Handlers } from '../../platform/http/context.ts'
import { paged } from '../../platform/http/page.ts'
import { coveredRows, patientsWithin, seesDigits } from '../patient/index.ts'
import { cancelOrder, placeOrder } from './commands/recharge.ts'
import { cancel, preview, resend, send, setOptOut } from './commands/send.ts'
import {
  enableTemplate,
  removeTemplate,
  saveScene,
  saveSignature,
  saveTemplate,
  saveThreshold,
  withdrawSignature,
} from './commands/settings.ts'
import {
  account,
  openOrder,
  optOuts,
  orders,
  packagesOnSale,
  records,
  scenes,
  templates,
  usage,
  type OrderRow,
} from './queries.ts'
import { payUrl } from './rules.ts'

const MAX_DAYS = 366

/** Rows as they may leave: numbers covered. */
const covered = <Row extends { patientId: string | null; mobile: string }>(
  context: ClinicContext,
  rows: readonly Row[],
): Promise<Row[]> => coveredRows(context, rows, ({ patientId }) => ({ patientId }))
const presented = (order: OrderRow) => ({ ...order, url: payUrl(order) })

export const smsHandlers: Handlers<typeof sms> = {
  account: async ({ tx, clinicId, services }) => ({
    ...(await account(tx, clinicId)),
    local: services.sms.local,
    ready: services.sms.ready,
  }),
  usage: ({ tx, clinicId }, { from, to }) => {
    if (to < from) throw fieldError('BAD_INPUT', 'to', '结束日期不能早于开始日期')
    if (to > addDays(from, MAX_DAYS - 1)) throw fieldError('BAD_INPUT', 'to', '一次最多看一年')
    return usage(tx, clinicId, from, to)
  },
  saveThreshold: async (context, { warnThreshold }) => {
    await saveThreshold(context, warnThreshold)
    return null
  },
  saveSignature: async (context, { signature }) => {
    await saveSignature(context, signature)
    return null
  },
  withdrawSignature: async (context) => {
    await withdrawSignature(context)
    return null
  },
  templates: async ({ tx, clinicId }, ask) => paged(await templates(tx, clinicId, ask), ask),
  saveTemplate: (context, input) => saveTemplate(context, input),
  enableTemplate: async (context, input) => {
    await enableTemplate(context, input)
    return null
  },
  removeTemplate: async (context, input) => {
    await removeTemplate(context, input)
    return null
  },
  scenes: ({ tx, clinicId }) => scenes(tx, clinicId),
  saveScene: async (context, input) => {
    await saveScene(context, input)
    return null
  },
  records: async (context, ask) => {
    const page = await records(context.tx, context.clinicId, ask, seesDigits(context, '/SMSmanagement:view'))
    return paged({ ...page, list: await covered(context, page.list) }, ask)
  },
  preview: async (context, ask) => {
    const found = await preview(context, ask)
    return { ...found, recipients: await covered(context, found.recipients) }
  },
  send: (context, ask) => send(context, ask),
  resend: (context, { id }) => resend(context, id),
  cancel: async (context, { id }) => {
    await cancel(context, id)
    return null
  },
  optOuts: async (context, ask) => {
    const page = await optOuts(context.tx, patientsWithin(context, sql`p.id`), ask)
    return paged({ ...page, list: await covered(context, page.list) }, ask)
  },
  setOptOut: async (context, input) => {
    await setOptOut(context, input)
    return null
  },
  packages: async ({ tx, clinicId }) => {
    const open = await openOrder(tx, clinicId)
    const unpaid = open && open.closesTime > tx.now ? presented(open) : null
    return { packages: await packagesOnSale(tx), unpaid }
  },
  recharge: async (context, wish) => presented(await placeOrder(context, wish)),
  cancelRecharge: async (context, { id }) => {
    await cancelOrder(context, id)
    return null
  },
  recharges: async ({ tx, clinicId }, ask) => {
    const page = await orders(tx, clinicId, ask)
    return paged({ ...page, list: page.list.map(presented) }, ask)
  },
}
