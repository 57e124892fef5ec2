import { provider } from '@dentin/contract/provider'
import type { WireOutput } from '@dentin/contract/core/call'
import { useState } from 'react'
import { useCallForm } from '../../lib/form.ts'
import { useCall, useSend } from '../../lib/query.ts'
import {
  Button,
  confirm,
  EmptyState,
  Field,
  FilterChip,
  RadioGroup,
  Tag,
  TextArea,
  TextField,
  toast,
  Toolbar,
  urlOptional,
  useUrlState,
} from '../../ui/index.ts'
import { DataTable, Drawer, FormDialog, pageCodecs, pagedProps, type Column } from '../../ui/heavy.ts'
import { ClinicPick, type Place } from './Gifts.tsx'
import s from './provider.module.css'

type Message = WireOutput<typeof provider.messages>['list'][number]

const codecs = { ...pageCodecs, open: urlOptional }
const refresh = [provider.messages]
const audience = (message: Message) =>
  message.clinics === null
    ? '全部门诊'
    : message.clinics.length > 2
      ? `${message.clinics.slice(0, 2).join('、')} 等 ${message.clinics.length} 家`
      : message.clinics.join('、')

/** What the provider has written to clinics, and writing more. */
export function PlatformMessages() {
  const [state, set] = useUrlState(codecs)
  const [writing, setWriting] = useState(false)
  const found = useCall(provider.messages, { pageNum: state.page, pageSize: state.size })
  const opened = found.data?.list.find((each) => each.id === state.open)
  const columns: Column<Message>[] = [
    { key: 'at', title: '发布时间', width: 172, numeric: true, render: (row) => row.createdAt.slice(0, 16) },
    {
      key: 'title',
      title: '标题',
      render: (row) => (
        <span className={s.inline}>
          <span className="ellipsis">{row.title}</span>
          {row.withdrawnAt && <Tag>已撤回</Tag>}
        </span>
      ),
    },
    { key: 'to', title: '发给', width: 260, render: (row) => <span className="ellipsis">{audience(row)}</span> },
    { key: 'read', title: '已读', width: 80, align: 'right', numeric: true, render: (row) => row.readCount },
    { key: 'by', title: '发布人', width: 120, render: (row) => row.publishedBy },
  ]
  return (
    <>
      <Toolbar
        end={
          <Button variant="primary" icon="send" onClick={() => setWriting(true)}>
            写消息
          </Button>
        }
      >
        <span className="t-13 secondary">出现在门诊的消息中心里</span>
      </Toolbar>
      <DataTable
        label="平台消息"
        columns={columns}
        keyOf={(row) => row.id}
        {...pagedProps(found, state, set)}
        onOpen={(row) => set({ open: row.id }, { push: true })}
        openKey={state.open}
        muted={(row) => row.withdrawnAt !== null}
        empty={<EmptyState layout="stack" icon="message" title="还没有发过消息" />}
        mobile={(row) => (
          <div className={s.card}>
            <div className={s.cardHead}>
              <strong className="ellipsis">{row.title}</strong>
              {row.withdrawnAt && <Tag>已撤回</Tag>}
              <span className={`${s.push} num t-12 tertiary`}>{row.createdAt.slice(5, 16)}</span>
            </div>
            <div className="t-13 secondary">
              {audience(row)} · 已读 {row.readCount}
            </div>
          </div>
        )}
      />
      <Drawer open={opened !== undefined} title="平台消息" onClose={() => set({ open: null })} width={460}>
        {opened && <Opened message={opened} onDone={() => set({ open: null })} />}
      </Drawer>
      {writing && <WriteDialog onClose={() => setWriting(false)} />}
    </>
  )
}

function Opened({ message, onDone }: { message: Message; onDone: () => void }) {
  const withdraw = useSend(provider.withdrawMessage, { refresh })
  const take = async () => {
    const yes = await confirm({
      title: `撤回“${message.title}”？`,
      body: '撤回后谁都不再看到，不能恢复。',
      okText: '撤回',
      danger: true,
    })
    if (!yes) return
    try {
      await withdraw.mutateAsync({ id: message.id })
      toast.success('已撤回')
      onDone()
    } catch (error) {
      toast.error(error instanceof Error ? error.message : 'Error')
    }
  }
  return (
    <div className={s.stack}>
      <h3 className="t-18">{message.title}</h3>
      <p className={s.letter}>{message.body}</p>
      <dl className={s.facts}>
        <dt>发给</dt>
        <dd>{message.clinics?.join('、') ?? '全部门诊'}</dd>
        <dt>发布</dt>
        <dd>
          {message.publishedBy}，<span className="num">{message.createdAt}</span>
        </dd>
        <dt>已读</dt>
        <dd className="num">{message.readCount} 人</dd>
        {message.withdrawnAt && (
          <>
            <dt>撤回</dt>
            <dd className="num">{message.withdrawnAt}</dd>
          </>
        )}
      </dl>
      {!message.withdrawnAt && (
        <div className={s.actions}>
          <Button variant="danger" busy={withdraw.isPending} onClick={() => void take()}>
            撤回
          </Button>
        </div>
      )}
    </div>
  )
}

function WriteDialog({ onClose }: { onClose: () => void }) {
  const publish = useSend(provider.publishMessage, { refresh })
  const form = useCallForm(provider.publishMessage, { defaultValues: { title: '', body: '', clinicIds: null } })
  const [places, setPlaces] = useState<Place[] | null>(null)
  const choose = (next: Place[] | null) => {
    setPlaces(next)
    form.setValue('clinicIds', next?.map((place) => place.clinicId) ?? null, { shouldValidate: next?.length !== 0 })
  }
  const submit = form.save(publish.mutateAsync, () => {
    toast.success('已发布')
    onClose()
  })
  return (
    <FormDialog title="写消息" onClose={onClose} form={form} onSubmit={submit} submitText="发布" width={560} sticky>
      <Field label="发给" required group error={form.errorOf('clinicIds')}>
        <RadioGroup
          options={[
            { value: 'all', label: '全部门诊' },
            { value: 'some', label: '选择门诊' },
          ]}
          value={places === null ? 'all' : 'some'}
          onChange={(to) => choose(to === 'all' ? null : [])}
        />
      </Field>
      {places !== null && (
        <div className={s.picks}>
          <Field label="门诊" labelHidden>
            <ClinicPick
              onPick={(place) =>
                place && !places.some((each) => each.clinicId === place.clinicId) && choose([...places, place])
              }
            />
          </Field>
          <div className={s.actions}>
            {places.map((place) => (
              <FilterChip
                key={place.clinicId}
                name={place.clinicName}
                onRemove={() => choose(places.filter((each) => each !== place))}
              >
                {place.clinicName}
              </FilterChip>
            ))}
          </div>
        </div>
      )}
      <Field label="标题" required error={form.errorOf('title')}>
        <TextField maxLength={80} {...form.register('title')} />
      </Field>
      <Field label="内容" required error={form.errorOf('body')}>
        <TextArea rows={6} maxRows={14} maxLength={5000} {...form.register('body')} />
      </Field>
    </FormDialog>
  )
}
