import { invoiceProblems, invoiceTypeNames, invoiceStates } from '@dentin/contract/membership'
import { useCallForm } from '../../lib/form.ts'
import { Field, FormSection, Money, Notice, RadioGroup, TextField, toast } from '../../ui/index.ts'
import { FormDialog, KeptDraft } from '../../ui/heavy.ts'
import { invoiceCall, useCommitInvoice } from './hooks.ts'
import type { Kind, OrderRecord } from './model.ts'
import s from './membership.module.css'

/** Asks for the invoice of a paid order; the special kind wants everything about the company. */
export function InvoiceDialog({ kind, order, onClose }: { kind: Kind; order: OrderRecord; onClose: () => void }) {
  const commit = useCommitInvoice(kind)
  const form = useCallForm(invoiceCall(kind), {
    keep: `invoice.${order.orderId}`,
    defaultValues: {
      orderId: order.orderId,
      invoiceType: order.invoiceType === 1 ? 1 : 0,
      titleType: 1,
      invoiceTitle: '',
      taxNo: '',
      regAddress: '',
      regPhone: '',
      bankName: '',
      bankAccount: '',
      receiverEmail: '',
    },
  })
  const [invoiceType, titleType] = form.watch(['invoiceType', 'titleType'])
  const special = invoiceType === 1
  const company = titleType === 1
  /** What hangs on the kind of invoice is said together with the rest. */
  const sayMissing = (): boolean => {
    const { invoiceType: type, titleType: title, ...typed } = form.getValues()
    const text = (field: 'taxNo' | 'regAddress' | 'regPhone' | 'bankName' | 'bankAccount') =>
      (typed[field] ?? '').trim()
    const problems = invoiceProblems({
      invoiceType: type,
      titleType: title,
      taxNo: text('taxNo'),
      regAddress: text('regAddress'),
      regPhone: text('regPhone'),
      bankName: text('bankName'),
      bankAccount: text('bankAccount'),
    })
    for (const { field, message } of problems) form.setError(field as 'taxNo', { type: 'server', message })
    return problems.length > 0
  }
  const submit = form.save(
    commit.mutateAsync,
    () => {
      toast.success('提交成功')
      onClose()
    },
    { check: () => !sayMissing() },
  )
  return (
    <FormDialog
      sticky
      width={640}
      title="申请发票"
      onClose={onClose}
      form={form}
      onSubmit={submit}
      submitText="提交申请"
      footStart={
        <span className={s.due}>
          <span className="t-13 secondary">开票金额</span>
          <Money yuan={order.totalAmount} sign strong />
        </span>
      }
    >
      {order.invoice && invoiceStates.is(order.invoice.status, 'rejected') && (
        <Notice tone="danger" icon="alert-circle">
          上次申请被驳回：{order.invoice.refuseReason}
        </Notice>
      )}
      {form.keptDraft && (
        <KeptDraft
          onRestore={() => {
            form.reset({ ...form.getValues(), ...form.keptDraft, orderId: order.orderId })
            form.dropDraft()
          }}
          onDrop={form.dropDraft}
        >
          上次填写的内容还在。
        </KeptDraft>
      )}
      <div className={s.choices}>
        <Field label="发票类型" required group error={form.errorOf('invoiceType')}>
          <RadioGroup
            value={invoiceType ?? null}
            onChange={(value) => {
              form.setValue('invoiceType', value, { shouldDirty: true })
              if (value === 1) form.setValue('titleType', 1, { shouldDirty: true })
            }}
            options={[
              { value: 0 as const, label: invoiceTypeNames[0] },
              { value: 1 as const, label: invoiceTypeNames[1] },
            ]}
          />
        </Field>
        <Field label="抬头类型" required group error={form.errorOf('titleType')}>
          <RadioGroup
            value={titleType ?? null}
            onChange={(value) => form.setValue('titleType', value, { shouldDirty: true })}
            options={[
              { value: 1 as const, label: '企业' },
              { value: 0 as const, label: '个人', disabled: special },
            ]}
          />
        </Field>
      </div>
      <FormSection title="开票信息" columns={2}>
        <Field label="发票抬头" required error={form.errorOf('invoiceTitle')}>
          <TextField {...form.register('invoiceTitle')} maxLength={100} />
        </Field>
        {company && (
          <Field label="税号" required error={form.errorOf('taxNo')}>
            <TextField {...form.register('taxNo')} maxLength={20} placeholder="统一社会信用代码" />
          </Field>
        )}
        {special && (
          <>
            <Field label="注册地址" required error={form.errorOf('regAddress')}>
              <TextField {...form.register('regAddress')} maxLength={100} />
            </Field>
            <Field label="注册电话" required error={form.errorOf('regPhone')}>
              <TextField {...form.register('regPhone')} maxLength={20} />
            </Field>
            <Field label="开户银行" required error={form.errorOf('bankName')}>
              <TextField {...form.register('bankName')} maxLength={60} />
            </Field>
            <Field label="银行账号" required error={form.errorOf('bankAccount')}>
              <TextField {...form.register('bankAccount')} maxLength={30} />
            </Field>
          </>
        )}
        <Field label="收票邮箱" required error={form.errorOf('receiverEmail')}>
          <TextField {...form.register('receiverEmail')} maxLength={80} type="email" />
        </Field>
      </FormSection>
    </FormDialog>
  )
}
