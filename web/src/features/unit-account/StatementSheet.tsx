import type { ColumnOf, PaperValues } from '@dentin/contract/core/print-papers'
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
      kind="unitStatement"
      fileName={`单位对账单 ${unit.name} ${monthName(month)}`}
      auto={auto}
      onBack={onBack}
      title="单位对账单"
      moment={monthName(month)}
      called={{ moment: '月份' }}
      clinic={data.clinic}
      about={[
        unit.name,
        ...(unit.contact || unit.phone
          ? [{ part: 'contact', text: [unit.contact, unit.phone].filter(Boolean).join(' ') } as const]
          : []),
        { part: 'term', text: `账期 ${unit.termDays} 天` },
        '单位 元',
      ]}
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
      afterPart="summary"
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
      values={valuesOf(data)}
    />
  )
}

const moveOf = (line: PrintedStatement['lines'][number]) => unitMoves[line.what as keyof typeof unitMoves]

const valuesOf = ({ unit, ...data }: PrintedStatement): PaperValues<'unitStatement'> => ({
  单位: unit.name,
  联系人: unit.contact,
  联系电话: unit.phone,
  账期天数: String(unit.termDays),
  大写: data.amountInWords,
  期初: data.opening,
  记账: data.charged,
  退回: data.back,
  结算: data.paid,
  期末: data.closing,
  明细: data.lines.map((line) => ({
    类型: moveOf(line),
    单号: line.billNo || line.documentNo,
    患者: line.patientName,
    备注: line.reference,
    日期: line.date,
    金额: line.amount,
  })),
})

const columns: readonly PaperColumn<PrintedStatement['lines'][number], ColumnOf<'unitStatement'>>[] = [
  { key: 'date', roll: 'name', render: (line) => line.date },
  { key: 'what', roll: 'name', render: moveOf },
  { key: 'no', roll: 'part', render: (line) => line.billNo || line.documentNo },
  { key: 'patient', roll: 'name', render: (line) => line.patientName },
  { key: 'reference', roll: 'part', render: (line) => line.reference },
  { key: 'amount', numeric: true, roll: 'end', render: (line) => <Money yuan={line.amount} /> },
]
