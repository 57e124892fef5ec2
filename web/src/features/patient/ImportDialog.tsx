import {
  IMPORT_ROWS,
  importChoiceNames,
  importRowKinds,
  patient as calls,
  problemInWords,
} from '@dentin/contract/patient'
import type { WireOutput } from '@dentin/contract/core/call'
import { useRef, useState, type DragEvent, type ReactNode } from 'react'
import { type ApiError, fetchFile, newRequestId, sendFile } from '../../lib/client.ts'
import { useLive } from '../../lib/live.ts'
import { queryClient, keyOf, useCall, useSend } from '../../lib/query.ts'
import { saveFile } from '../../lib/save-file.ts'
import { DataTable, Dialog, pagedProps, Select, type Column } from '../../ui/heavy.ts'
import {
  Button,
  confirm,
  cx,
  EmptyState,
  ErrorLine,
  LinkButton,
  Meter,
  Notice,
  Segmented,
  SkeletonRows,
  Tag,
  TextButton,
  toast,
} from '../../ui/index.ts'
import { centreLists, usePatientInformation } from './hooks.ts'
import { ageText, genderWord } from '../../domain/person.ts'
import { shortMoment } from './words.ts'
import s from './import.module.css'
import both from './patient.module.css'

type Import = WireOutput<typeof calls.importDetail>
type Row = WireOutput<typeof calls.importRows>['list'][number]

