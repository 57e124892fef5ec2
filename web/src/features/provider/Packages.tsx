import { provider } from '@dentin/contract/provider'
import type { WireOutput } from '@dentin/contract/core/call'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { useCallForm } from '../../lib/form.ts'
import { useCall, useSend } from '../../lib/query.ts'
import {
  Button,
  EmptyState,
  Field,
  Money,
  MoneyInput,
  NumberField,
  RadioGroup,
  Switch,
  Tag,
  TextField,
  toast,
  Toolbar,
} from '../../ui/index.ts'
import { DataTable, FormDialog, listProps, Picked, type Column } from '../../ui/heavy.ts'
import { kindOptions, kindWord } from './words.ts'
import s from './provider.module.css'

type Package = WireOutput<typeof provider.packages>[number]

/** What clinics may buy. Orders that were made keep their price; the second package on sale is shown as recommended. */
export function Packages() {
  const found = useCall(provider.packages, {})
  const [editing, setEditing] = useState<Package | 'new' | null>(null)
  const columns: Column<Package>[] = [
    { key: 'kind', title: '会员', width: 110, render: (row) => kindWord(row.kind) },
    {
      key: 'count',
      title: '年限',
      width: 130,
      render: (row) => (
        <span className={s.inline}>
          <span className="num">{row.count} 年</span>
          {row.recommended && <Tag tone="brand">推荐</Tag>}
        </span>
      ),
    },
    money('price', '价格', (row) => row.price),
    money('discount', '首次续费价', (row) => zeroAsNone(row.discountPrice)),
    money('list', '划线价', (row) => zeroAsNone(row.listPrice)),
    { key: 'tip', title: '提示文字', render: (row) => row.tip || '—' },
    { key: 'sort', title: '顺序', width: 70, align: 'right', numeric: true, render: (row) => row.sortNo },
    { key: 'state', title: '状态', width: 90, render: (row) => <OnSale row={row} /> },
  ]
  return (
    <>
      <Toolbar
        end={
          <Button variant="primary" icon="plus" onClick={() => setEditing('new')}>
            新增套餐
          </Button>
        }
      >
        <span className="t-13 secondary">改价只影响之后的订单；每种会员第二个在售套餐显示为推荐</span>
      </Toolbar>
      <DataTable
        label="会员套餐"
        columns={columns}
        keyOf={(row) => row.id}
        {...listProps(found)}
        onOpen={setEditing}
        muted={(row) => !row.enabled}
        empty={<EmptyState layout="stack" icon="crown" title="还没有套餐" hint="新增后，门诊就可以购买" />}
        mobile={(row) => (
          <div className={s.card}>
            <div className={s.cardHead}>
              <strong>
                {kindWord(row.kind)} {row.count} 年
              </strong>
              {row.recommended && <Tag tone="brand">推荐</Tag>}
              <OnSale row={row} />
              <span className={s.push}>
                <Money yuan={row.price} strong />
              </span>
            </div>
            <div className="t-13 secondary">
              {zeroAsNone(row.discountPrice) && `首次续费 ${row.discountPrice} · `}
              {row.tip || '没有提示文字'}
            </div>
          </div>
        )}
      />
      {editing && <PackageDialog row={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
    </>
  )
}

const zeroAsNone = (yuan: string) => (Number(yuan) === 0 ? null : yuan)

function money(key: string, title: string, of: (row: Package) => string | null): Column<Package> {
  return { key, title, width: 120, align: 'right', numeric: true, render: (row) => <Money yuan={of(row)} /> }
}

function OnSale({ row }: { row: Package }) {
  return row.enabled ? <Tag tone="done">在售</Tag> : <Tag>停售</Tag>
}

function PackageDialog({ row, onClose }: { row: Package | null; onClose: () => void }) {
  const send = useSend(provider.savePackage, { refresh: [provider.packages] })
  const form = useCallForm(provider.savePackage, {
    defaultValues: row
      ? {
          id: row.id,
          version: row.version,
          kind: row.kind,
          count: row.count,
          price: row.price,
          discountPrice: row.discountPrice,
          listPrice: row.listPrice,
          tip: row.tip,
          sortNo: row.sortNo,
          enabled: row.enabled,
        }
      : {
          id: null,
          version: 0,
          kind: 'vip',
          count: 1,
          discountPrice: '0.00',
          listPrice: '0.00',
          tip: '',
          sortNo: 10,
          enabled: true,
        },
  })
  const submit = form.save(send.mutateAsync, () => {
    toast.success(row ? '修改成功' : '已新增套餐')
    onClose()
  })
  const yuan = (name: 'price' | 'discountPrice' | 'listPrice', label: string, help?: string) => (
    <Picked form={form} name={name} label={label} required={name === 'price'} help={help}>
      {(field) => (
        <MoneyInput
          value={field.value ?? ''}
          onChange={(text) => field.onChange(name === 'price' ? text : text || '0')}
        />
      )}
    </Picked>
  )
  return (
    <FormDialog
      title={row ? `修改套餐：${kindWord(row.kind)} ${row.count} 年` : '新增套餐'}
      onClose={onClose}
      form={form}
      onSubmit={submit}
      submitText="保存"
      width={520}
      sticky
    >
      {!row && (
        <div className={s.pair}>
          <Picked form={form} name="kind" label="会员" required group>
            {(field) => <RadioGroup options={kindOptions} {...field} />}
          </Picked>
          <Picked form={form} name="count" label="年限" required help="1–10 年，之后不能修改">
            {(field) => <NumberField {...field} min={1} max={10} unit="年" />}
          </Picked>
        </div>
      )}
      <div className={s.pair}>
        {yuan('price', '价格')}
        {yuan('discountPrice', '首次续费价', '0 为不优惠')}
        {yuan('listPrice', '划线价', '0 为不显示')}
        <Picked form={form} name="sortNo" label="顺序" required help="小的在前">
          {(field) => <NumberField {...field} min={0} max={9999} />}
        </Picked>
      </div>
      <Field label="提示文字" help="显示在价格旁，如“约1元/天”" error={form.errorOf('tip')}>
        <TextField maxLength={20} {...form.register('tip')} />
      </Field>
      <Controller
        control={form.control}
        name="enabled"
        render={({ field }) => (
          <Switch checked={field.value ?? false} onChange={field.onChange}>
            在售
          </Switch>
        )}
      />
    </FormDialog>
  )
}
