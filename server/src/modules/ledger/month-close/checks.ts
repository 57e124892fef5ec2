import { entryKinds } from '@dentin/contract/ledger-words'
import { formatDateTime, shortDayText, yuanToFen, type Fen } from '@dentin/kit'
import { keptSql } from '../../../platform/database/plans.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import type { MonthEndCheck, MonthIdentity, MonthOfClinic } from '../extension-points.ts'
import { openShifts } from './queries.ts'

/** At most three of many, in a sentence. */
export const someOf = (words: readonly string[]): string =>
  words.length <= 3 ? words.join('，') : `${words.slice(0, 3).join('，')}等`

/** What the ledger itself looks at before a month is closed. */
export const ownChecks: readonly MonthEndCheck[] = [
  {
    code: 'shifts',
    title: '班次未交',
    blocks: true,
    path: '/shiftHandover',
    button: '去交班',
    nothing: '收费员都交了班',
    of: async (tx, month) => {
      const open = await openShifts(tx, month)
      return {
        count: open.length,
        note: someOf(open.map((shift) => `${shortDayText(formatDateTime(shift.startedAt))} ${shift.cashierName}`)),
      }
    },
  },
]

/**
 * What a gateway brought in a month and nothing has taken by its end: it waits on the suspense account, or was closed as long or
 * short. Below zero what it brought in an earlier month was recorded or given back in this one. With it what rewards for introducing
 * somebody cost, which left the till and is no revenue: it is in the takings and in the other income, so one of them is taken off.
 */
async function withoutPlace(tx: TenantTx, { clinicId, from, before }: MonthOfClinic): Promise<Fen> {
  const { amount } = await tx.need<{ amount: string }>(
    keptSql`select coalesce(-sum(p.amount), 0)::text as amount from ledger_posting p
      where p.tenant_id = ${tx.tenantId} and p.clinic_id = ${clinicId} and p.business_date >= ${from}::date and p.business_date < ${before}::date
        and p.unit = 0 and (p.account = 'suspense' or (p.account = 'overShort' and p.kind = ${entryKinds.exception})
          or (p.account = 'otherIncome' and p.kind = ${entryKinds.reward}))`,
  )
  return yuanToFen(amount)
}

export const ownIdentities: readonly MonthIdentity[] = [
  { name: '借贷平衡，差 0.00', holds: (_tx, _month, book) => Promise.resolve(book.balance === 0) },
  {
    name: '收入 = 实收 − 充值与预交 + 卡与预交金消费 + 其他收入 − 没有入账的支付异常 − 介绍奖励',
    holds: async (tx, month, book) =>
      book.revenue === book.takings - book.stored + book.used + book.otherIncome - (await withoutPlace(tx, month)),
  },
  {
    name: '期初 + 新增 + 还款 + 退项冲减 + 核销 = 期末',
    holds: (_tx, _month, { receivable }) =>
      Promise.resolve(
        receivable.opening + receivable.added + receivable.repaid + receivable.returned + receivable.writtenOff ===
          receivable.closing,
      ),
  },
  {
    name: '单位应收期初 + 记账 + 退回 + 结算 = 期末',
    holds: (_tx, _month, { unit }) =>
      Promise.resolve(unit.opening + unit.charged + unit.back + unit.settled === unit.closing),
  },
  {
    name: '收入按分类之和 = 收入',
    holds: (_tx, _month, book) =>
      Promise.resolve(book.categories.reduce((total, { amount }) => total + amount, 0) === book.revenueOfBills),
  },
  {
    name: '实收按方式之和 = 实收',
    holds: (_tx, _month, book) =>
      Promise.resolve(book.methods.reduce((total, { amount }) => total + amount, 0) === book.takings),
  },
]
