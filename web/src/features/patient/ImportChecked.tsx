import { importChoiceNames, importRowKinds, patient as calls, problemInWords } from '@dentin/contract/patient'
import { useState } from 'react'
import { fetchFile, newRequestId } from '../../lib/client.ts'
import { useCall, useSend } from '../../lib/query.ts'
import { DataTable, pagedProps, type Column } from '../../ui/heavy.ts'
import { Button, confirm, EmptyState, Notice, Segmented, TextButton } from '../../ui/index.ts'
import { centreLists } from './hooks.ts'
import s from './import.module.css'
import { type Import, type Row, BROKEN, undecidedIn, attempt } from './ImportState.tsx'
import { FileButton } from './ImportFileButton.tsx'
import { type Choice, choices, CompareDialog } from './ImportCompare.tsx'

/** The kind of a row that may have a file already. */
const DOUBTFUL = 3

const plainColumns: Column<Row>[] = [
  { key: 'row', title: '行', width: 56, numeric: true, render: (row) => row.rowNo },
  { key: 'name', title: '姓名', width: 96, render: (row) => row.cells['姓名'] ?? '—' },
  { key: 'gender', title: '性别', width: 56, render: (row) => row.cells['性别'] ?? '—' },
  { key: 'mobile', title: '手机号', width: 120, numeric: true, render: (row) => row.cells['手机号'] ?? '—' },
  { key: 'source', title: '来源', width: 110, render: (row) => row.cells['来源'] ?? '—' },
]

/** What was found in a row. `onCompare`: left out where there is nothing to decide. */
function Findings({ row, onCompare }: { row: Row; onCompare?: ((patientId: string) => void) | undefined }) {
  if (row.problems.length === 0 && row.doubts.length === 0) return <span className="secondary">可以导入</span>
  return (
    <span className={s.findings}>
      {row.problems.map((problem) => (
        <span key={problemInWords(problem)} className="danger">
          {problemInWords(problem)}
        </span>
      ))}
      {row.doubts.map(({ reason, patientId }) => (
        <span key={reason} className="wait">
          疑似重复：{reason}
          {patientId && onCompare && (
            <TextButton
              className={s.compareButton}
              aria-label={`第 ${row.rowNo} 行与已有档案对照`}
              onClick={() => onCompare(patientId)}
            >
              对照
            </TextButton>
          )}
        </span>
      ))}
    </span>
  )
}

function Decision({ row, onChoose }: { row: Row; onChoose: (choice: Choice) => void }) {
  if (row.kind !== DOUBTFUL) return null
  return (
    <Segmented
      size="sm"
      label={`第 ${row.rowNo} 行 ${row.cells['姓名'] ?? ''}`}
      options={choices}
      value={row.choice}
      onChange={onChoose}
    />
  )
}

function RowCard({
  row,
  onCompare,
  onChoose,
}: {
  row: Row
  onCompare: ((patientId: string) => void) | undefined
  onChoose: ((choice: Choice) => void) | undefined
}) {
  return (
    <div className={s.card}>
      <span className="t-14">
        第 {row.rowNo} 行　{row.cells['姓名'] ?? '（没有姓名）'}{' '}
        <span className="secondary num">{row.cells['手机号']}</span>
      </span>
      <Findings row={row} onCompare={onCompare} />
      {onChoose && <Decision row={row} onChoose={onChoose} />}
    </div>
  )
}

/** All rows that may have a file, decided at once; row by row it is done in the list. */
function Doubtful({ of, onAll }: { of: Import; onAll: (choice: Choice) => void }) {
  const open = undecidedIn(of)
  const all = async (choice: Choice) => {
    const decided = of.doubtful - open
    const sure =
      decided === 0 ||
      (await confirm({
        title: `${of.doubtful} 行全部${importChoiceNames[choice]}？`,
        body: '已经逐行作出的选择会一并改变。',
        okText: `全部${importChoiceNames[choice]}`,
      }))
    if (sure) onAll(choice)
  }
  return (
    <Notice
      tone={open > 0 ? 'wait' : 'muted'}
      action={
        <span className={s.all}>
          <TextButton onClick={() => void all('skip')}>全部跳过</TextButton>
          <TextButton onClick={() => void all('create')}>全部仍建档</TextButton>
        </span>
      }
    >
      {open > 0
        ? `疑似重复 ${of.doubtful} 行，还有 ${open} 行没有决定`
        : `疑似重复 ${of.doubtful} 行已决定：跳过 ${of.skipping} 行，仍建档 ${of.creating} 行`}
    </Notice>
  )
}

type Kind = keyof typeof importRowKinds

