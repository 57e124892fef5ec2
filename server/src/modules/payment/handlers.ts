import { setTimeout as sleep } from 'node:timers/promises'
import type { contract } from '@dentin/contract'
import { AppError } from '../../platform/errors.ts'
import type { Handlers } from '../../platform/http/context.ts'
import type { Services } from '../../platform/services.ts'
import { begin, gatewayFor, standing, type Payer, type Standing } from './commands/begin.ts'
import { follow, followSoon } from './commands/follow.ts'
import { makeTicket, orderOfKey, redeemTicket } from './commands/tickets.ts'
import { GatewayUnsure } from './gateways/gateway.ts'
import { orderByNo } from './payables.ts'

/** Somebody who asks at once waits for the gateway so long at most; what it says later is seen by the next look. */
const WAIT_MS = 4_000

/** How an order stands after the gateway was asked about it, unless it takes too long. */
async function standingNow(services: Services, payer: Payer, orderNo: string): Promise<Standing> {
  const before = await payer.open((tx) => standing(tx, services, orderNo, payer))
  if (!before.undecided) return before.standing
  const asked = follow(services, before.undecided).catch((error: unknown) => {
    if (!(error instanceof GatewayUnsure)) services.log.warn({ err: error }, 'trade not followed')
  })
  await Promise.race([asked, sleep(WAIT_MS, undefined, { ref: false })])
  return (await payer.open((tx) => standing(tx, services, orderNo, payer))).standing
}

export const paymentHandlers: Handlers<typeof contract.payment> = {
  alipay: (payer, { orderNo }) => begin(payer.services, payer, 'alipay', orderNo),
  wxpay: (payer, { orderNo }) => begin(payer.services, payer, 'wechat', orderNo),

  checkIsPay: async (context, { orderNo }) => {
    const found = await standing(context.tx, context.services, orderNo, context)
    if (found.undecided) followSoon(context.services, found.undecided)
    return found.standing
  },
  checkIsPayNoPolling: (payer, { orderNo }) => standingNow(payer.services, payer, orderNo),

  makeTicket: (context, { orderNo }) => makeTicket(context.tx, orderNo, context),
  redeemTicket: ({ services }, { ticket }) => redeemTicket(services, ticket),
  payByKey: async ({ services }, { key }) => {
    const { orderNo, payer } = await orderOfKey(services, key)
    const { payMethod } = await payer.open((tx) => orderByNo(tx, orderNo, payer))
    const name = gatewayFor(payMethod)
    if (!name) throw new AppError('PAYMENT_OTHER_WAY')
    return begin(services, payer, name, orderNo)
  },
  checkByKey: async ({ services }, { key, ask }) => {
    const { orderNo, payer } = await orderOfKey(services, key)
    if (ask) return standingNow(services, payer, orderNo)
    const found = await payer.open((tx) => standing(tx, services, orderNo, payer))
    if (found.undecided) followSoon(services, found.undecided)
    return found.standing
  },
}