const WRITING = 2
const DONE = 3
const BROKEN = 4
const CHECKING = 6
const UNCHECKED = 7
/** The kind of a row that may have a file already. */
const DOUBTFUL = 3
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
export function ImportDialog({
  onClose,
  onShow,
  fileTo,
}: {
  onClose: () => void
  onShow: (groupId: string) => void
  /** The address of a file that is there already. */
  fileTo: (patientId: string) => string
}) {
  const [id, setId] = useState<string | null>(null)
  const latest = useCall(calls.importLatest, {})
  useLive(['patient'], [calls.importLatest, calls.importDetail, calls.importRows])
  // One that is being written is gone on with, wherever it was begun.
  const running = latest.data?.find((each) => each.status === WRITING)?.id ?? null
  const shown = id ?? running
  return (
    <Dialog open title="导入患者" width={960} onClose={onClose} footer={null}>
      {shown ? (
        <OneImport
          key={shown}
          id={shown}
          onAgain={() => setId(null)}
          onShow={onShow}
          again={running === null}
          fileTo={fileTo}
        />
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

type Heads = WireOutput<typeof calls.importHeads>
/** The column beside the wrong rows that we gave back. */
const REASONS = '原因'

/** Is it known of every column what it is, and is all there that must be? */
const isPlain = ({ columns, fields }: Heads): boolean =>
  columns.every(({ title, readAs }) => readAs !== null || title === '' || title === REASONS) &&
  fields.every(({ title, isRequired }) => !isRequired || columns.some(({ readAs }) => readAs === title))

/** 列的对应: every column of the sheet with what is in it, and what of a patient it is read as. */
function ReadColumns({
  fileName,
  heads,
  busy,
  refused,
  onBack,
  onGo,
}: {
  fileName: string
  heads: Heads
  busy: boolean
  refused: string | null
  onBack: () => void
  onGo: (columns: string) => void
}) {
  const [chosen, setChosen] = useState(() => heads.columns.map(({ readAs }) => readAs))
  const missing = heads.fields.filter(({ title, isRequired }) => isRequired && !chosen.includes(title))
  const known = chosen.filter((title) => title !== null).length
  return (
    <div className={s.checked}>
      <p className="t-13 secondary">
        {fileName}　{heads.total} 行　{heads.columns.length} 列，读取 {known} 列。请看一看每一列读作什么。
      </p>
      {missing.length > 0 && (
        <Notice tone="wait">还缺{missing.map(({ title }) => `“${title}”`).join('、')}：请在右边指定它是哪一列</Notice>
      )}
      <div className={s.map}>
        <table className={s.mapTable} aria-label="列的对应">
          <thead>
            <tr>
              <th scope="col">表格里的列</th>
              <th scope="col">内容</th>
              <th scope="col">读作</th>
            </tr>
          </thead>
          <tbody>
            {heads.columns.map(({ title, samples }, index) => (
              <tr key={index} data-read={chosen[index] !== null}>
                <th scope="row">{title || `第 ${index + 1} 列`}</th>
                <td className={s.samples}>{samples.join('　') || '空'}</td>
                <td>
                  <Select
                    label={`“${title || `第 ${index + 1} 列`}”读作`}
                    value={chosen[index] ?? null}
                    clearable
                    placeholder="不读取"
                    options={heads.fields.map((field) => ({
                      value: field.title,
                      label: field.title,
                      disabled: chosen[index] !== field.title && chosen.includes(field.title),
                    }))}
                    onChange={(next) => setChosen(chosen.map((before, at) => (at === index ? next : before)))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {refused && <ErrorLine>{refused}</ErrorLine>}
      <div className={s.foot}>
        <Button icon="upload" onClick={onBack}>
          换一个文件
        </Button>
        <Button
          variant="primary"
          busy={busy}
          disabled={missing.length > 0}
          onClick={() => onGo(chosen.map((title) => title ?? '').join(','))}
        >
          检查这 {heads.total} 行
        </Button>
      </div>
    </div>
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
  const [sheet, setSheet] = useState<{ file: File; heads: Heads } | null>(null)
  const input = useRef<HTMLInputElement>(null)
  /** A sheet whose columns are all known is checked at once; of another somebody says what its columns are. */
  const look = async (file: File) => {
    setBusy(true)
    setRefused(null)
    try {
      const heads = await sendFile(calls.importHeads, {}, file)
      if (isPlain(heads)) await upload(file, {})
      else setSheet({ file, heads })
    } catch (failed) {
      setRefused(wordsOf(failed, '文件没有上传，请重试'))
    } finally {
      setBusy(false)
    }
  }
  const upload = async (file: File, readAs: { columns?: string }) => {
    setBusy(true)
    setRefused(null)
    try {
      const made = await sendFile(calls.importUpload, readAs, file)
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
    if (file && !busy) void look(file)
  }
  if (sheet)
    return (
      <ReadColumns
        fileName={sheet.file.name}
        heads={sheet.heads}
        busy={busy}
        refused={refused}
        onBack={() => {
          setSheet(null)
          setRefused(null)
        }}
        onGo={(columns) => void upload(sheet.file, { columns })}
      />
    )
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
          xlsx，5M 以内，一次最多 {IMPORT_ROWS} 行。列名不同也能认，认不出的由您选；先检查每一行，确认后才写入。
        </p>
        <div className={s.buttons}>
          <Button variant="primary" icon="upload" busy={busy} onClick={() => input.current?.click()}>
            {busy ? '正在上传' : '选择文件'}
          </Button>
          <FileButton fetch={() => fetchFile(calls.importTemplate, {})}>下载模板</FileButton>
        </div>
        <input
          ref={input}
          type="file"
          accept={XLSX}
          aria-label="导入文件"
          hidden
          tabIndex={-1}
          onChange={(event) => {
            const file = event.target.files?.[0]
            event.target.value = ''
            if (file) void look(file)
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

/** Rows that may have a file already and of which nobody has said what becomes of them. */
const undecidedIn = (of: Import): number => of.doubtful - of.creating - of.skipping

function StateTag({ of }: { of: Import }) {
  if (of.status === DONE) return <Tag tone="done">已导入 {of.written} 人</Tag>
  if (of.status === WRITING) return <Tag tone="chair">写入中</Tag>
  if (of.status === CHECKING) return <Tag tone="chair">检查中</Tag>
  if (of.status === BROKEN || of.status === UNCHECKED) return <Tag tone="danger">没有完成</Tag>
  if (of.bad > 0) return <Tag tone="wait">{of.bad} 行有误</Tag>
  return undecidedIn(of) > 0 ? <Tag tone="wait">{undecidedIn(of)} 行待决定</Tag> : <Tag tone="booked">待写入</Tag>
}

function OneImport({
  id,
  onAgain,
  again,
  onShow,
  fileTo,
}: {
  id: string
  onAgain: () => void
  /** Another file may be taken now. */
  again: boolean
  onShow: (groupId: string) => void
  fileTo: (patientId: string) => string
}) {
  const { data, error, refetch } = useCall(calls.importDetail, { id }, { keep: false, refetchInterval: 3000 })
  if (error && !data) return <ErrorLine onRetry={() => void refetch()}>这次导入没有读到：{error.message}</ErrorLine>
  if (!data) return <SkeletonRows rows={6} />
  if (data.status === WRITING) return <Writing of={data} />
  if (data.status === CHECKING || data.status === UNCHECKED) return <Checking of={data} onAgain={onAgain} />
  if (data.status === DONE)
    return (
      <EmptyState
        layout="stack"
        icon="check"
        title={`已导入 ${data.written} 位患者`}
        hint={
          [
            data.groupName && `都在分组“${data.groupName}”里`,
            data.bad > 0 && `有误的 ${data.bad} 行没有写入，下载后改好可以再导入`,
          ]
            .filter(Boolean)
            .join('；') || undefined
        }
        action={
          <div className={s.buttons}>
            {data.bad > 0 && data.rowsKept && (
              <FileButton fetch={() => fetchFile(calls.importErrors, { id: data.id })}>下载没有写入的行</FileButton>
            )}
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
  return <Checked of={data} onAgain={onAgain} fileTo={fileTo} />
}

/** Does something with an import and says so when that does not go through. @returns whether it did */
async function attempt(work: () => Promise<unknown>, otherwise: string): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    toast.error(wordsOf(error, otherwise))
    return false
  }
}

/** A job of an import under way; one that stands still is put into the queue again. */
function UnderWay({
  title,
  meter,
  done,
  total,
  hint,
  onQueue,
}: {
  title: string
  meter: string
  done: number
  total: number
  hint: string
  onQueue: () => Promise<unknown>
}) {
  const goOn = async () => {
    if (await attempt(onQueue, '没有成功，请重试')) toast.success('已重新排队')
  }
  return (
    <div className={s.writing} role="status">
      <p className="t-16 bold">{title}</p>
      <Meter label={meter} value={total === 0 ? 0 : done / total} height={8} />
      <p className="t-13 secondary num">{hint}</p>
      <TextButton tone="quiet" onClick={() => void goOn()}>
        很久没有进展？重新排队
      </TextButton>
    </div>
  )
}

function Writing({ of }: { of: Import }) {
  const run = useSend(calls.importRun, { refresh: [calls.importDetail] })
  const [requestId] = useState(newRequestId)
  return (
    <UnderWay
      title={`正在写入 ${of.fileName}`}
      meter="写入进度"
      done={of.written}
      total={of.toWrite}
      hint={`已写入 ${of.written} / ${of.toWrite} 人。可以关闭这个窗口，导入会继续；中途断开也不会重复建档。`}
      onQueue={() => run.mutateAsync({ id: of.id, requestId })}
    />
  )
}

function Checking({ of, onAgain }: { of: Import; onAgain: () => void }) {
  const check = useSend(calls.importCheck, { refresh: [calls.importDetail, calls.importLatest] })
  const recheck = () => check.mutateAsync({ id: of.id })
  if (of.status === CHECKING)
    return (
      <UnderWay
        title={`正在检查 ${of.fileName}`}
        meter="检查进度"
        done={of.looked}
        total={of.total}
        hint={`已检查 ${of.looked} / ${of.total} 行。可以关闭这个窗口，检查会继续；现在还没有写入任何患者。`}
        onQueue={recheck}
      />
    )
  return (
    <EmptyState
      layout="stack"
      icon="alert-circle"
      title={`${of.fileName} 没有检查完`}
      hint={of.problem}
      action={
        <div className={s.buttons}>
          <Button icon="upload" onClick={onAgain}>
            重新上传
          </Button>
          <Button
            variant="primary"
            busy={check.isPending}
            onClick={() => void attempt(recheck, '没有开始检查，请重试')}
          >
            重新检查
          </Button>
        </div>
      }
    />
  )
}

const plainColumns: Column<Row>[] = [
  { key: 'row', title: '行', width: 56, numeric: true, render: (row) => row.rowNo },
  { key: 'name', title: '姓名', width: 96, render: (row) => row.cells['姓名'] ?? '—' },
  { key: 'gender', title: '性别', width: 56, render: (row) => row.cells['性别'] ?? '—' },
  { key: 'mobile', title: '手机号', width: 120, numeric: true, render: (row) => row.cells['手机号'] ?? '—' },
  { key: 'source', title: '来源', width: 110, render: (row) => row.cells['来源'] ?? '—' },
]

type Choice = keyof typeof importChoiceNames
const choices = Object.entries(importChoiceNames).map(([value, label]) => ({ value: value as Choice, label }))

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

/** A row beside the file that it may be. */
function CompareDialog({
  row,
  patientId,
  fileTo,
  onClose,
  onChoose,
}: {
  row: Row
  patientId: string
  fileTo: string
  onClose: () => void
  onChoose: (choice: Choice) => void
}) {
  const { data: file, error, refetch } = usePatientInformation(patientId)
  const lines: { title: string; row: string; file: string }[] = file
    ? [
        { title: '姓名', row: row.cells['姓名'] ?? '', file: file.name },
        { title: '性别', row: row.cells['性别'] ?? '', file: genderWord(file.gender) },
        {
          title: '出生日期',
          row: row.cells['出生日期'] ?? (row.cells['年龄'] ? `${row.cells['年龄']} 岁` : ''),
          file: file.birthDay === null ? '' : file.birthYearEstimated ? ageText(file.birthDay) : file.birthDay,
        },
        { title: '手机号', row: row.cells['手机号'] ?? '', file: file.mobile ?? '' },
        { title: '病历号', row: row.cells['病历号'] ?? '', file: file.medicalNumber },
        { title: '责任医生', row: row.cells['责任医生'] ?? '', file: file.respDoctorName ?? '' },
        { title: '过敏史', row: row.cells['过敏史'] ?? '', file: file.allergyHistory },
        {
          title: '最近就诊',
          row: '',
          file: file.lastVisitAt ? `${file.lastVisitAt.slice(0, 10)}，共 ${file.visitCount} 次` : '还没有就诊',
        },
      ]
    : []
  return (
    <Dialog
      open
      width={620}
      title={`第 ${row.rowNo} 行与已有档案`}
      onClose={onClose}
      footer={
        <div className={s.buttons}>
          <LinkButton to={fileTo} target="_blank" icon="external">
            打开档案
          </LinkButton>
          <Button onClick={() => onChoose('create')}>是另一个人，仍建档</Button>
          <Button variant="primary" onClick={() => onChoose('skip')}>
            是同一个人，跳过
          </Button>
        </div>
      }
    >
      {error && !file && <ErrorLine onRetry={() => void refetch()}>这份档案没有读到：{error.message}</ErrorLine>}
      {!file && !error && <SkeletonRows rows={6} />}
      {file && (
        <table className={both.compare}>
          <thead>
            <tr>
              <th scope="col">项目</th>
              <th scope="col">表格第 {row.rowNo} 行</th>
              <th scope="col">已有档案</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.title}>
                <td>{line.title}</td>
                <td>{line.row || <span className="tertiary">空</span>}</td>
                <td>{line.file || <span className="tertiary">空</span>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
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

function Checked({ of, onAgain, fileTo }: { of: Import; onAgain: () => void; fileTo: (patientId: string) => string }) {
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
