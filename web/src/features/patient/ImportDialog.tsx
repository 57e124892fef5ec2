import { IMPORT_ROWS, importRowKinds, patient as calls, problemInWords } from '@dentin/contract/patient'
import type { WireOutput } from '@dentin/contract/core/call'
import { useRef, useState, type DragEvent, type ReactNode } from 'react'
import { type ApiError, fetchFile, newRequestId, sendFile } from '../../lib/client.ts'
import { useLive } from '../../lib/live.ts'
import { queryClient, keyOf, useCall, useSend } from '../../lib/query.ts'
import { saveFile } from '../../lib/save-file.ts'
import { DataTable, Dialog, pagedProps, type Column } from '../../ui/heavy.ts'
import {
  Button,
  confirm,
  cx,
  EmptyState,
  ErrorLine,
  Meter,
  Notice,
  RadioGroup,
  Segmented,
  SkeletonRows,
  Tag,
  TextButton,
  toast,
} from '../../ui/index.ts'
import { centreLists } from './hooks.ts'
import { shortMoment } from './words.ts'
import s from './import.module.css'

type Import = WireOutput<typeof calls.importDetail>
type Row = WireOutput<typeof calls.importRows>['list'][number]

const WRITING = 2
const DONE = 3
const BROKEN = 4
const XLSX = '.xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const wordsOf = (error: unknown, otherwise: string) => (error instanceof Error ? error.message : otherwise)

