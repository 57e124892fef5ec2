import { provider } from '@dentin/contract/provider'
import type { WireOutput } from '@dentin/contract/core/call'
import { orderStates, orderStatusNames } from '@dentin/contract/core/order-states'
import { useState } from 'react'
import { useCallForm } from '../../lib/form.ts'
import { useCall, useSend } from '../../lib/query.ts'
import {
  Button,
  EmptyState,
  Field,
  Money,
  Notice,
  Segmented,
  Tag,
  TextField,
  toast,
  Toolbar,
  urlEnum,
  useUrlState,
} from '../../ui/index.ts'
import { DataTable, DatePicker, FormDialog, pageCodecs, pagedProps, Picked, type Column } from '../../ui/heavy.ts'
import { orderFacts } from './OrderFacts.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'
import s from './provider.module.css'
import { presentDay } from '../../lib/present.ts'

type Order = WireOutput<typeof provider.transfers>['list'][number]

const STATES = ['waiting', 'confirmed', 'closed'] as const
const codecs = { state: urlEnum(STATES, 'waiting'), ...pageCodecs }
const refresh = [provider.transfers, provider.overview]

/** Orders that are paid by bank transfer: whether the money has come is seen on the provider's account and said here. */
export function Transfers() {
  const [state, set] = useUrlState(codecs)
  const [open, setOpen] = useState<{ order: Order; as: 'confirm' | 'refuse' } | null>(null)
  const found = useCall(provider.transfers, { state: state.state, pageNum: state.page, pageSize: state.size })
  const waiting = state.state === 'waiting'
  const actions = (order: Order) => (
    <span className={s.rowActions}>
      <Button size="sm" variant="row" onClick={() => setOpen({ order, as: 'confirm' })}>
        确认到账
      </Button>
      <Button size="sm" variant="text" onClick={() => setOpen({ order, as: 'refuse' })}>
        退回
      </Button>
    </span>
  )
  const columns: Column<Order>[] = [
    ...orderFacts<Order>(),
    waiting
      ? { key: 'closes', title: '自动关闭', width: 116, numeric: true, render: (row) => row.closesAt.slice(0, 10) }
      : {
          key: 'status',
          title: '状态',
          width: 150,
          render: (row) => (
            <Tag tone={orderStates.is(row.status, 'paid') ? 'done' : 'muted'}>{orderStatusNames[row.status] ?? ''}</Tag>
          ),
        },
    waiting
      ? { key: 'actions', title: '', width: 168, align: 'right', render: actions }
      : { key: 'paid', title: '到账时间', width: 172, numeric: true, render: (row) => row.paidAt?.slice(0, 16) ?? '—' },
  ]
  return (
    <>
      <Toolbar>
        <Segmented
          label="状态"
          options={[
            { value: 'waiting', label: '待确认' },
            { value: 'confirmed', label: '已确认' },
            { value: 'closed', label: '已关闭' },
          ]}
          value={state.state}
          onChange={(to) => set({ state: to, page: 1 })}
        />
      </Toolbar>
      <DataTable
        label="对公转账"
        columns={columns}
        keyOf={(row) => row.orderId}
        {...pagedProps(found, state, set)}
        empty={
          <EmptyState
            layout="stack"
            icon="bank"
            title={waiting ? '没有待确认的转账' : '没有这样的订单'}
            hint={waiting ? '门诊选择对公转账并下单后，会出现在这里' : undefined}
          />
        }
        mobile={(row) => (
          <div className={s.card}>
            <div className={s.cardHead}>
              <strong className="ellipsis">{row.clinicName}</strong>
              <span className={s.push}>
                <Money yuan={row.amount} strong />
              </span>
            </div>
            <div className="t-13 secondary">
              {row.title} · {row.buyerName} · <span className="num">{row.orderedAt.slice(5, 16)}</span>
            </div>
            {waiting && actions(row)}
          </div>
        )}
      />
      {open?.as === 'confirm' && <ConfirmDialog order={open.order} onClose={() => setOpen(null)} />}
      {open?.as === 'refuse' && <RefuseDialog order={open.order} onClose={() => setOpen(null)} />}
    </>
  )
}

function ConfirmDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const send = useSend(provider.confirmTransfer, { refresh })
  const [now] = useState(presentDay)
  const form = useCallForm(provider.confirmTransfer, {
    defaultValues: { orderId: order.orderId, reference: '', paidOn: now },
  })
  const submit = form.save(send.mutateAsync, () => {
    toast.success('已确认到账，会员已延期')
    onClose()
  })
  return (
    <FormDialog title="确认到账" onClose={onClose} form={form} onSubmit={submit} submitText="确认到账" width={440}>
      <Notice tone="muted" icon="bank">
        {order.clinicName}，{order.title}，应到 <Money yuan={order.amount} strong sign />
      </Notice>
      <Field label="银行流水号" required help="回单上的流水号或凭证号" error={form.errorOf('reference')}>
        <TextField maxLength={64} {...form.register('reference')} />
      </Field>
      <Picked form={form} name="paidOn" label="到账日期" required>
        {(field) => <DatePicker {...field} />}
      </Picked>
    </FormDialog>
  )
}

function RefuseDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const send = useSend(provider.refuseTransfer, { refresh })
  return (
    <ReasonDialog
      title="退回转账"
      text={`关闭 ${order.clinicName} 的订单 ${order.orderNo}，理由会告知门诊管理员。`}
      submitText="关闭订单"
      onClose={onClose}
      send={async (reason) => {
        await send.mutateAsync({ orderId: order.orderId, reason })
        toast.success('订单已关闭')
        onClose()
      }}
    />
  )
}
