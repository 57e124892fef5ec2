import type { contract } from '@dentin/contract'
import { scanPayStates } from '@dentin/contract/scan-pay'
import type { Handlers } from '../../../platform/http/context.ts'
import { visibleBill } from '../../billing/index.ts'
import { follow, followSoon } from '../commands/follow.ts'
import { tradesOf } from '../queries.ts'
import { handleException, listExceptions } from './exceptions.ts'
import { DESK } from './kinds.ts'
import { merchantsOf, offersOf, saveMerchant } from './merchants.ts'
import { standingOfBill, startRepayScan, startScan, stopScan } from './scans.ts'
import { testMerchant } from './test-merchant.ts'

/** A page that waits has the gateway asked at most so often. */
const ASK_EVERY_MS = 4_500

export const scanPayHandlers: Handlers<typeof contract.scanPay> = {
  offer: async ({ tx, services, clinicId }) => offersOf(tx, services, clinicId),
  start: (ctx, input) => startScan(ctx, input),
  startRepay: (ctx, input) => startRepayScan(ctx, input),
  standing: async (ctx, { billId }) => {
    await visibleBill(ctx, billId)
    const standing = await standingOfBill(ctx.tx, billId)
    if (standing && scanPayStates.is(standing.status, 'running')) {
      const [trade] = await tradesOf(ctx.tx, { tenantId: ctx.tenantId, kind: DESK, orderId: standing.id })
      if (trade) followSoon(ctx.services, trade.id, ASK_EVERY_MS)
    }
    return standing
  },
  stop: (ctx, { id }) => stopScan(ctx, id),

  exceptions: async (ctx, input) => listExceptions(ctx, input),
  handleException: async (ctx, input) => handleException(ctx, input),

  merchants: async (ctx) => ({
    list: await merchantsOf(ctx.tx, ctx.clinicId),
    mayEdit: ctx.can('/baseAccounting:merchant'),
    sandbox: !ctx.services.config.isProduction,
  }),
  saveMerchant: async (ctx, input) => saveMerchant(ctx, input),
  testMerchant: (ctx, input) => testMerchant(ctx, input, (tradeId) => follow(ctx.services, tradeId)),
}