export function Checked({
  of,
  onAgain,
  fileTo,
}: {
  of: Import
  onAgain: () => void
  fileTo: (patientId: string) => string
}) {
  const [kind, setKind] = useState<Kind>(of.bad > 0 ? 'bad' : of.doubtful > 0 ? 'doubtful' : 'all')
  const [place, setPlace] = useState({ page: 1, size: 20 })
  const [compared, setCompared] = useState<{ row: Row; patientId: string } | null>(null)
  const [requestId] = useState(newRequestId)
  const rows = useCall(calls.importRows, { id: of.id, kind, pageNum: place.page, pageSize: place.size })
  const run = useSend(calls.importRun, { refresh: [calls.importDetail, calls.importLatest, ...centreLists] })
  const choose = useSend(calls.importChoose, { refresh: [calls.importDetail, calls.importRows, calls.importLatest] })
  const check = useSend(calls.importCheck, { refresh: [calls.importDetail, calls.importRows, calls.importLatest] })
  const discard = useSend(calls.importDiscard, { refresh: [calls.importLatest] })
  const open = undecidedIn(of)
  // A file with wrong rows comes again as a whole: there is nothing to decide in it.
  const deciding = of.doubtful > 0 && of.bad === 0
  const counts: Record<Kind, number> = {
    all: of.total,
    good: of.good,
    bad: of.bad,
    doubtful: of.doubtful,
    undecided: open,
  }
  const decide = (choice: Choice, rowNo: number | null) =>
    void attempt(
      () => choose.mutateAsync({ id: of.id, choice, rows: rowNo === null ? null : [rowNo] }),
      '没有记下，请重试',
    )
  const compare = (row: Row) => (deciding ? (patientId: string) => setCompared({ row, patientId }) : undefined)
  const columns: Column<Row>[] = [
    ...plainColumns,
    { key: 'found', title: '检查结果', render: (row) => <Findings row={row} onCompare={compare(row)} /> },
    ...(deciding
      ? [
          {
            key: 'choice',
            title: '处理',
            width: 148,
            render: (row: Row) => <Decision row={row} onChoose={(choice) => decide(choice, row.rowNo)} />,
          },
        ]
      : []),
  ]
  const aside = async () => {
    const sure = await confirm({ title: '放弃这次导入？', body: '读到的内容会删除，患者没有变化。', okText: '放弃' })
    if (sure && (await attempt(() => discard.mutateAsync({ id: of.id }), '没有成功，请重试'))) onAgain()
  }
  return (
    <div className={s.checked}>
      {of.problem && <Notice tone="wait">{of.problem}</Notice>}
      {of.ignored.length > 0 && <Notice tone="muted">不认识、没有读取的列：{of.ignored.join('、')}</Notice>}
      {deciding && <Doubtful of={of} onAll={(choice) => decide(choice, null)} />}
      <div className={s.head}>
        <Segmented
          label="行"
          options={Object.entries(importRowKinds)
            .filter(([value]) => value !== 'undecided' || deciding)
            .map(([value, label]) => ({ value: value as Kind, label, count: counts[value as Kind] }))}
          value={kind}
          onChange={(next) => {
            setKind(next)
            setPlace({ ...place, page: 1 })
          }}
        />
        <span className={s.file} title={of.fileName}>
          {of.fileName}
        </span>
      </div>
      <div className={s.table}>
        <DataTable<Row>
          label="导入的行"
          columns={columns}
          keyOf={(row) => String(row.rowNo)}
          mobile={(row) => (
            <RowCard
              row={row}
              onCompare={compare(row)}
              onChoose={deciding ? (choice) => decide(choice, row.rowNo) : undefined}
            />
          )}
          {...pagedProps(rows, place, (next) => setPlace({ page: next.page ?? 1, size: next.size ?? place.size }), {
            what: '导入的行',
            noun: '行',
          })}
          empty={<EmptyState title={kind === 'undecided' ? '都已决定' : '没有这样的行'} />}
        />
      </div>
      <div className={s.foot}>
        <div className={s.buttons}>
          <Button onClick={() => void aside()}>放弃</Button>
          <Button icon="upload" onClick={onAgain}>
            重新上传
          </Button>
          <Button
            icon="refresh"
            busy={check.isPending}
            onClick={() => void attempt(() => check.mutateAsync({ id: of.id }), '没有开始检查，请重试')}
          >
            重新检查
          </Button>
          {of.bad + of.doubtful > 0 && (
            <FileButton fetch={() => fetchFile(calls.importErrors, { id: of.id })}>下载有误的行</FileButton>
          )}
        </div>
        <div className={s.buttons}>
          {open > 0 && <span className="t-13 secondary">决定 {open} 行疑似重复后，才能写入</span>}
          <Button
            variant="primary"
            busy={run.isPending}
            disabled={open > 0 || of.toWrite === 0}
            onClick={() =>
              void attempt(() => run.mutateAsync({ id: of.id, leaveBad: of.bad > 0, requestId }), '没有开始，请重试')
            }
          >
            {open > 0 || of.toWrite === 0
              ? '导入'
              : `${of.status === BROKEN ? '重试，' : ''}导入 ${of.toWrite} 位患者${of.bad > 0 ? `，留下有误的 ${of.bad} 行` : ''}`}
          </Button>
        </div>
      </div>
      {compared && (
        <CompareDialog
          row={compared.row}
          patientId={compared.patientId}
          fileTo={fileTo(compared.patientId)}
          onClose={() => setCompared(null)}
          onChoose={(choice) => {
            decide(choice, compared.row.rowNo)
            setCompared(null)
          }}
        />
      )}
    </div>
  )
}
