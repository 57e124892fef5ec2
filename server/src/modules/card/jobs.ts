import { subtract, ZERO } from '@dentin/kit'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { Services } from '../../platform/services.ts'
import { companies } from '../identity/index.ts'
import { post } from '../ledger/index.ts'
import { logMovements } from './log.ts'
import { cardsToLapse } from './queries.ts'

const BATCH = 100

/** Takes bonus that has run out from its cards; principal never runs out. A second run changes nothing. */
async function lapseBonus(tx: TenantTx, limit: number): Promise<number> {
  const cards = await cardsToLapse(tx, limit)
  const operator = { id: null, name: '系统' }
  for (const card of cards) {
    const { id, cardNo, openClinicId, bonusAmount } = card
    const entryId = await post(tx, {
      kind: 'cardAdjust',
      clinicId: openClinicId,
      document: { kind: 'card', id, no: cardNo },
      actor: operator,
      postings: [
        { account: 'bonus', cardId: id, amount: bonusAmount },
        { account: 'bonusGiven', cardId: id, amount: subtract(ZERO, bonusAmount) },
      ],
    })
    await logMovements(tx, {
      entryId,
      cardIds: [id],
      type: 10,
      clinicId: openClinicId,
      bizNo: '',
      operator,
      remark: '赠金到期',
    })
    await tx.update(
      'member_card',
      { id },
      { remark: card.remark },
      { action: 'bonusRunOut', patientId: card.patientId },
    )
    tx.publish('memberCard', id)
  }
  return cards.length
}

/** Every night: bonus that has run out. */
export function defineCardJobs({ jobs, database }: Services): void {
  jobs.define('card.bonus', async (_data, { signal, log }) => {
    for (const tenantId of await database.withPlatform(companies)) {
      let count = 0
      for (let done = BATCH; done === BATCH && !signal.aborted; count += done)
        done = await database.withTenant(tenantId, 'all', (tx) => lapseBonus(tx, BATCH))
      if (count > 0) log.info({ tenantId, count }, 'bonus of cards ran out')
    }
  })
  jobs.schedule('card.bonus', '40 0 * * *')
}
