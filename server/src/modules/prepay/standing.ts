import type { PaperStanding } from '@dentin/contract/paper'
import { prepayReturnStates, prepayStates } from '@dentin/contract/prepay'
import type { Fen } from '@dentin/kit'
import { columns, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { hashOfFigures } from '../issued-document/index.ts'
import { findPrepay, goneOf } from './queries.ts'

/** What of a receipt may change later: paying with the prepayment does not touch what was taken. */
export const figuresOfReceipt = (gone: Fen): unknown[] => [gone]

/** What the receipt of a prepayment is worth today: nothing once all of it went back or to somebody else. */
export async function standingOfPrepayReceipt(tx: TenantTx, id: string, contentHash: string): Promise<PaperStanding> {
  const [one, gone] = await Promise.all([findPrepay(tx, id), goneOf(tx, id)])
  if (prepayStates.is(one.status, 'undone') || gone >= one.amount) return 'void'
  return hashOfFigures(figuresOfReceipt(gone)) === contentHash ? 'valid' : 'newer'
}

const returns = select(columns('prepay_return', 'r', 'status'))

/** A slip holds as long as what it says was paid out. */
export async function standingOfPrepayReturn(tx: TenantTx, id: string): Promise<PaperStanding> {
  const one = await tx.need(returns.keptFrom`prepay_return r where ${tx.own('r')} and r.id = ${id}`)
  return prepayReturnStates.is(one.status, 'paid') ? 'valid' : 'void'
}
