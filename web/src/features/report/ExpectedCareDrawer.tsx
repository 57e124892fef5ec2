import { dataRecord } from '@dentin/contract/data-record'
import { report } from '@dentin/contract/report'
import type { WireOutput } from '@dentin/contract/core/call'
import { useState } from 'react'
import { newRequestId } from '../../lib/client.ts'
import { useCall, useSend } from '../../lib/query.ts'
import { Drawer, MultiSelect } from '../../ui/heavy.ts'
import { Button, confirm, ErrorLine, Field, IconButton, SkeletonRows, TextField, toast } from '../../ui/index.ts'
import s from './expected-care.module.css'

type Expected = WireOutput<typeof dataRecord.expectedCare>
interface Row {
  key: string
  icdCode: string
  name: string
  items: string[]
}

/** What diagnoses call for: the list by which the report finds what was not done. */
export function ExpectedCareDrawer({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useCall(dataRecord.expectedCare, {}, { staleTime: 0 })
  return (
    <>
      {data ? (
        <Editor key={data.seen} data={data} onClose={onClose} />
      ) : (
        <Drawer open width={860} title="诊断与应做项目" onClose={onClose}>
          {error ? <ErrorLine onRetry={() => void refetch()}>{error.message}</ErrorLine> : <SkeletonRows rows={8} />}
        </Drawer>
      )}
    </>
  )
}

const rowsOf = ({ list }: Expected): Row[] =>
  list.map(({ icdCode, name, items }) => ({ key: newRequestId(), icdCode, name, items }))

function Editor({ data, onClose }: { data: Expected; onClose: () => void }) {
  const [rows, setRows] = useState<readonly Row[]>(() => rowsOf(data))
  const [changed, setChanged] = useState(false)
  const [requestId, setRequestId] = useState(newRequestId)
  const save = useSend(dataRecord.saveExpectedCare, { refresh: [dataRecord.expectedCare, report.run, report.drill] })
  const set = (next: readonly Row[]) => {
    setRows(next)
    setChanged(true)
    setRequestId(newRequestId())
  }
  const change = (key: string, patch: Partial<Row>) =>
    set(rows.map((row) => (row.key === key ? { ...row, ...patch } : row)))
  const send = async (list: readonly Row[]) => {
    const answer = await save
      .mutateAsync({
        list: list.map(({ icdCode, name, items }) => ({ icdCode: icdCode.trim().toUpperCase(), name, items })),
        seen: data.seen,
        requestId,
      })
      .catch(() => null)
    if (!answer) return
    toast.success(list.length === 0 ? '已恢复系统自带的对应' : '已保存')
    onClose()
  }
  const reset = async () => {
    if (await confirm({ title: '恢复系统自带的诊断与应做项目？本公司改过的全部去掉', okText: '恢复', danger: true }))
      await send([])
  }
  const problemOf = (n: number, field: string) =>
    save.error?.fields?.find((one) => one.field.startsWith(`list.${n}.${field}`))?.message
  const options = [
    ...data.categories.map((name) => ({ value: name, label: `${name}（类别）` })),
    ...data.tariffs.map((name) => ({ value: name, label: name })),
  ]
  return (
    <Drawer
      open
      width={860}
      title="诊断与应做项目"
      onClose={onClose}
      sticky={changed}
      footer={
        data.canEdit ? (
          <div className={s.footer}>
            {!data.isShipped && (
              <Button disabled={save.isPending} onClick={() => void reset()}>
                恢复系统自带
              </Button>
            )}
            <span className={s.gap} />
            <Button onClick={onClose}>关闭</Button>
            <Button variant="primary" disabled={!changed} busy={save.isPending} onClick={() => void send(rows)}>
              保存
            </Button>
          </div>
        ) : undefined
      }
    >
      <p className="t-13 secondary">
        签名病历里有这个诊断的患者，一年内收过其中任何一个类别或项目、没有退、牙位相合的算已做。诊断写大类（K02）时，下面的细类都算。
      </p>
      {save.error && !save.error.fields?.length && <ErrorLine>{save.error.message}</ErrorLine>}
      {!data.canEdit && <Standing data={data} />}
      {data.canEdit && (
        <ul className={s.rows} aria-label="诊断与应做项目">
          {rows.map((row, n) => (
            <li key={row.key} className={s.row}>
              <Field label="诊断编码" error={problemOf(n, 'icdCode')}>
                <TextField
                  maxLength={5}
                  value={row.icdCode}
                  onChange={({ target }) => change(row.key, { icdCode: target.value })}
                />
              </Field>
              <Field label="应做项目" error={problemOf(n, 'name')}>
                <TextField
                  maxLength={30}
                  value={row.name}
                  onChange={({ target }) => change(row.key, { name: target.value })}
                />
              </Field>
              <Field label="做了哪些算已做" group error={problemOf(n, 'items')}>
                <MultiSelect
                  label={`${row.icdCode} ${row.name} 做了哪些算已做`}
                  options={options}
                  value={row.items}
                  onChange={(items) => change(row.key, { items })}
                />
              </Field>
              <IconButton
                icon="trash"
                label={`去掉 ${row.icdCode} ${row.name}`}
                onClick={() => set(rows.filter(({ key }) => key !== row.key))}
              />
            </li>
          ))}
        </ul>
      )}
      {data.canEdit && (
        <Button icon="plus" onClick={() => set([...rows, { key: newRequestId(), icdCode: '', name: '', items: [] }])}>
          加一行
        </Button>
      )}
    </Drawer>
  )
}

/** The list as it stands, for whoever may not change it. */
function Standing({ data }: { data: Expected }) {
  const isCategory = new Set(data.categories)
  return (
    <ul className={s.rows} aria-label="诊断与应做项目">
      {data.list.map(({ icdCode, name, items }) => (
        <li key={`${icdCode} ${name}`} className={s.standing}>
          <span className="num">{icdCode}</span>
          <b>{name}</b>
          <span className="secondary">
            {items.map((item) => (isCategory.has(item) ? `${item}（类别）` : item)).join('、')}
          </span>
        </li>
      ))}
    </ul>
  )
}
