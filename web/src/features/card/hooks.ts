import { memberCard } from '@dentin/contract/card'
import type { cardTypeCalls } from '@dentin/contract/lists/card-types'
import { coupon } from '@dentin/contract/coupon'
import type { WireOutput } from '@dentin/contract/core/call'
import { patient } from '@dentin/contract/patient'
import { useLive } from '../../lib/live.ts'
import { useCall, useSend } from '../../lib/query.ts'

export type CardType = WireOutput<typeof cardTypeCalls.types>[number]
export type Card = WireOutput<typeof memberCard.basicInformation>['cards'][number]
export type Movement = WireOutput<typeof memberCard.expendList>['list'][number]
export type CardRefund = WireOutput<typeof memberCard.refunds>['list'][number]
export type Member = WireOutput<typeof memberCard.list>['list'][number]

const reads = [
  memberCard.basicInformation,
  memberCard.expendList,
  memberCard.changeLog,
  memberCard.list,
  memberCard.payable,
  memberCard.memberRights,
  memberCard.rightUses,
  memberCard.refunds,
  memberCard.refundPreview,
  coupon.ofPatient,
  patient.information,
]

/** A patient's cards, kept fresh. */
export function useCards(patientId: string) {
  useLive(['memberCard'], [memberCard.basicInformation, memberCard.expendList, memberCard.changeLog])
  return useCall(memberCard.basicInformation, { patientId }, { keep: false })
}

/** What is given back of one card, or of the clinic's (null), kept fresh. */
export function useRefunds(cardId: string | null, keyword: string, pageSize: number) {
  useLive(['memberCard'], [memberCard.refunds])
  return useCall(memberCard.refunds, { cardId, keyword, pageNum: 1, pageSize })
}

/** Everything that changes cards; what is on the screen is read again after each. */
export const useCardSend = <C extends Parameters<typeof useSend>[0]>(call: C) => useSend(call, { refresh: reads })
