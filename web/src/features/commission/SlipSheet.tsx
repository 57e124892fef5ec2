import type { ColumnOf, PaperValues } from '@dentin/contract/core/print-papers'
import { payBases, payKinds, payRoles, slipStates } from '@dentin/contract/commission'
import { MoneyPaperView, PaperText, type PaperColumn } from '../../domain/money-paper.tsx'
import { Money, PrintPending } from '../../ui/index.ts'
import { useSlip, type PrintedSlip } from './hooks.ts'
import { monthText } from './words.ts'

/** The slip of somebody's pay for a month: by rule, and line by line. Opening it counts as a print. */
export function SlipSheet({ id, auto, onBack }: { id: string; auto: boolean; onBack?: () => void }) {
  const { data, error, refetch } = useSlip(id)
  if (error || !data) return <PrintPending error={error?.message} onRetry={() => void refetch()} onBack={onBack} />
  return (
    <MoneyPaperView
      kind="commissionSlip"
      fileName={`提成单 ${data.employeeName} ${data.month}`}
      auto={auto}
      onBack={onBack}
      title="提成单"
      number={data.slipNo}
      moment={monthText(data.month)}
      called={{ moment: '月份' }}
      clinic={data.clinic}
      about={[data.employeeName, payRoles[data.role], `${data.lines} 笔`]}
      lead={
        slipStates.is(data.status, 'voided') ? (
          <PaperText>这个月的月结已重开，本单作废，以重新月结后的提成单为准。</PaperText>
        ) : undefined
      }
      table={{
        columns: columnsOf(data),
        groups: [{ key: 'all', rows: data.rows }],
        keyOf: (row) => row.id,
        foot: { day: '合计', base: <Money yuan={data.base} />, pay: <Money yuan={data.pay} /> },
        carry: { column: 'pay', yuanOf: (row) => row.pay },
      }}
      sums={[
        ...data.rules.map(({ name, kind, base, pay }) => ({
          part: 'rules' as const,
          label: `${name}（${payKinds[kind as 1]}，基数 ${base}）`,
          yuan: pay,
        })),
        { label: '提成合计', yuan: data.pay, strong: true },
      ]}
      words={{ label: '大写', text: data.payInWords }}
      afterPart="notice"
      after={
        <PaperText>
          本单在月结时冻结，之后的退费记入退费当月的提成，为负数。
          {data.confirmedAt && `本人已于 ${data.confirmedAt.slice(0, 16)} 确认。`}
        </PaperText>
      }
      signatures={[
        { label: '本人签名', content: data.confirmedAt ? `${data.employeeName} 已确认` : undefined },
        { label: '门诊负责人' },
        { label: '日期' },
      ]}
      printedAt={data.printedAt}
      printCount={data.printCount}
      values={valuesOf(data)}
    />
  )
}

type Row = PrintedSlip['rows'][number]
const valuesOf = (slip: PrintedSlip): PaperValues<'commissionSlip'> => ({
  姓名: slip.employeeName,
  岗位: payRoles[slip.role],
  笔数: String(slip.lines),
  大写: slip.payInWords,
  基数: slip.base,
  提成: slip.pay,
  规则: slip.rules.map(({ name, base, pay }) => ({ 规则: name, 基数: base, 提成: pay })),
  明细: slip.rows.map((row) => ({
    账单: row.billNo,
    患者: row.patientName,
    项目: row.itemName,
    日期: row.day,
    金额: row.amount,
    基数: row.base,
    提成: row.pay,
  })),
})

const columnsOf = (slip: PrintedSlip): readonly PaperColumn<Row, ColumnOf<'commissionSlip'>>[] => {
  const seesCosts = slip.rows.some(({ material }) => material !== null)
  return [
    { key: 'day', roll: 'part', render: ({ day }) => day.slice(5) },
    { key: 'bill', wide: true, render: ({ billNo }) => billNo },
    { key: 'patient', roll: 'part', render: ({ patientName }) => patientName },
    { key: 'item', roll: 'name', render: ({ itemName }) => itemName },
    {
      key: 'amount',
      numeric: true,
      roll: 'part',
      render: ({ amount, basis }, roll) =>
        roll ? (
          <>
            {payBases[basis as 1]} <Money yuan={amount} />
          </>
        ) : (
          <Money yuan={amount} />
        ),
    },
    ...(seesCosts
      ? ([
          { key: 'less', numeric: true, wide: true, render: (row) => <Money yuan={lessOf(row)} /> },
        ] satisfies PaperColumn<Row, ColumnOf<'commissionSlip'>>[])
      : []),
    { key: 'base', numeric: true, render: ({ base }) => <Money yuan={base} /> },
    { key: 'pay', numeric: true, roll: 'end', render: ({ pay }) => <Money yuan={pay} /> },
  ]
}

/** What was taken off a line, less what was added. */
const lessOf = ({ amount, base }: Row): string => (Number(amount) - Number(base)).toFixed(2)
