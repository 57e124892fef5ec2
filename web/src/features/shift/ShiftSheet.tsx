import type { ColumnOf, PaperValues } from '@dentin/contract/core/print-papers'
import { MoneyPaperView, PaperText, type PaperColumn } from '../../domain/money-paper.tsx'
import { Money, PrintPending } from '../../ui/index.ts'
import { useShiftPaper, type ShiftPaper } from './hooks.ts'
import { amountOfNotes, faceName } from './notes.ts'

/** The paper of a shift: by way to pay, what was counted, who handed over and who checked. Opening it counts as a print. */
export function ShiftSheet({ id, auto, onBack }: { id: string; auto: boolean; onBack?: () => void }) {
  const { data, error, refetch } = useShiftPaper(id)
  if (error || !data) return <PrintPending error={error?.message} onRetry={() => void refetch()} onBack={onBack} />
  return (
    <MoneyPaperView
      kind="shift"
      fileName={`交班单 ${data.shiftNo}`}
      auto={auto}
      onBack={onBack}
      title="交班单"
      number={data.shiftNo}
      moment={data.endedAt?.slice(0, 16)}
      clinic={data.clinic}
      about={[
        `收费员 ${data.cashierName}`,
        `${data.startedAt.slice(0, 16)} – ${data.endedAt?.slice(0, 16) ?? ''}`,
        { part: 'counts', text: `收 ${data.receivedCount} 笔，退 ${data.returnedCount} 笔` },
      ]}
      table={{
        columns: columnsOf(data),
        groups: [{ key: 'all', rows: data.methods }],
        keyOf: (row) => row.payMethodId,
        foot: { name: '合计', total: <Money yuan={data.total} /> },
      }}
      sums={[
        ...data.notes
          .filter(({ count }) => count > 0)
          .map(({ face, count }) => ({
            part: 'notes' as const,
            label: `${faceName(face)} × ${count}`,
            yuan: amountOfNotes(face, count),
          })),
        { label: '应有现金', yuan: data.expectedCash, strong: true },
        { label: '实点现金', yuan: data.countedCash, strong: true },
        { label: '差额', yuan: data.differenceAmount, strong: true },
        { part: 'float', label: '备用金', yuan: data.floatAmount },
      ]}
      after={
        <>
          {data.differenceReason && <PaperText>差额原因：{data.differenceReason}</PaperText>}
          {data.remark && <PaperText>备注：{data.remark}</PaperText>}
        </>
      }
      signatures={[
        { label: '交班人' },
        {
          label: '复核人',
          content: data.reviewedAt ? `${data.reviewerName} ${data.reviewedAt.slice(0, 16)}` : undefined,
        },
      ]}
      printedAt={data.printedAt}
      printCount={data.printCount}
      values={valuesOf(data)}
    />
  )
}

/** Ready money was counted by notes; beside the other ways whoever checks writes what the slips and terminals say. */
const columnsOf = (shift: ShiftPaper): readonly PaperColumn<ShiftPaper['methods'][number], ColumnOf<'shift'>>[] => [
  { key: 'name', roll: 'name', render: (row) => row.name },
  { key: 'count', numeric: true, roll: 'part', render: (row) => row.count },
  { key: 'received', numeric: true, roll: 'part', render: (row) => <Money yuan={row.received} /> },
  { key: 'returned', numeric: true, roll: 'part', render: (row) => <Money yuan={row.returned} /> },
  { key: 'total', numeric: true, roll: 'end', render: (row) => <Money yuan={row.total} /> },
  {
    key: 'counted',
    numeric: true,
    render: (row) => row.code === 'cash' && <Money yuan={shift.countedCash} />,
  },
]

const valuesOf = (shift: ShiftPaper): PaperValues<'shift'> => ({
  收费员: shift.cashierName,
  开始时间: shift.startedAt.slice(0, 16),
  结束时间: shift.endedAt?.slice(0, 16) ?? null,
  收款笔数: String(shift.receivedCount),
  退款笔数: String(shift.returnedCount),
  差额原因: shift.differenceReason,
  合计: shift.total,
  应有现金: shift.expectedCash,
  实点现金: shift.countedCash,
  差额: shift.differenceAmount,
  备用金: shift.floatAmount,
  收款方式: shift.methods.map((row) => ({
    方式: row.name,
    笔数: String(row.count),
    收: row.received,
    退: row.returned,
    应有: row.total,
  })),
})
