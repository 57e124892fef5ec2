import { IMPORT_ROWS, patient as calls } from '@dentin/contract/patient'
import type { WireOutput } from '@dentin/contract/core/call'
import { useRef, useState, type DragEvent } from 'react'
import { type ApiError, fetchFile, sendFile } from '../../lib/client.ts'
import { queryClient, keyOf } from '../../lib/query.ts'
import { shortMoment } from '../../lib/when.ts'
import { Select } from '../../ui/heavy.ts'
import { Button, cx, ErrorLine, Notice, SkeletonRows, TextButton } from '../../ui/index.ts'
import s from './import.module.css'
import { type Import, DONE, wordsOf, StateTag } from './ImportState.tsx'
import { FileButton } from './ImportFileButton.tsx'

const XLSX = '.xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

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

export function Start({
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
