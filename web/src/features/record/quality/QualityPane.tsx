import { useState } from 'react'
import { presentDay } from '../../../lib/present.ts'
import { DataTable, listProps, type Column } from '../../../ui/heavy.ts'
import {
  Button,
  cssVar,
  EmptyState,
  Segmented,
  Toolbar,
  urlEnum,
  urlFlag,
  urlOptional,
  useUrlState,
} from '../../../ui/index.ts'
import { CheckedRecords } from './CheckedRecords.tsx'
import { DrawDialog } from './DrawDialog.tsx'
import { useFigures, type FigureRow } from './hooks.ts'
import { MonthChart } from './MonthChart.tsx'
import { monthBefore, monthWords, share } from './words.ts'
import s from './quality.module.css'

const urlState = { span: urlEnum(['3', '6', '12'], '6'), month: urlOptional, doctor: urlOptional, drawn: urlFlag }

/** How good the records are, by month and doctor; a line leads to its records and their spot checks. */
export function QualityPane({ onOpen }: { onOpen: (recordId: string) => void }) {
  const [{ span, month, doctor }, set] = useUrlState(urlState)
  const [drawing, setDrawing] = useState(false)
  const to = presentDay().slice(0, 7)
  const read = useFigures({ from: monthBefore(to, Number(span) - 1), to })
  const rows = read.data?.rows
  if (month !== null)
    return (
      <CheckedRecords
        month={month}
        doctorId={doctor}
        doctors={[...new Map(rows?.map(({ doctorId, doctorName }) => [doctorId, doctorName])).entries()]}
        onBack={() => set({ month: null, doctor: null, drawn: false }, { push: true })}
        onOpen={onOpen}
      />
    )
  const open = (row: FigureRow) => set({ month: row.month, doctor: row.doctorId }, { push: true })
  const columns: Column<FigureRow>[] = [
    { key: 'month', title: '月份', width: 110, locked: true, render: (row) => monthWords(row.month) },
    { key: 'doctor', title: '医生', width: 96, render: (row) => <b>{row.doctorName}</b> },
    { key: 'signed', title: '签名', width: 70, numeric: true, align: 'right', render: (row) => row.signed },
    { key: 'mean', title: '平均分', width: 78, numeric: true, align: 'right', render: (row) => row.mean ?? '—' },
    { key: 'grades', title: '甲 / 乙 / 丙', width: 220, render: (row) => <Grades of={row} /> },
    {
      key: 'late',
      title: '超时',
      width: 70,
      numeric: true,
      align: 'right',
      render: (row) => share(row.late, row.scored),
    },
    { key: 'defects', title: '常见缺陷', render: defectsOf },
    {
      key: 'checks',
      title: '抽查',
      width: 130,
      render: (row) =>
        row.drawn === 0 ? (
          <span className="tertiary">未抽</span>
        ) : (
          <span className="num">
            {row.reviewed}/{row.drawn} 份{row.reviewMean !== null && `　${row.reviewMean} 分`}
          </span>
        ),
    },
  ]
  return (
    <>
      <Toolbar
        end={
          read.data?.canDraw && (
            <Button icon="check-circle" onClick={() => setDrawing(true)}>
              抽查
            </Button>
          )
        }
      >
        <Segmented
          label="多久"
          value={span}
          options={[
            { value: '3', label: '近 3 个月' },
            { value: '6', label: '近 6 个月' },
            { value: '12', label: '近一年' },
          ]}
          onChange={(next) => set({ span: next })}
        />
      </Toolbar>
      {drawing && (
        <DrawDialog
          month={to}
          onClose={() => setDrawing(false)}
          onDrawn={(of) => set({ month: of, doctor: null, drawn: true }, { push: true })}
        />
      )}
      {read.data && rows && rows.length > 0 && (
        <MonthChart months={read.data.months} onMonth={(next) => set({ month: next, doctor: null }, { push: true })} />
      )}
      <DataTable
        label="病历质量"
        fill
        columns={columns}
        keyOf={(row) => `${row.month} ${row.doctorId}`}
        {...listProps({ ...read, data: rows })}
        onOpen={open}
        rowHeight={46}
        empty={
          <EmptyState
            layout="stack"
            icon="file"
            title="这段时间没有签名的病历"
            hint="病历签名后，按医生和月份统计得分与缺陷"
          />
        }
        mobile={(row) => (
          <div>
            <div className={s.phoneRow}>
              <span>
                <b>{row.doctorName}</b>　{monthWords(row.month)}
              </span>
              <b className="num">{row.mean ?? '—'}</b>
            </div>
            <Grades of={row} />
            <div className="tertiary t-12 ellipsis">
              {row.signed} 份　超时 {share(row.late, row.scored)}　{defectsOf(row)}
            </div>
          </div>
        )}
      />
    </>
  )
}

const defectsOf = ({ defects }: FigureRow) =>
  defects.length === 0 ? (
    <span className="tertiary">无</span>
  ) : (
    <span className={s.defects}>{defects.map(({ name, count }) => `${name} ${count}`).join('、')}</span>
  )

/** The shares of the three grades, drawn and said. */
function Grades({ of }: { of: Pick<FigureRow, 'gradeA' | 'gradeB' | 'gradeC' | 'scored'> }) {
  const parts = [
    { count: of.gradeA, colour: 'done' },
    { count: of.gradeB, colour: 'wait' },
    { count: of.gradeC, colour: 'danger' },
  ] as const
  if (of.scored === 0) return <span className="tertiary">没有得分</span>
  return (
    <span className={s.shares}>
      <span className={s.bar} aria-hidden>
        {parts.map(({ count, colour }) => (
          <span key={colour} style={{ width: `${(count / of.scored) * 100}%`, background: cssVar(colour) }} />
        ))}
      </span>
      <span className="num t-13">{parts.map(({ count }) => share(count, of.scored)).join(' / ')}</span>
    </span>
  )
}
