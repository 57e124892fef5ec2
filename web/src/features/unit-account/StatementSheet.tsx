import { unitMoves } from '@dentin/contract/unit-account'
import { formatYuanText } from '@dentin/kit/money'
import { MoneyPaperView, PaperText, type PaperColumn } from '../../domain/money-paper.tsx'
import { Money, PrintPending } from '../../ui/index.ts'
import { usePrinted, type PrintedStatement } from './hooks.ts'
import { monthName } from './words.ts'

/** The statement of a unit for a month, for both to sign. Opening it counts as a print. */
export function StatementSheet({
  unitId,
  month,
  auto,
  onBack,
}: {
  unitId: string
  month: string
  auto: boolean
  onBack?: () => void
}) {
  const { data, error, refetch } = usePrinted(unitId, month)
  if (error || !data) return <PrintPending error={error?.message} onRetry={() => void refetch()} onBack={onBack} />
  const { unit } = data
  return (
    <MoneyPaperView
      use="letter"
      fileName={`单位对账单 ${unit.name} ${monthName(month)}`}
      auto={auto}
      onBack={onBack}
      title="单位对账单"
      moment={monthName(month)}
      called={{ moment: '月份' }}
      clinic={data.clinic}
      about={[
        unit.name,
        [unit.contact, unit.phone].filter(Boolean).join(' '),
        `账期 ${unit.termDays} 天`,
        '单位 元',
      ].filter(Boolean)}
      lead={
        <PaperText>
          期初未结 <Money yuan={data.opening} />
        </PaperText>
      }
      table={{
        columns,
        groups: [{ key: 'all', rows: data.lines }],
        keyOf: (line) => line.id,
        foot: { date: '期末未结', amount: <Money yuan={data.closing} strong /> },
      }}
      words={{ label: '应付大写', text: data.amountInWords }}
      after={
        <>
          {data.lines.length === 0 && <PaperText>这个月没有记账和结算。</PaperText>}
          <PaperText>
            本月记账 {formatYuanText(data.charged)}，退回 {formatYuanText(data.back)}，结算 {formatYuanText(data.paid)}
          </PaperText>
        </>
      }
      signatures={[{ label: unit.name }, { label: data.clinic.name }]}
      printedAt={data.printedAt}
    />
  )
}

const columns: readonly PaperColumn<PrintedStatement['lines'][number]>[] = [
  { key: 'date', title: '日期', roll: 'name', render: (line) => line.date },
  { key: 'what', title: '类型', roll: 'name', render: (line) => unitMoves[line.what as keyof typeof unitMoves] },
  { key: 'no', title: '单号', roll: 'part', render: (line) => line.billNo || line.documentNo },
  { key: 'patient', title: '患者', roll: 'name', render: (line) => line.patientName },
  { key: 'reference', title: '工号、备注', roll: 'part', render: (line) => line.reference },
  { key: 'amount', title: '金额', numeric: true, roll: 'end', render: (line) => <Money yuan={line.amount} /> },
]
