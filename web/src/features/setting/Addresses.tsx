import { clinic } from '@dentin/contract/clinic'
import type { WireOutput } from '@dentin/contract/core/call'
import { postalAddress, type PROVINCES } from '@dentin/kit/provinces'
import { useState } from 'react'
import { useCallForm } from '../../lib/form.ts'
import { useCan } from '../../lib/permission.ts'
import { useCall, useSend } from '../../lib/query.ts'
import { DataTable, FormDialog, listProps, Picked, ProvinceAndCity, type Column } from '../../ui/heavy.ts'
import {
  Button,
  confirm,
  EmptyState,
  Field,
  IconButton,
  Menu,
  Switch,
  Tag,
  TextArea,
  TextField,
  toast,
  Toolbar,
} from '../../ui/index.ts'
import s from './setting.module.css'

type Address = WireOutput<typeof clinic.deliveryAddresses>[number]

const MOST = 20

const Marks = ({ row }: { row: Address }) => (
  <span className={s.inline}>
    {row.isDefault && <Tag tone="brand">默认</Tag>}
    {row.tag && <Tag tone="outline">{row.tag}</Tag>}
  </span>
)

/** Where the clinic has its parcels sent: up to 20 places, one of them unless another is chosen. */
export function Addresses() {
  const can = useCan()
  const found = useCall(clinic.deliveryAddresses, {})
  const [editing, setEditing] = useState<Address | 'new' | null>(null)
  const refresh = [clinic.deliveryAddresses]
  const prefer = useSend(clinic.makeDefaultAddress, { refresh })
  const remove = useSend(clinic.removeDeliveryAddress, { refresh })
  const mayEdit = can('/address:edit')
  const full = (found.data?.length ?? 0) >= MOST
  const told = { onError: (error: Error) => toast.error(error.message) }
  const drop = async (row: Address) => {
    const heir = row.isDefault ? newest(found.data, row) : undefined
    const body = heir ? `这是默认地址，删除后默认寄到 ${heir.receiver}，${postalAddress(heir)}` : undefined
    if (
      !(await confirm({
        title: `删除 ${row.receiver} 的收货地址？`,
        okText: '删除',
        danger: true,
        ...(body ? { body } : {}),
      }))
    )
      return
    remove.mutate({ id: row.id, version: row.version }, { ...told, onSuccess: () => toast.success('删除成功') })
  }
  const more = (row: Address) =>
    mayEdit && (
      <Menu
        align="end"
        items={[
          { key: 'edit', label: '修改', onSelect: () => setEditing(row) },
          {
            key: 'default',
            label: '设为默认',
            disabled: row.isDefault,
            onSelect: () =>
              prefer.mutate(
                { id: row.id, version: row.version },
                { ...told, onSuccess: () => toast.success('已设为默认地址') },
              ),
          },
          'divider',
          { key: 'remove', label: '删除', danger: true, onSelect: () => void drop(row) },
        ]}
      >
        <IconButton icon="dots" label={`${row.receiver}，${row.detail} 的操作`} />
      </Menu>
    )
  const columns: Column<Address>[] = [
    { key: 'receiver', title: '收货人', width: 130, render: (row) => <span className="bold">{row.receiver}</span> },
    { key: 'mobile', title: '电话', width: 130, numeric: true, render: (row) => row.mobile },
    {
      key: 'address',
      title: '地址',
      render: (row) => (
        <span className="ellipsis" title={postalAddress(row)}>
          {postalAddress(row)}
          {row.postcode && <span className="tertiary num">　{row.postcode}</span>}
        </span>
      ),
    },
    {
      key: 'remark',
      title: '备注',
      width: 260,
      render: (row) => (
        <span className="ellipsis secondary" title={row.remark}>
          {row.remark || '—'}
        </span>
      ),
    },
    { key: 'marks', title: '标记', width: 150, render: (row) => <Marks row={row} /> },
    ...(mayEdit ? [{ key: 'more', title: '操作', width: 64, render: more }] : []),
  ]
  return (
    <>
      <Toolbar
        end={
          mayEdit && (
            <Button
              variant="primary"
              icon="plus"
              disabled={full}
              title={full ? '最多 20 条，请先删除不用的' : undefined}
              onClick={() => setEditing('new')}
            >
              新建收货地址
            </Button>
          )
        }
      >
        <span className="t-13 secondary">加工件、采购的货寄到这里；没有另选时寄到默认地址</span>
      </Toolbar>
      <DataTable<Address>
        label="收货地址"
        columns={columns}
        keyOf={(row) => row.id}
        {...listProps(found, '收货地址')}
        empty={
          <EmptyState
            layout="stack"
            icon="truck"
            title="还没有收货地址"
            hint="第一条就是默认地址"
            action={mayEdit && <Button onClick={() => setEditing('new')}>填写收货地址</Button>}
          />
        }
        mobile={(row) => (
          <div className={s.card}>
            <span className={s.cardText}>
              <span className={s.inline}>
                <span className="t-16 bold ellipsis">{row.receiver}</span>
                <span className="t-13 secondary num">{row.mobile}</span>
                <Marks row={row} />
              </span>
              <span className="t-13 secondary">{postalAddress(row)}</span>
              {row.remark && <span className="t-13 tertiary">{row.remark}</span>}
            </span>
            {more(row)}
          </div>
        )}
        fill
      />
      {editing && (
        <AddressDialog
          row={editing === 'new' ? null : editing}
          first={found.data?.length === 0}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  )
}

/** Who becomes the default when this one goes: the list has the default first and the newest after it. */
const newest = (rows: readonly Address[] | undefined, gone: Address) => rows?.find((each) => each.id !== gone.id)

function AddressDialog({ row, first, onClose }: { row: Address | null; first: boolean; onClose: () => void }) {
  const save = useSend(clinic.saveDeliveryAddress, { refresh: [clinic.deliveryAddresses] })
  const fixed = first || (row?.isDefault ?? false)
  const form = useCallForm(clinic.saveDeliveryAddress, {
    defaultValues: {
      id: row?.id ?? null,
      version: row?.version,
      receiver: row?.receiver ?? '',
      mobile: row?.mobile ?? '',
      province: row?.province as Address['province'] & (typeof PROVINCES)[number],
      city: row?.city ?? '',
      district: row?.district ?? '',
      detail: row?.detail ?? '',
      postcode: row?.postcode ?? '',
      tag: row?.tag ?? '',
      remark: row?.remark ?? '',
      isDefault: fixed,
    },
  })
  const submit = form.save(save.mutateAsync, () => {
    toast.success(row ? '更新成功' : '收货地址已建立')
    onClose()
  })
  return (
    <FormDialog
      title={row ? '修改收货地址' : '新建收货地址'}
      width={560}
      form={form}
      onClose={onClose}
      onSubmit={submit}
      submitText="保存"
    >
      <div className={s.pair}>
        <Field label="收货人" required error={form.errorOf('receiver')}>
          <TextField maxLength={30} autoFocus {...form.register('receiver')} />
        </Field>
        <Field label="收货电话" required error={form.errorOf('mobile')}>
          <TextField maxLength={11} inputMode="numeric" numeric {...form.register('mobile')} />
        </Field>
      </div>
      <div className={s.three}>
        <ProvinceAndCity form={form} province="province" city="city" required />
        <Field label="区县" error={form.errorOf('district')}>
          <TextField maxLength={20} placeholder="如 西湖区" {...form.register('district')} />
        </Field>
      </div>
      <Field label="详细地址" required error={form.errorOf('detail')}>
        <TextArea rows={2} maxLength={120} placeholder="街道、门牌、楼层" {...form.register('detail')} />
      </Field>
      <div className={s.pair}>
        <Field label="标签" error={form.errorOf('tag')} help="如 前台、库房">
          <TextField maxLength={10} {...form.register('tag')} />
        </Field>
        <Field label="邮编" error={form.errorOf('postcode')}>
          <TextField maxLength={6} inputMode="numeric" numeric {...form.register('postcode')} />
        </Field>
      </div>
      <Field label="备注" error={form.errorOf('remark')}>
        <TextField maxLength={100} placeholder="如 工作日 9 点后送" {...form.register('remark')} />
      </Field>
      <Picked
        form={form}
        name="isDefault"
        label="默认地址"
        group
        help={fixed ? (first ? '第一条就是默认地址' : '要换默认，请把另一条设为默认') : undefined}
      >
        {(field) => (
          <Switch checked={field.value ?? false} disabled={fixed} onChange={field.onChange}>
            没有另选时寄到这里
          </Switch>
        )}
      </Picked>
    </FormDialog>
  )
}
