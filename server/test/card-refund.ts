import { contract, type WireInput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import type { Client } from './harness.ts'

const { memberCard } = contract

/** A card's money is given back, with what the other person has to say where the sum asks for it. @returns the first answer */
export async function refundedCard(asks: Client, agrees: Client, input: WireInput<typeof memberCard.refund>) {
  const asked = await asks.call(memberCard.refund, input)
  if (asked.refundStatus !== 0) return asked
  const agreed = await agrees.call(memberCard.decideRefund, { id: asked.refundId, version: 1, agree: true, reason: '' })
  await asks.call(memberCard.payRefund, { id: asked.refundId, version: agreed.version, requestId: uuidv7() })
  return asked
}
