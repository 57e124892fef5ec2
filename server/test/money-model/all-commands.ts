import { commands, waitingAdjusts, waitingRefunds, withdrawAdjust, withdrawRefund, type Command } from './commands.ts'
import { gatewayCommands, handleStray, waitingStrays } from './gateway-commands.ts'
import type { Play } from './play.ts'
import { couponCommands } from './coupon-commands.ts'
import { wayCommands } from './way-commands.ts'
import { prepayCommands, waitingReturns, withdrawPrepayBack } from './prepay-commands.ts'

export const allCommands: Readonly<Record<string, Command>> = {
  ...commands,
  ...prepayCommands,
  ...wayCommands,
  ...couponCommands,
  ...gatewayCommands,
}

/** What would keep months from being closed for the sequences that follow. */
export async function settleWaiting(play: Play): Promise<void> {
  for (const _ of waitingRefunds(play)) await withdrawRefund(play, [0, 0, 0, 0, 0])
  for (const _ of waitingAdjusts(play)) await withdrawAdjust(play, [0, 0, 0, 0, 0])
  for (const back of waitingReturns(play)) await withdrawPrepayBack(play, back)
  for (const stray of waitingStrays(play)) await handleStray(play, stray, 0, 'close')
}
