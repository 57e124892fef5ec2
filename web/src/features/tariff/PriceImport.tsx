import type { WireOutput } from '@dentin/contract/core/call'
import { TARIFFS_AT_ONCE, tariffCalls } from '@dentin/contract/tariffs'
import { useRef, useState } from 'react'
import { newRequestId, sendFile } from '../../lib/client.ts'
import { DataTable, Dialog, type Column } from '../../ui/heavy.ts'
import { Button, EmptyState, ErrorLine, Segmented, Tag, toast } from '../../ui/index.ts'
import { useSavePrices, type PriceRow } from './hooks.ts'
import p from './tariff.module.css'

type Checked = WireOutput<typeof tariffCalls.checkTariffSheet>
type Row = Checked['rows'][number]

const outcomes = { new: '新建', change: '修改', same: '不变', wrong: '有误' } as const
const tones = { new: 'booked', change: 'brand', same: 'muted', wrong: 'danger' } as const
type Outcome = keyof typeof outcomes

const columns: Column<Row>[] = [
  { key: 'rowNo', title: '行', width: 56, numeric: true, render: (row) => row.rowNo },
  {
    key: 'outcome',
    title: '结果',
    width: 76,
    render: (row) => <Tag tone={tones[row.outcome]}>{outcomes[row.outcome]}</Tag>,
  },
  { key: 'code', title: '编码', width: 100, render: (row) => row.code },
  { key: 'name', title: '项目', width: 190, render: (row) => <span className="bold ellipsis">{row.name}</span> },
  {
    key: 'what',
    title: '会怎样',
    render: (row) =>
      row.outcome === 'wrong' ? (
        <span className={p.wrong}>
          {row.problems
            .map(({ label, message }) => (message.includes(label) ? message : `${label}：${message}`))
            .join('；')}
        </span>
      ) : (
        <span
          title={row.changes
            .map(({ label, before, after }) => `${label} ${before || '空'} → ${after || '空'}`)
            .join('\n')}
        >
          {row.changes.map(({ label, before, after }) => `${label} ${before || '空'} → ${after || '空'}`).join('；') ||
            '—'}
        </span>
      ),
  },
]

/** A sheet of items: what it would do is shown row by row before anything is written. */
export function PriceImport({ onClose }: { onClose: () => void }) {
  const [checked, setChecked] = useState<{ name: string; result: Checked } | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [shown, setShown] = useState<Outcome | 'all'>('all')
  const input = useRef<HTMLInputElement>(null)
  const save = useSavePrices()
  const countOf = (outcome: Outcome) => checked?.result.rows.filter((row) => row.outcome === outcome).length ?? 0
  const good = checked?.result.rows.filter(({ row }) => row !== null) ?? []

  const look = async (file: File) => {
    setBusy(true)
    setFailure(null)
    try {
      setChecked({ name: file.name, result: await sendFile(tariffCalls.checkTariffSheet, {}, file) })
      setShown('all')
    } catch (error) {
      setFailure(error instanceof Error ? error.message : '文件没有上传，请重试')
    } finally {
      setBusy(false)
    }
  }
  const write = async () => {
    setFailure(null)
    try {
      for (let at = 0; at < good.length; at += TARIFFS_AT_ONCE) {
        const rows = good.slice(at, at + TARIFFS_AT_ONCE).map(({ row }) => row as unknown as PriceRow)
        await save.mutateAsync({ rows, requestId: newRequestId() })
      }
      toast.success(`已导入 ${good.length} 项`)
      onClose()
    } catch (error) {
      setFailure(error instanceof Error ? `没有导入：${error.message}` : '没有导入，请重试')
    }
  }
  return (
    <Dialog
      open
      title="导入价目表格"
      width={checked ? 960 : 520}
      onClose={onClose}
      {...(checked && { onSubmit: () => void write() })}
      submitText={`导入 ${good.length} 项`}
      submitDisabled={good.length === 0}
      busy={save.isPending}
      sticky={checked !== null}
      footStart={
        checked && (
          <Button icon="upload" busy={busy} onClick={() => input.current?.click()}>
            换一个文件
          </Button>
        )
      }
    >
      <input
        ref={input}
        type="file"
        accept=".xlsx"
        aria-label="价目表格"
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) void look(file)
        }}
      />
      <div className={p.import}>
        {failure && <ErrorLine>{failure}</ErrorLine>}
        {!checked && (
          <EmptyState
            layout="stack"
            icon="upload"
            title="选择一个 xlsx 文件"
            hint="先导出价目，在表格里改好再导入；按编码对应，新编码就是新项目。导入前会逐行列出变化"
            action={
              <Button variant="primary" busy={busy} onClick={() => input.current?.click()}>
                选择文件
              </Button>
            }
          />
        )}
        {checked && (
          <>
            <div className={p.outcomes}>
              <Segmented
                label="结果"
                options={(['all', 'new', 'change', 'same', 'wrong'] as const).map((value) => ({
                  value,
                  label:
                    value === 'all' ? `全部 ${checked.result.rows.length}` : `${outcomes[value]} ${countOf(value)}`,
                }))}
                value={shown}
                onChange={setShown}
              />
              <span className="t-13 secondary ellipsis">
                {checked.name}
                {checked.result.ignored.length > 0 && `；没有读取：${checked.result.ignored.join('、')}`}
              </span>
            </div>
            {countOf('wrong') > 0 && (
              <p className="t-13 secondary">有误的 {countOf('wrong')} 行不会导入；改好表格后可以再次导入。</p>
            )}
            <div className={p.checked}>
              <DataTable<Row>
                label="逐行结果"
                columns={columns}
                keyOf={(row) => String(row.rowNo)}
                rows={checked.result.rows.filter(({ outcome }) => shown === 'all' || outcome === shown)}
                fill
              />
            </div>
          </>
        )}
      </div>
    </Dialog>
  )
}
