import { add, fenToYuan, subtract, yuanToFen } from '@dentin/kit/money'
import type { TracedFigure } from '@dentin/contract/traced-figures'
import { Traced } from '../../domain/Traced.tsx'
import { cx, Money } from '../../ui/index.ts'
import type { MonthBook } from './hooks.ts'
import s from './month-book.module.css'

type Row = [name: string, yuan: string, figure?: TracedFigure | null, note?: string]

const isSome = ([, yuan]: Row) => Number(yuan) !== 0
const taken = (yuan: string) => (Number(yuan) === 0 ? yuan : yuan.startsWith('-') ? yuan.slice(1) : `-${yuan}`)

/** What a gateway brought that nothing has taken: what the rest of the ladder leaves over. */
const withoutPlace = ({ takings, stored, used, otherIncome, revenue }: MonthBook): string => {
  const came = subtract(yuanToFen(takings), yuanToFen(stored))
  return fenToYuan(subtract(add(came, yuanToFen(used), yuanToFen(otherIncome)), yuanToFen(revenue)))
}

const overShortWord = (yuan: string) => (Number(yuan) === 0 ? '' : Number(yuan) < 0 ? '短款' : '长款')

export interface BookFiguresProps {
  book: MonthBook
  /** Its amounts open their postings; left out where they don't, on paper. */
  month?: string
}

/** The figures of a month as its closing book shows them: ladders that lead from one figure to the next. */
export function BookFigures({ book, month }: BookFiguresProps) {
  const { receivable, principal, deposit, unit } = book
  return (
    <div className={s.book}>
      <section>
        <h3>实收与收入</h3>
        <Ladder
          month={month}
          rows={[
            ['收款', book.received, 'month.received', `${book.receivedCount} 笔`],
            ['退款', taken(book.returned), 'month.paidBack', `${book.returnedCount} 笔`],
          ]}
          total={['实收', book.takings, 'month.takings']}
        />
        <Ladder
          month={month}
          rows={(
            [
              ['减 充值、预交金收入', taken(book.stored), 'month.stored'],
              ['加 卡与预交金消费', book.used, 'month.used'],
              ['加 补差、卡费', book.otherIncome, 'month.otherIncome'],
              ['减 没有入账的支付异常与介绍奖励', taken(withoutPlace(book)), 'month.withoutPlace'],
            ] as Row[]
          ).filter(isSome)}
          total={['收入', book.revenue, 'month.revenue']}
        />
      </section>
      <div className={s.pair}>
        <section>
          <h3>应收</h3>
          <Ladder
            month={month}
            rows={[
              ['期初', receivable.opening, 'month.receivableOpening'],
              ['新增', receivable.added, 'month.added'],
              ['还款', receivable.repaid, 'month.repaid'],
              ['退项冲减', receivable.returned, 'month.returned'],
              ['核销', receivable.writtenOff, 'month.writtenOff'],
            ]}
            total={['期末', receivable.closing, 'month.receivableClosing']}
          />
        </section>
        <section>
          <h3>会员卡本金</h3>
          <Ladder
            month={month}
            rows={[
              ['期初', principal.opening, 'month.principalOpening'],
              ['充值', principal.recharged, 'month.recharged'],
              ['消费', principal.used, 'month.cardUsed'],
              ['消费退回', principal.back, 'month.cardBack'],
              ['退卡', principal.refunded, 'month.cardRefunded'],
              ...([['转入转出、调整', principal.moved, 'month.cardMoved']] as Row[]).filter(isSome),
            ]}
            total={['期末', principal.closing, 'month.principalClosing']}
          />
        </section>
      </div>
      {[deposit.opening, deposit.received, deposit.used, deposit.returned, deposit.moved].some(
        (yuan) => Number(yuan) !== 0,
      ) && (
        <section>
          <h3>预交金</h3>
          <Ladder
            month={month}
            rows={[
              ['期初', deposit.opening, 'month.depositOpening'],
              ['收取', deposit.received, 'month.depositIn'],
              ['使用', deposit.used, 'month.depositUsed'],
              ['退还', deposit.returned, 'month.depositOut'],
              ...([['转入转出、他店使用', deposit.moved, 'month.depositMoved']] as Row[]).filter(isSome),
            ]}
            total={['期末', deposit.closing, 'month.depositClosing']}
          />
        </section>
      )}
      {[unit.opening, unit.charged, unit.back, unit.settled].some((yuan) => Number(yuan) !== 0) && (
        <section>
          <h3>单位应收</h3>
          <Ladder
            month={month}
            rows={[
              ['期初', unit.opening, 'month.unitOpening'],
              ['记账', unit.charged, 'month.unitCharged'],
              ['退回', unit.back, 'month.unitBack'],
              ['结算', unit.settled, 'month.unitSettled'],
            ]}
            total={['期末', unit.closing, 'month.unitClosing']}
          />
        </section>
      )}
      <section>
        <h3>收入按分类</h3>
        <Grid figure="month.category" month={month} rows={book.categories} total={null} empty="这个月没有收入" />
      </section>
      <section>
        <h3>实收按方式</h3>
        <Grid figure="month.method" month={month} rows={book.methods} total={book.takings} empty="这个月没有收款" />
      </section>
      <section>
        <h3>长短款</h3>
        <Ladder
          month={month}
          rows={[]}
          total={['交班差额与记入长短款的支付异常', book.overShort, 'month.overShort', overShortWord(book.overShort)]}
        />
      </section>
    </div>
  )
}

/** An amount that opens its postings, where it has a figure and a month is shown. */
function Amount({
  figure,
  month,
  name,
  yuan,
}: {
  figure: TracedFigure | null
  month: string | undefined
  name?: string
  yuan: string
}) {
  if (!figure || !month) return <Money yuan={yuan} />
  return (
    <Traced figure={figure} month={month} yuan={yuan} {...(name !== undefined && { name })}>
      <Money yuan={yuan} />
    </Traced>
  )
}

function Ladder({ rows, total, month }: { rows: readonly Row[]; total: Row; month: string | undefined }) {
  const amountOf = ([, yuan, figure]: Row) => <Amount figure={figure ?? null} month={month} yuan={yuan} />
  return (
    <dl className={s.ladder}>
      {rows.map((row) => (
        <div key={row[0]}>
          <dt>
            {row[0]} {row[3] && <small>{row[3]}</small>}
          </dt>
          <dd>{amountOf(row)}</dd>
        </div>
      ))}
      <div className={s.total}>
        <dt>
          {total[0]} {total[3] && <small>{total[3]}</small>}
        </dt>
        <dd>{amountOf(total)}</dd>
      </div>
    </dl>
  )
}

function Grid({
  figure,
  month,
  rows,
  total,
  empty,
}: {
  /** What each row's amount is, of the one that it names. */
  figure: TracedFigure
  month: string | undefined
  rows: readonly { name: string; amount: string }[]
  total: string | null
  empty: string
}) {
  if (rows.length === 0) return <p className={cx('tertiary', s.none)}>{empty}</p>
  return (
    <dl className={s.grid}>
      {rows.map(({ name, amount }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Amount figure={figure} month={month} name={name} yuan={amount} />
          </dd>
        </div>
      ))}
      {total !== null && (
        <div className={s.strong}>
          <dt>合计</dt>
          <dd>
            <Amount figure="month.takings" month={month} yuan={total} />
          </dd>
        </div>
      )}
    </dl>
  )
}
