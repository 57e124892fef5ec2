import type { contract } from '@dentin/contract'
import type { Handlers } from '../../../platform/http/context.ts'
import { mismatchesOf, recheck } from '../ledger-check/check.ts'
import { removeSpend, saveSpend, saveTargets, spendsOf, targetsOf } from './goals.ts'
import { paceOf } from './pace.ts'
import { checkTargetSheet, targetSheet } from './target-sheet.ts'
import { warningsOf } from './warnings.ts'

export const cockpitHandlers: Handlers<typeof contract.cockpit> = {
  pace: paceOf,
  warnings: warningsOf,
  mismatches: mismatchesOf,
  recheck,
  targets: (ctx, { year }) => targetsOf(ctx, year),
  targetSheet,
  checkTargetSheet,
  saveTargets: async (ctx, input) => ({ saved: await saveTargets(ctx, input) }),
  spends: (ctx, { year }) => spendsOf(ctx, year),
  saveSpend,
  removeSpend,
}
