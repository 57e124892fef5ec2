import { sum, yuanToFen, type Fen } from '@dentin/kit/money'
import type { BillDetail } from './hooks.ts'

type Payment = BillDetail['payments'][number]

/** What is left of a payment after what went back of it. */
export const leftOf = (payments: readonly Payment[], payment: Payment): Fen =>
  sum([
    yuanToFen(payment.amount),
    ...payments.filter(({ returnsId }) => returnsId === payment.id).map(({ amount }) => yuanToFen(amount)),
  ])

/**
 * Payments whose way can have been taken down wrong, and of which something is left: a card, a prepayment, a unit and a gateway
 * know better.
 */
export const adjustable = (payments: readonly Payment[]): ReadonlySet<string> =>
  new Set(
    payments
      .filter(
        (row) =>
          [1, 2, 6].includes(row.kind) &&
          !row.revoked &&
          !row.byGateway &&
          row.cardId === null &&
          row.prepayId === null &&
          row.payUnitName === null &&
          leftOf(payments, row) > 0,
      )
      .map(({ id }) => id),
  )
