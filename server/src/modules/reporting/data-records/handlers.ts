import type { contract } from '@dentin/contract'
import type { Handlers } from '../../../platform/http/context.ts'
import { expectedCareOf, saveExpectedCare } from './expected-care.ts'
import { giveByRule, giveReward, rewardFor, takeBackByRule, takeBackReward } from './rewards.ts'
import { firstVisitOf, noteFirstVisit } from './first-visits.ts'

export const dataRecordHandlers: Handlers<typeof contract.dataRecord> = {
  firstVisit: firstVisitOf,
  noteFirstVisit,
  expectedCare: expectedCareOf,
  saveExpectedCare,
  reward: rewardFor,
  giveReward,
  takeBackReward,
  giveByRule,
  takeBackByRule,
}
