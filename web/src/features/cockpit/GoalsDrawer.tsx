import { cockpit, measureNames, readTargetCell, targetMeasures } from '@dentin/contract/cockpit'
import { useRef, useState, type ClipboardEvent } from 'react'
import { newRequestId, sendFile } from '../../lib/client.ts'
import { presentDay } from '../../lib/present.ts'
import { Drawer, useExport } from '../../ui/heavy.ts'
import { Button, ErrorLine, MoneyInput, Segmented, ScrollRegion, SkeletonRows, toast } from '../../ui/index.ts'
import { useGoalSends, useTargets, type Measure, type Targets } from './hooks.ts'
import { pastedCells } from './pasted.ts'
import s from './goals.module.css'

/** What was typed, by clinic, month and measure; '' takes a target away. */
type Typed = Readonly<Record<string, string>>
const keyOf = (clinicId: string, month: string, measure: Measure) => `${clinicId} ${month} ${measure}`

/** So many of the cells that are wrong are named. */
const MOST_SHOWN = 8

/** The month that runs is in sight when the year has more months than there is room. */
const intoSight = (head: HTMLElement | null) => head?.scrollIntoView({ inline: 'center', block: 'nearest' })

/** The targets of a year: clinics by months, typed, pasted out of a sheet or read from one. */
export function GoalsDrawer({
  measure: shown,
  year: now,
  onClose,
}: {
  measure: Measure
  year: string
  onClose: () => void
}) {
  const [measure, setMeasure] = useState<Measure>(shown)
  const [year, setYear] = useState(now)
  const [typed, setTyped] = useState<Typed>({})
  const [problems, setProblems] = useState<{ title: string; list: readonly string[] } | null>(null)
  const [isReading, setReading] = useState(false)
  const sheet = useRef<HTMLInputElement>(null)
  const exported = useExport(cockpit.targetSheet)
  const { data, error, refetch } = useTargets(year)
  const { saveTargets } = useGoalSends()
  const [requestId, setRequestId] = useState(newRequestId)
  const thisMonth = presentDay().slice(0, 7)
  const years = [String(Number(now) - 1), now, String(Number(now) + 1)]
  const cells = data ? changedCells(data, typed) : []
  const change = (next: Typed) => {
    setTyped(next)
    setRequestId(newRequestId())
  }
  const paste = (event: ClipboardEvent, clinicAt: number, monthAt: number) => {
    const lines = pastedCells(event.clipboardData.getData('text'))
    if (!data || (lines.length === 1 && lines[0]?.length === 1 && 'yuan' in readTargetCell(lines[0][0] ?? ''))) return
    event.preventDefault()
    const next: Record<string, string> = { ...typed }
    const wrong: string[] = []
    for (const [down, line] of lines.entries())
      for (const [right, text] of line.entries()) {
        const clinic = data.clinics[clinicAt + down]
        const cell = clinic?.months[monthAt + right]
        const where = `第 ${down + 1} 行第 ${right + 1} 列`
        if (!clinic || !cell) {
          if (text.trim() !== '') wrong.push(`${where}：超出表格`)
          continue
        }
        const read = readTargetCell(text)
        if ('problem' in read)
          wrong.push(`${where}（${clinic.name} ${Number(cell.month.slice(5))}月）：${read.problem}`)
        else next[keyOf(clinic.id, cell.month, measure)] = read.yuan
      }
    setProblems(wrong.length > 0 ? { title: `没有粘贴：有 ${wrong.length} 格不对`, list: wrong } : null)
    // A sheet with a wrong cell changes nothing: half of it would look like all of it.
    if (wrong.length === 0) change(next)
  }
  const read = async (file: File) => {
    setReading(true)
    setProblems(null)
    try {
      const answer = await sendFile(cockpit.checkTargetSheet, { year }, file)
      if (answer.problems.length > 0) {
        const list = answer.problems.map(({ rowNo, column, message }) => `第 ${rowNo} 行 ${column}：${message}`)
        setProblems({ title: `没有导入：有 ${list.length} 格不对`, list })
        return
      }
      const next: Record<string, string> = { ...typed }
      for (const { clinicId, month, measure: of, amount } of answer.cells)
        next[keyOf(clinicId, month, of)] = amount ?? ''
      change(next)
      toast.success(
        answer.cells.length > 0
          ? `表格里有 ${answer.cells.length} 个目标与现在不同，看过后保存`
          : '表格与现在的目标相同',
      )
    } catch (failure) {
      setProblems({ title: failure instanceof Error ? failure.message : '文件没有上传，请重试', list: [] })
    } finally {
      setReading(false)
    }
  }
  const save = async () => {
    const answer = await saveTargets.mutateAsync({ cells, requestId }).catch(() => null)
    if (!answer) return
    toast.success(`已保存 ${answer.saved} 个目标`)
    setTyped({})
    setRequestId(newRequestId())
  }
  return (
    <Drawer
      open
      width={1120}
      title="目标"
      onClose={onClose}
      sticky={cells.length > 0}
      footer={
        <div className={s.footer}>
          <span className="t-13 secondary">
            {cells.length > 0 ? `改了 ${cells.length} 个月` : '可从表格软件复制一块粘贴到任一格，或导出、改好再导入'}
          </span>
          <Button onClick={onClose}>关闭</Button>
          <Button
            variant="primary"
            disabled={cells.length === 0}
            busy={saveTargets.isPending}
            onClick={() => void save()}
          >
            保存目标
          </Button>
        </div>
      }
    >
      <div className={s.choices}>
        <Segmented
          label="年份"
          options={years.map((value) => ({ value, label: `${value}年` }))}
          value={year}
          onChange={(next) => {
            setYear(next)
            setProblems(null)
          }}
        />
        <Segmented
          label="口径"
          options={measureNames.map((value) => ({ value, label: targetMeasures[value] }))}
          value={measure}
          onChange={setMeasure}
        />
        <span className={s.sheet}>
          <Button icon="download" busy={exported.busy} onClick={() => void exported.take({ year })}>
            导出表格
          </Button>
          <Button icon="upload" busy={isReading} onClick={() => sheet.current?.click()}>
            导入表格
          </Button>
          <input
            ref={sheet}
            type="file"
            accept=".xlsx"
            aria-label="目标表格"
            className="sr-only"
            onChange={(event) => {
              const [file] = event.target.files ?? []
              event.target.value = ''
              if (file) void read(file)
            }}
          />
        </span>
      </div>
      {saveTargets.error && <ErrorLine>{saveTargets.error.message}</ErrorLine>}
      {problems && (
        <div role="alert" className={s.problems}>
          <b>{problems.title}</b>
          {problems.list.length > 0 && (
            <ul>
              {problems.list.slice(0, MOST_SHOWN).map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
              {problems.list.length > MOST_SHOWN && <li>还有 {problems.list.length - MOST_SHOWN} 格</li>}
            </ul>
          )}
        </div>
      )}
      {error && !data && <ErrorLine onRetry={() => void refetch()}>{error.message}</ErrorLine>}
      {!data && !error && <SkeletonRows rows={6} height={44} />}
      {data && (
        <ScrollRegion label="目标" className={s.scroll ?? ''}>
          <table className={s.grid}>
            <thead>
              <tr>
                <th scope="col">门诊（元）</th>
                {data.clinics[0]?.months.map(({ month }) => (
                  <th scope="col" key={month} ref={month === thisMonth ? intoSight : undefined}>
                    {Number(month.slice(5))}月
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.clinics.map((clinic, clinicAt) => (
                <tr key={clinic.id}>
                  <th scope="row">{clinic.name}</th>
                  {clinic.months.map((cell, monthAt) => {
                    const key = keyOf(clinic.id, cell.month, measure)
                    return (
                      <td key={cell.month} data-changed={isChanged(cell, typed[key], measure) || undefined}>
                        <MoneyInput
                          aria-label={`${clinic.name} ${Number(cell.month.slice(5))}月`}
                          value={typed[key] ?? cell[measure] ?? ''}
                          onChange={(yuan) => change({ ...typed, [key]: yuan })}
                          onPaste={(event) => paste(event, clinicAt, monthAt)}
                        />
                      </td>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </Drawer>
  )
}

const isChanged = (cell: Targets['clinics'][number]['months'][number], text: string | undefined, measure: Measure) =>
  text !== undefined && text !== (cell[measure] ?? '')

/** The months that are not as they were, each with both of its sums. */
function changedCells({ clinics }: Targets, typed: Typed) {
  return clinics.flatMap(({ id, months }) =>
    months.flatMap((cell) => {
      const now = (measure: Measure): string | null => {
        const text = typed[keyOf(id, cell.month, measure)]
        return text === undefined ? cell[measure] : text === '' ? null : text
      }
      const [takings, revenue] = [now('takings'), now('revenue')]
      return takings === cell.takings && revenue === cell.revenue
        ? []
        : [{ clinicId: id, month: cell.month, takings, revenue, version: cell.version }]
    }),
  )
}
