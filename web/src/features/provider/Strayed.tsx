import { provider } from '@dentin/contract/provider'
import type { WireOutput } from '@dentin/contract/core/call'
import { useState } from 'react'
import { useCallForm } from '../../lib/form.ts'
import { useCall, useSend } from '../../lib/query.ts'
import {
  Button,
  EmptyState,
  Field,
  Money,
  Notice,
  RadioGroup,
  Segmented,
  TextArea,
  toast,
  Toolbar,
  urlFlag,
  useUrlState,
} from '../../ui/index.ts'
import { DataTable, FormDialog, pageCodecs, pagedProps, Picked, type Column } from '../../ui/heavy.ts'
import { settledWord } from './words.ts'
import s from './provider.module.css'

type Stray = WireOutput<typeof provider.strayed>['list'][number]

const codecs = { settled: urlFlag, ...pageCodecs }
const GATEWAYS = { alipay: '支付宝', wechat: '微信支付' } as const

/** Money that arrived and fits no order. Nothing is lost: each stays on the list until somebody says what was done. */
export function Strayed() {
  const [state, set] = useUrlState(codecs)
  const [open, setOpen] = useState<Stray | null>(null)
  const found = useCall(provider.strayed, { settled: state.settled, pageNum: state.page, pageSize: state.size })
  const columns: Column<Stray>[] = [
    { key: 'gateway', title: '渠道', width: 100, render: (row) => GATEWAYS[row.gateway] },
    { key: 'no', title: '渠道流水号', width: 220, numeric: true, render: (row) => row.gatewayTradeNo },
    { key: 'paid', title: '付款时间', width: 172, numeric: true, render: (row) => row.paidAt.slice(0, 16) },
    {
      key: 'amount',
      title: '到账',
      width: 110,
      align: 'right',
      numeric: true,
      render: (row) => <Money yuan={row.amount} strong />,
    },
    {
      key: 'expected',
      title: '应付',
      width: 110,
      align: 'right',
      numeric: true,
      render: (row) => <Money yuan={row.expected} />,
    },
    { key: 'reason', title: '原因', width: 160, render: (row) => row.reason },
    {
      key: 'order',
      title: '订单',
      render: (row) => (
        <span className="ellipsis">{[row.clinicName, row.title, row.orderNo].filter(Boolean).join(' · ') || '—'}</span>
      ),
    },
    state.settled
      ? {
          key: 'settled',
          title: '处理',
          width: 220,
          render: (row) => (
            <span className="ellipsis" title={row.note}>
              {row.settledAs && settledWord(row.settledAs)}，{row.settledBy}：{row.note}
            </span>
          ),
        }
      : {
          key: 'actions',
          title: '',
          width: 100,
          align: 'right',
          render: (row) => (
            <Button size="sm" variant="row" onClick={() => setOpen(row)}>
              处理
            </Button>
          ),
        },
  ]
  return (
    <>
      <Toolbar>
        <Segmented
          label="状态"
          options={[
            { value: 'open', label: '待处理' },
            { value: 'settled', label: '已处理' },
          ]}
          value={state.settled ? 'settled' : 'open'}
          onChange={(to) => set({ settled: to === 'settled', page: 1 })}
        />
      </Toolbar>
      <DataTable
        label="异常到账"
        columns={columns}
        keyOf={(row) => row.id}
        {...pagedProps(found, state, set)}
        empty={
          <EmptyState
            layout="stack"
            icon="check-circle"
            title={state.settled ? '还没有处理过的款项' : '没有对不上订单的款项'}
            hint={state.settled ? undefined : '订单关闭后才付款、重复付款或金额不符的，会出现在这里'}
          />
        }
        mobile={(row) => (
          <div className={s.card}>
            <div className={s.cardHead}>
              <strong>{row.reason}</strong>
              <span className={s.push}>
                <Money yuan={row.amount} strong />
              </span>
            </div>
            <div className="t-13 secondary">
              {GATEWAYS[row.gateway]} · <span className="num">{row.paidAt.slice(5, 16)}</span>
              {row.clinicName && ` · ${row.clinicName}`}
            </div>
            {state.settled ? (
              <div className="t-13 tertiary">
                {row.settledAs && settledWord(row.settledAs)}：{row.note}
              </div>
            ) : (
              <span className={s.rowActions}>
                <Button size="sm" onClick={() => setOpen(row)}>
                  处理
                </Button>
              </span>
            )}
          </div>
        )}
      />
      {open && <SettleDialog stray={open} onClose={() => setOpen(null)} />}
    </>
  )
}

function SettleDialog({ stray, onClose }: { stray: Stray; onClose: () => void }) {
  const send = useSend(provider.settleStrayed, { refresh: [provider.strayed, provider.overview] })
  const form = useCallForm(provider.settleStrayed, { defaultValues: { id: stray.id, note: '' } })
  const submit = form.save(send.mutateAsync, () => {
    toast.success('已记下处理结果')
    onClose()
  })
  return (
    <FormDialog
      title="处理异常到账"
      onClose={onClose}
      form={form}
      onSubmit={submit}
      submitText="记下处理结果"
      width={460}
    >
      <Notice tone="muted" icon="yen">
        {GATEWAYS[stray.gateway]} {stray.gatewayTradeNo}，到账 <Money yuan={stray.amount} strong sign />
      </Notice>
      <Picked form={form} name="as" label="怎样处理的" required group>
        {(field) => (
          <RadioGroup
            options={(['refunded', 'credited', 'other'] as const).map((value) => ({
              value,
              label: settledWord(value),
            }))}
            {...field}
          />
        )}
      </Picked>
      <Field label="处理说明" required help="退款单号、入账订单或其他凭据；记下后不能修改" error={form.errorOf('note')}>
        <TextArea rows={3} maxLength={500} {...form.register('note')} />
      </Field>
    </FormDialog>
  )
}
