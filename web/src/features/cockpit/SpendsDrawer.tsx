import { cockpit } from '@dentin/contract/cockpit'
import { formatYuanText } from '@dentin/kit/money'
import { useState } from 'react'
import { useCallForm } from '../../lib/form.ts'
import { Drawer, FormDialog, Picked, Select } from '../../ui/heavy.ts'
import {
  Button,
  confirm,
  EmptyState,
  ErrorLine,
  Field,
  MoneyInput,
  Segmented,
  ScrollRegion,
  SkeletonRows,
  TextButton,
  TextField,
  toast,
} from '../../ui/index.ts'
import { useChoices, useGoalSends, useSpends, type Spend } from './hooks.ts'
import c from './cockpit.module.css'
import s from './goals.module.css'

/** What was spent on sources, month by month. */
export function SpendsDrawer({ month, onClose }: { month: string; onClose: () => void }) {
  const [year, setYear] = useState(month.slice(0, 4))
  const [open, setOpen] = useState<Spend | 'new' | null>(null)
  const { data, error, refetch } = useSpends(year)
  const { removeSpend } = useGoalSends()
  const years = [String(Number(month.slice(0, 4)) - 1), month.slice(0, 4)]
  const remove = async ({ id, version, sourceName, month: of, amount }: Spend) => {
    const title = `删除 ${sourceName} ${of} 的投放 ${formatYuanText(amount)}？`
    if (!(await confirm({ title, okText: '删除', danger: true }))) return
    const done = await removeSpend.mutateAsync({ id, version }).then(
      () => true,
      () => false,
    )
    if (done) toast.success('已删除')
  }
  return (
    <Drawer open width={760} title="投放" onClose={onClose}>
      <div className={s.head}>
        <Segmented
          label="年份"
          options={years.map((value) => ({ value, label: `${value}年` }))}
          value={year}
          onChange={setYear}
        />
        <Button variant="primary" size="sm" icon="plus" onClick={() => setOpen('new')}>
          填写投放
        </Button>
      </div>
      {removeSpend.error && <ErrorLine>{removeSpend.error.message}</ErrorLine>}
      {error && !data && <ErrorLine onRetry={() => void refetch()}>{error.message}</ErrorLine>}
      {!data && !error && <SkeletonRows rows={6} height={40} />}
      {data && data.list.length === 0 && (
        <EmptyState
          icon="chart-line"
          title="这一年还没有填写投放"
          hint="按来源与月份填写投放后，驾驶舱给出获客成本与投放回报"
        />
      )}
      {data && data.list.length > 0 && (
        <ScrollRegion label="投放" className={c.scroll ?? ''}>
          <table className={c.table}>
            <thead>
              <tr>
                <th scope="col">月份</th>
                <th scope="col">来源</th>
                <th scope="col">门诊</th>
                <th scope="col">金额</th>
                <th scope="col">操作</th>
              </tr>
            </thead>
            <tbody>
              {data.list.map((spend) => (
                <tr key={spend.id}>
                  <th scope="row">{spend.month}</th>
                  <td>{spend.sourceName}</td>
                  <td>{spend.clinicName ?? '全公司'}</td>
                  <td>{formatYuanText(spend.amount)}</td>
                  <td>
                    <TextButton onClick={() => setOpen(spend)}>修改</TextButton>{' '}
                    <TextButton onClick={() => void remove(spend)}>删除</TextButton>
                  </td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row" colSpan={3}>
                  合计
                </th>
                <td>{formatYuanText(data.total)}</td>
              </tr>
            </tfoot>
          </table>
        </ScrollRegion>
      )}
      {open !== null && (
        <SpendDialog spend={open === 'new' ? null : open} month={month} onClose={() => setOpen(null)} />
      )}
    </Drawer>
  )
}

function SpendDialog({ spend, month, onClose }: { spend: Spend | null; month: string; onClose: () => void }) {
  const { saveSpend } = useGoalSends()
  const choices = useChoices().data
  const form = useCallForm(cockpit.saveSpend, {
    defaultValues: {
      id: spend?.id ?? null,
      version: spend?.version ?? null,
      month: spend?.month ?? month,
      sourceId: spend?.sourceId ?? '',
      clinicId: spend?.clinicId ?? null,
      amount: spend?.amount ?? '',
      remark: spend?.remark ?? '',
    },
  })
  const submit = form.save(saveSpend.mutateAsync, () => {
    toast.success('投放已保存')
    onClose()
  })
  return (
    <FormDialog
      form={form}
      title={spend ? '修改投放' : '填写投放'}
      onClose={onClose}
      onSubmit={submit}
      submitText="保存"
    >
      <Field label="月份" required error={form.errorOf('month')}>
        <TextField type="month" {...form.register('month')} />
      </Field>
      <Picked form={form} name="sourceId" label="来源" required>
        {(field) => (
          <Select
            label="来源"
            options={(choices?.sources ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            value={String(field.value ?? '') || null}
            onChange={(value) => field.onChange(value ?? '')}
          />
        )}
      </Picked>
      <Picked form={form} name="clinicId" label="门诊">
        {(field) => (
          <Select
            label="门诊"
            placeholder="全公司"
            clearable
            options={(choices?.clinics ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            value={(field.value as string | null) ?? null}
            onChange={(value) => field.onChange(value ?? null)}
          />
        )}
      </Picked>
      <Picked form={form} name="amount" label="金额" required>
        {(field) => <MoneyInput value={String(field.value ?? '')} onChange={field.onChange} onBlur={field.onBlur} />}
      </Picked>
      <Field label="备注" error={form.errorOf('remark')}>
        <TextField maxLength={200} placeholder="渠道、活动名称" {...form.register('remark')} />
      </Field>
    </FormDialog>
  )
}
