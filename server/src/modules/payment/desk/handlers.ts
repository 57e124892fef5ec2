import type { contract } from '@dentin/contract'
import type { Handlers } from '../../../platform/http/context.ts'
import { visibleBill } from '../../billing/index.ts'
import { cardInReach } from '../../card/index.ts'
import { mustReachPatient } from '../../patient/index.ts'
import { follow } from '../commands/follow.ts'
import { handleException, listExceptions } from './exceptions.ts'
import { merchantsOf, offersOf, saveMerchant } from './merchants.ts'
import {
  standingOf,
  startPrepayScan,
  startRechargeScan,
  startRepayScan,
  startSaleScan,
  startScan,
  stopScan,
} from './scans.ts'
import { testMerchant } from './test-merchant.ts'

export const scanPayHandlers: Handlers<typeof contract.scanPay> = {
  offer: async ({ tx, services, clinicId }) => offersOf(tx, services, clinicId),
  start: (ctx, input) => startScan(ctx, input),
  startRepay: (ctx, input) => startRepayScan(ctx, input),
  startRecharge: (ctx, input) => startRechargeScan(ctx, input),
  startSale: (ctx, input) => startSaleScan(ctx, input),
  startPrepay: (ctx, input) => startPrepayScan(ctx, input),
  standing: async (ctx, { billId }) => {
    await visibleBill(ctx, billId)
    return standingOf(ctx, { billId })
  },
  rechargeStanding: async (ctx, { cardId }) => standingOf(ctx, { cardId: (await cardInReach(ctx, cardId)).id }),
  saleStanding: async (ctx, { buyerId }) => {
    await mustReachPatient(ctx, buyerId)
    return standingOf(ctx, { buyerId })
  },
  prepayStanding: async (ctx, { patientId }) => {
    await mustReachPatient(ctx, patientId)
    return standingOf(ctx, { patientId })
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
