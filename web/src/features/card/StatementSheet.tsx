import { cardStatement } from '@dentin/contract/card-statement'
import type { WireOutput } from '@dentin/contract/core/call'
import type { ColumnOf, PaperValues } from '@dentin/contract/core/print-papers'
import { cardMoves } from '@dentin/contract/card'
import {
  MoneyPaperView,
  PaperDays,
  PaperMoment,
  PaperText,
  personOnPaper,
  type PaperColumn,
  type PaperSum,
} from '../../domain/money-paper.tsx'
import { useAsPreview } from '../../domain/paper-preview.ts'
import { fenToYuan, sum, yuanToFen } from '@dentin/kit/money'
import { Money, PrintPending } from '../../ui/index.ts'
import { useCall } from '../../lib/query.ts'
import { signed, spaced } from './words.ts'

type CardStatement = WireOutput<typeof cardStatement.read>

/** What a card held, how it moved and what it holds, for a range of days. Opening it counts as a print. */
export function StatementSheet({
  id,
  from,
  to,
  auto,
  onBack,
  onDays,
}: {
  id: string
  from: string
  to: string
  auto: boolean
  onBack?: () => void
  /** Other days were chosen. */
  onDays: (from: string, to: string) => void
}) {
  const { data, error, refetch } = useCall(
    cardStatement.read,
    { id, from, to, ...useAsPreview() },
    { staleTime: Infinity, keep: false },
  )
  if (error || !data) return <PrintPending error={error?.message} onRetry={() => void refetch()} onBack={onBack} />
  const { card, list } = data
  return (
    <MoneyPaperView
      kind="cardStatement"
      fileName={`会员卡对账单 ${card.cardNo} ${data.from} 至 ${data.to}`}
      auto={auto}
      onBack={onBack}
      extra={<PaperDays from={from} to={to} onDays={onDays} />}
      title="会员卡对账单"
      number={spaced(card.cardNo)}
      called={{ number: '卡号', moment: '期间' }}
      moment={`${data.from} 至 ${data.to}`}
      clinic={data.clinic}
      about={[
        ...personOnPaper(data.patient),
        { part: 'validity', text: card.typeName },
        { part: 'validity', text: card.expireDate ? `有效期至 ${card.expireDate}` : '长期有效' },
      ]}
      table={{ columns: columnsOf(data), groups: [{ key: 'all', rows: list }], keyOf: (row) => row.id }}
      sums={closingOf(data)}
      after={list.length === 0 && <PaperText>这段时间没有变动。</PaperText>}
      signatures={[{ label: '持卡人' }, { label: '门诊盖章' }]}
      printedAt={data.printedAt}
      printCount={data.printCount}
      values={valuesOf(data)}
    />
  )
}

const TIMES = 3

type Movement = CardStatement['list'][number]
type Column = PaperColumn<Movement, ColumnOf<'cardStatement'>>
const money = (yuan: string) => Number(yuan) !== 0 && signed(yuan)

const moveOf = (row: Movement): string =>
  cardMoves[row.type as keyof typeof cardMoves] + (row.subName ? `（${row.subName}用）` : '')

const valuesOf = ({ patient, card, ...statement }: CardStatement): PaperValues<'cardStatement'> => ({
  患者: patient.patientName,
  病历号: patient.medicalNumber,
  卡种: card.typeName,
  卡号: spaced(card.cardNo),
  有效期: card.expireDate,
  开始日期: statement.from,
  结束日期: statement.to,
  变动: statement.list.map((row) => ({
    时间: row.createdAt.slice(0, 16),
    变动: moveOf(row),
    单号: row.bizNo || row.logNo,
    门诊: row.clinicName,
    本金: row.principalDelta,
    赠金: row.bonusDelta,
  })),
})

/** Columns of what the card moves at all. */
function columnsOf({ card, list }: CardStatement): readonly Column[] {
  const points = list.some(({ pointsDelta }) => pointsDelta !== 0)
  const count = (value: number) => value !== 0 && (value > 0 ? `+${value}` : value)
  const own: Column[] =
    card.kind === TIMES
      ? [
          { key: 'times', numeric: true, roll: 'end', render: (row) => count(row.timesDelta) },
          { key: 'after', title: '余', numeric: true, roll: 'part', render: (row) => `${row.timesAfter} 次` },
        ]
      : [
          { key: 'principal', numeric: true, roll: 'end', render: (row) => money(row.principalDelta) },
          { key: 'bonus', numeric: true, roll: 'part', render: (row) => money(row.bonusDelta) },
          {
            key: 'after',
            title: '余 本金/赠金',
            numeric: true,
            roll: 'part',
            render: (row) => (
              <>
                <Money yuan={row.principalAfter} /> / <Money yuan={row.bonusAfter} />
              </>
            ),
          },
        ]
  return [
    { key: 'at', roll: 'name', render: (row) => <PaperMoment moment={row.createdAt} /> },
    {
      key: 'type',
      whole: true,
      roll: 'name',
      render: moveOf,
    },
    { key: 'biz', whole: true, roll: 'part', render: (row) => row.bizNo || row.logNo },
    { key: 'clinic', wide: true, render: (row) => row.clinicName },
    ...own,
    ...(points
      ? [
          {
            key: 'points',
            numeric: true,
            roll: 'part',
            render: (row) => count(row.pointsDelta),
          } as Column,
        ]
      : []),
  ]
}

/** How the end follows from the beginning. */
function closingOf({ card, opening, closing, list }: CardStatement): PaperSum<never>[] {
  if (card.kind === TIMES)
    return [
      { label: '期初', text: `${opening.times} 次` },
      { label: '期末', text: `${closing.times} 次`, strong: true },
    ]
  const of = (field: 'principalDelta' | 'bonusDelta', isIn: boolean) =>
    fenToYuan(sum(list.map((row) => yuanToFen(row[field])).filter((fen) => (isIn ? fen > 0 : fen < 0))))
  const two = (principal: string, bonus: string) => (
    <>
      <Money yuan={principal} /> / <Money yuan={bonus} />
    </>
  )
  return [
    { label: '期初 本金 / 赠金', text: two(opening.principal, opening.bonus) },
    { label: '增加', text: two(of('principalDelta', true), of('bonusDelta', true)) },
    { label: '减少', text: two(of('principalDelta', false), of('bonusDelta', false)) },
    { label: '期末 本金 / 赠金', text: two(closing.principal, closing.bonus), strong: true },
    ...(opening.points === 0 && closing.points === 0
      ? []
      : [{ label: '积分 期初 / 期末', text: `${opening.points} / ${closing.points}` }]),
  ]
}
