import type { WireOutput } from '@dentin/contract/core/call'
import { invoice, invoiceRules, taxRates } from '@dentin/contract/invoice'
import { useState } from 'react'
import { useCallForm } from '../../lib/form.ts'
import { useCall, useSend } from '../../lib/query.ts'
import { FormDialog, Picked, Select } from '../../ui/heavy.ts'
import { Button, ErrorLine, Field, RadioGroup, SkeletonRows, Tag, TextField, toast } from '../../ui/index.ts'
import s from './invoice.module.css'

type Account = NonNullable<WireOutput<typeof invoice.account>['account']>
const rateOf = (rate: number): string => (rate === 0 ? '免税' : `${rate}%`)

/** With which account of which platform this clinic issues invoices, and when stored money is invoiced. */
export function InvoiceAccount() {
  const { data, error, refetch, isFetching } = useCall(invoice.account, {})
  const [editing, setEditing] = useState(false)
  const test = useSend(invoice.testAccount, { refresh: [invoice.account] })
  const flip = useSend(invoice.switchAccount, { refresh: [invoice.account] })
  const account = data?.account
  const standIn = account?.platformUrl === ''
  return (
    <section className={s.section} aria-label="电子发票">
      <header>
        <h2 className="t-16">电子发票</h2>
        <p className="t-13 tertiary">本门诊的开票账号（数电发票）；储值和预交金只在充值时或消费时开一次票，不会重复</p>
      </header>
      {error && !data ? (
        <ErrorLine onRetry={() => void refetch()} retrying={isFetching}>
          {error.message}
        </ErrorLine>
      ) : !data ? (
        <SkeletonRows rows={1} height={140} />
      ) : (
        <article className={s.account}>
          <div className={s.acts}>
            <b>{account?.sellerName ?? '还没有填写'}</b>
            {account && <Tag tone={account.enabled ? 'done' : 'muted'}>{account.enabled ? '已启用' : '已停用'}</Tag>}
            {standIn && <Tag tone="wait">模拟开票</Tag>}
            {account && !standIn && (
              <Tag tone={account.testedAt ? 'done' : 'wait'}>{account.testedAt ? '已测试' : '未测试'}</Tag>
            )}
          </div>
          {account ? (
            <dl className={s.facts}>
              <dt>识别号</dt>
              <dd className="num">{account.taxNo}</dd>
              <dt>储值开票</dt>
              <dd>{invoiceRules[account.rule as keyof typeof invoiceRules]}</dd>
              <dt>税率</dt>
              <dd>{rateOf(account.taxRate)}</dd>
              <dt>平台</dt>
              <dd>{standIn ? '模拟平台：开出的不是真实发票，不能报销' : account.platformUrl}</dd>
              {!standIn && (
                <>
                  <dt>应用编号</dt>
                  <dd className="num">{account.appId}</dd>
                  <dt>密钥</dt>
                  <dd className="num">•••• {account.secretTail}</dd>
                </>
              )}
              {account.testResult && (
                <>
                  <dt>测试</dt>
                  <dd>{account.testResult}</dd>
                </>
              )}
            </dl>
          ) : (
            <p className="t-13 secondary">填写销方名称和纳税人识别号后，收费台就可以开票。</p>
          )}
          <div className={s.acts}>
            <Button size="sm" onClick={() => setEditing(true)}>
              {account ? '修改' : '填写开票账号'}
            </Button>
            {account && (
              <>
                <Button
                  size="sm"
                  variant="tint"
                  busy={test.isPending}
                  onClick={() =>
                    test.mutate(
                      {},
                      { onSuccess: ({ passed, message }) => (passed ? toast.success(message) : toast.error(message)) },
                    )
                  }
                >
                  测试
                </Button>
                <Button
                  size="sm"
                  busy={flip.isPending}
                  onClick={() => flip.mutate({ version: account.version, enabled: !account.enabled })}
                >
                  {account.enabled ? '停用' : '启用'}
                </Button>
              </>
            )}
          </div>
        </article>
      )}
      {editing && data && (
        <AccountDialog account={account ?? null} sandbox={data.sandbox} onClose={() => setEditing(false)} />
      )}
    </section>
  )
}

interface AccountDialogProps {
  account: Account | null
  sandbox: boolean
  onClose: () => void
}

function AccountDialog({ account, sandbox, onClose }: AccountDialogProps) {
  const save = useSend(invoice.saveAccount, { refresh: [invoice.account, invoice.forBill] })
  const standIn = account?.platformUrl === ''
  const form = useCallForm(invoice.saveAccount, {
    defaultValues: {
      sellerName: account?.sellerName ?? '',
      taxNo: account?.taxNo ?? '',
      platformUrl: account?.platformUrl ?? '',
      appId: standIn ? '' : (account?.appId ?? ''),
      secret: '',
      rule: (account?.rule ?? 2) as 1 | 2,
      taxRate: (account?.taxRate ?? 0) as (typeof taxRates)[number],
      ...(account ? { version: account.version } : {}),
    },
  })
  const submit = form.save(save.mutateAsync, () => {
    toast.success('已保存，请测试一次')
    onClose()
  })
  const own = String(form.watch('platformUrl') ?? '') !== ''
  const text = (
    name: 'sellerName' | 'taxNo' | 'platformUrl' | 'appId' | 'secret',
    label: string,
    max: number,
    required: boolean,
    placeholder?: string,
  ) => (
    <Field label={label} required={required} error={form.errorOf(name)}>
      <TextField maxLength={max} autoComplete="off" placeholder={placeholder} {...form.register(name)} />
    </Field>
  )
  return (
    <FormDialog form={form} title="开票账号" width={520} onClose={onClose} onSubmit={submit} submitText="保存">
      {text('sellerName', '销方名称', 100, true, '与营业执照一致')}
      {text('taxNo', '纳税人识别号', 20, true, '统一社会信用代码')}
      <Picked form={form} name="rule" label="储值和预交金" group>
        {(field) => (
          <RadioGroup
            label="储值和预交金"
            options={[
              { value: '2', label: '消费时开', hint: '充值时不开，用来付账单时按账单开' },
              { value: '1', label: '充值时开', hint: '收钱时就开，用来付账单时不再开' },
            ]}
            value={String(field.value)}
            onChange={(next) => field.onChange(Number(next))}
          />
        )}
      </Picked>
      <Picked form={form} name="taxRate" label="税率" required>
        {(field) => (
          <Select
            label="税率"
            options={taxRates.map((rate) => ({ value: String(rate), label: rateOf(rate) }))}
            value={String(field.value)}
            onChange={(next) => field.onChange(Number(next))}
          />
        )}
      </Picked>
      {text('platformUrl', '平台地址', 200, !sandbox, sandbox ? '不填则为模拟开票' : 'https://')}
      {own && (
        <>
          {text('appId', '应用编号', 64, true)}
          {text(
            'secret',
            '密钥',
            200,
            !account,
            account?.secretTail ? `已保存，末尾 ${account.secretTail}；留空不改` : undefined,
          )}
        </>
      )}
    </FormDialog>
  )
}