/** Fetches a file of the server and gives it to the person. */
function FileButton({ fetch, children }: { fetch: () => Promise<File>; children: ReactNode }) {
  const [busy, setBusy] = useState(false)
  const take = async () => {
    setBusy(true)
    try {
      const file = await fetch()
      saveFile(file, file.name)
    } catch (error) {
      toast.error(wordsOf(error, '没有下载，请重试'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon="download" busy={busy} onClick={() => void take()}>
      {children}
    </Button>
  )
}

/** Brings patients in from a sheet: template, upload with a check of every row, writing, and where they are then. */
export function ImportDialog({ onClose, onShow }: { onClose: () => void; onShow: (groupId: string) => void }) {
  const [id, setId] = useState<string | null>(null)
  const latest = useCall(calls.importLatest, {})
  useLive(['patient'], [calls.importLatest, calls.importDetail])
  // One that is being written is gone on with, wherever it was begun.
  const running = latest.data?.find((each) => each.status === WRITING)?.id ?? null
  const shown = id ?? running
  return (
    <Dialog open title="导入患者" width={960} onClose={onClose} footer={null}>
      {shown ? (
        <OneImport key={shown} id={shown} onAgain={() => setId(null)} onShow={onShow} again={running === null} />
      ) : (
        <Start
          latest={latest.data}
          error={latest.error}
          onRetry={() => void latest.refetch()}
          onOpen={setId}
          onShow={onShow}
        />
      )}
    </Dialog>
  )
}

function Start({
  latest,
  error,
  onRetry,
  onOpen,
  onShow,
}: {
  latest: Import[] | undefined
  error: ApiError | null
  onRetry: () => void
  onOpen: (id: string) => void
  onShow: (groupId: string) => void
}) {
  const [busy, setBusy] = useState(false)
  const [over, setOver] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const upload = async (file: File) => {
    setBusy(true)
    setRefused(null)
    try {
      const made = await sendFile(calls.importUpload, {}, file)
      queryClient.setQueryData(keyOf(calls.importDetail, { id: made.id }), made)
      void queryClient.invalidateQueries({ queryKey: keyOf(calls.importLatest) })
      onOpen(made.id)
    } catch (failed) {
      setRefused(wordsOf(failed, '文件没有上传，请重试'))
    } finally {
      setBusy(false)
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file && !busy) void upload(file)
  }
  return (
    <div className={s.start}>
      <div
        className={cx(s.drop, over && s.over)}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <p className="t-16 bold">把填好的表格拖到这里，或选择文件</p>
        <p className="t-13 secondary">
          xlsx，5M 以内，一次最多 {IMPORT_ROWS} 行。先检查每一行，确认后才写入；有一行有误就一位也不写。
        </p>
        <div className={s.buttons}>
          <Button variant="primary" icon="upload" busy={busy} onClick={() => input.current?.click()}>
            {busy ? '正在检查' : '选择文件'}
          </Button>
          <FileButton fetch={() => fetchFile(calls.importTemplate, {})}>下载模板</FileButton>
        </div>
        <input
          ref={input}
          type="file"
          accept={XLSX}
          aria-label="导入文件"
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            const file = event.target.files?.[0]
            event.target.value = ''
            if (file) void upload(file)
          }}
        />
        {refused && <ErrorLine>{refused}</ErrorLine>}
      </div>
      {error && !latest && <ErrorLine onRetry={onRetry}>导入记录没有读到：{error.message}</ErrorLine>}
      {!latest && !error && <SkeletonRows rows={3} />}
      {latest && latest.length > 0 && (
        <section aria-label="最近的导入">
          <h3 className="t-14 bold">最近的导入</h3>
          <ul className={s.latest}>
            {latest.map((each) => (
              <li key={each.id} className={s.past}>
                <StateTag of={each} />
                <span className={s.file} title={each.fileName}>
                  {each.fileName}
                </span>
                <span className="t-12 secondary num">
                  {shortMoment(each.createdAt)} {each.employeeName}
                </span>
                <span className={s.pastEnd}>
                  {each.status === DONE && each.groupId && (
                    <TextButton onClick={() => onShow(each.groupId ?? '')}>看这 {each.written} 人</TextButton>
                  )}
                  {each.status !== DONE && each.rowsKept && (
                    <TextButton onClick={() => onOpen(each.id)}>{each.bad > 0 ? '查看' : '继续'}</TextButton>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function StateTag({ of }: { of: Import }) {
  if (of.status === DONE) return <Tag tone="done">已导入 {of.written} 人</Tag>
  if (of.status === WRITING) return <Tag tone="chair">写入中</Tag>
  if (of.status === BROKEN) return <Tag tone="danger">没有完成</Tag>
  return of.bad > 0 ? <Tag tone="wait">{of.bad} 行有误</Tag> : <Tag tone="booked">待写入</Tag>
}

function OneImport({
  id,
  onAgain,
  again,
  onShow,
}: {
  id: string
  onAgain: () => void
  /** Another file may be taken now. */
  again: boolean
  onShow: (groupId: string) => void
}) {
  const { data, error, refetch } = useCall(calls.importDetail, { id }, { keep: false, refetchInterval: 3000 })
  if (error && !data) return <ErrorLine onRetry={() => void refetch()}>这次导入没有读到：{error.message}</ErrorLine>
  if (!data) return <SkeletonRows rows={6} />
  if (data.status === WRITING) return <Writing of={data} />
  if (data.status === DONE)
    return (
      <EmptyState
        layout="stack"
        icon="check"
        title={`已导入 ${data.written} 位患者`}
        hint={data.groupName ? `都在分组“${data.groupName}”里` : undefined}
        action={
          <div className={s.buttons}>
            {again && <Button onClick={onAgain}>再导入一个文件</Button>}
            {data.groupId && (
              <Button variant="primary" onClick={() => onShow(data.groupId ?? '')}>
                看这些患者
              </Button>
            )}
          </div>
        }
      />
    )
  return <Checked of={data} onAgain={onAgain} />
}

function Writing({ of }: { of: Import }) {
  const run = useSend(calls.importRun, { refresh: [calls.importDetail] })
  const [requestId] = useState(newRequestId)
  const goOn = async () => {
    try {
      await run.mutateAsync({ id: of.id, requestId })
      toast.success('已重新排队')
    } catch (error) {
      toast.error(wordsOf(error, '没有成功，请重试'))
    }
  }
  return (
    <div className={s.writing} role="status">
      <p className="t-16 bold">正在写入 {of.fileName}</p>
      <Meter label="写入进度" value={of.toWrite === 0 ? 0 : of.written / of.toWrite} height={8} />
      <p className="t-13 secondary num">
        已写入 {of.written} / {of.toWrite} 人。可以关闭这个窗口，导入会继续；中途断开也不会重复建档。
      </p>
      <TextButton tone="quiet" onClick={() => void goOn()}>
        很久没有进展？重新排队
      </TextButton>
    </div>
  )
}

const columns: Column<Row>[] = [
  { key: 'row', title: '行', width: 56, numeric: true, render: (row) => row.rowNo },
  { key: 'name', title: '姓名', width: 96, render: (row) => row.cells['姓名'] ?? '—' },
  { key: 'gender', title: '性别', width: 56, render: (row) => row.cells['性别'] ?? '—' },
  { key: 'mobile', title: '手机号', width: 120, numeric: true, render: (row) => row.cells['手机号'] ?? '—' },
  { key: 'source', title: '来源', width: 110, render: (row) => row.cells['来源'] ?? '—' },
  { key: 'found', title: '检查结果', render: (row) => <Findings row={row} /> },
]

function Findings({ row }: { row: Row }) {
  if (row.problems.length === 0 && row.doubts.length === 0) return <span className="secondary">可以导入</span>
  return (
    <span className={s.findings}>
      {row.problems.map((problem) => (
        <span key={problemInWords(problem)} className="danger">
          {problemInWords(problem)}
        </span>
      ))}
      {row.doubts.map(({ reason }) => (
        <span key={reason} className="wait">
          疑似重复：{reason}
        </span>
      ))}
    </span>
  )
}

function RowCard({ row }: { row: Row }) {
  return (
    <div className={s.card}>
      <span className="t-14">
        第 {row.rowNo} 行　{row.cells['姓名'] ?? '（没有姓名）'}{' '}
        <span className="secondary num">{row.cells['手机号']}</span>
      </span>
      <Findings row={row} />
    </div>
  )
}

type Kind = keyof typeof importRowKinds

function Checked({ of, onAgain }: { of: Import; onAgain: () => void }) {
  const [kind, setKind] = useState<Kind>(of.bad > 0 ? 'bad' : of.doubtful > 0 ? 'doubtful' : 'all')
  const [place, setPlace] = useState({ page: 1, size: 20 })
  const [doubtful, setDoubtful] = useState<'skip' | 'create'>('skip')
  const [requestId] = useState(newRequestId)
  const rows = useCall(calls.importRows, { id: of.id, kind, pageNum: place.page, pageSize: place.size })
  const run = useSend(calls.importRun, { refresh: [calls.importDetail, calls.importLatest, ...centreLists] })
  const discard = useSend(calls.importDiscard, { refresh: [calls.importLatest] })
  const count = of.good + (doubtful === 'create' ? of.doubtful : 0)
  const counts: Record<Kind, number> = { all: of.total, good: of.good, bad: of.bad, doubtful: of.doubtful }
  const start = async () => {
    try {
      await run.mutateAsync({ id: of.id, withDoubtful: doubtful === 'create', requestId })
    } catch (error) {
      toast.error(wordsOf(error, '没有开始，请重试'))
    }
  }
  const aside = async () => {
    const sure = await confirm({ title: '放弃这次导入？', body: '读到的内容会删除，患者没有变化。', okText: '放弃' })
    if (!sure) return
    try {
      await discard.mutateAsync({ id: of.id })
      onAgain()
    } catch (error) {
      toast.error(wordsOf(error, '没有成功，请重试'))
    }
  }
  return (
    <div className={s.checked}>
      {of.problem && <Notice tone="wait">{of.problem}</Notice>}
      {of.ignored.length > 0 && <Notice tone="muted">不认识、没有读取的列：{of.ignored.join('、')}</Notice>}
      <div className={s.head}>
        <Segmented
          label="行"
          options={Object.entries(importRowKinds).map(([value, label]) => ({
            value: value as Kind,
            label,
            count: counts[value as Kind],
          }))}
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
          mobile={(row) => <RowCard row={row} />}
          {...pagedProps(rows, place, (next) => setPlace({ page: next.page ?? 1, size: next.size ?? place.size }), {
            what: '导入的行',
            noun: '行',
          })}
          empty={<EmptyState title="没有这样的行" />}
        />
      </div>
      {of.doubtful > 0 && of.bad === 0 && (
        <RadioGroup
          label="疑似重复的行"
          options={[
            { value: 'skip', label: `跳过疑似重复的 ${of.doubtful} 行` },
            { value: 'create', label: '也建档（如母子共用手机号）' },
          ]}
          value={doubtful}
          onChange={(next) => setDoubtful(next)}
        />
      )}
      <div className={s.foot}>
        <div className={s.buttons}>
          <Button onClick={() => void aside()}>放弃</Button>
          <Button icon="upload" onClick={onAgain}>
            重新上传
          </Button>
          {of.bad + of.doubtful > 0 && (
            <FileButton fetch={() => fetchFile(calls.importErrors, { id: of.id })}>下载有误的行</FileButton>
          )}
        </div>
        <div className={s.buttons}>
          {of.bad > 0 && <span className="t-13 secondary">改好 {of.bad} 行后重新上传，才能写入</span>}
          <Button
            variant="primary"
            busy={run.isPending}
            disabled={of.bad > 0 || count === 0}
            onClick={() => void start()}
          >
            {of.bad > 0 ? '导入' : `${of.status === BROKEN ? '重试，' : ''}导入 ${count} 位患者`}
          </Button>
        </div>
      </div>
    </div>
  )
}
