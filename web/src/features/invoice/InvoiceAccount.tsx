import type { WireOutput } from '@dentin/contract/core/call'
import { invoice, invoiceRules } from '@dentin/contract/invoice'
import { useState } from 'react'
import { useCallForm } from '../../lib/form.ts'
import { useCall, useSend } from '../../lib/query.ts'
import { FormDialog, Picked, Select } from '../../ui/heavy.ts'
import {
  Button,
  ErrorLine,
  Field,
  RadioGroup,
  SkeletonRows,
  Switch,
  Tag,
  TextArea,
  TextField,
  toast,
} from '../../ui/index.ts'
import s from './invoice.module.css'

type Account = NonNullable<WireOutput<typeof invoice.account>['account']>
const rates = [0, 1, 3, 6, 9, 13].map((rate) => ({ value: String(rate), label: rate === 0 ? '免税' : `${rate}%` }))
const rateOf = (rate: number): string => (rate === 0 ? '免税' : `${rate}%`)

/** With which account of which platform this clinic issues invoices, and when what is recharged is invoiced. */
export function InvoiceAccount() {
  const { data, error, refetch, isFetching } = useCall(invoice.account, {})
  const [editing, setEditing] = useState(false)
  const test = useSend(invoice.testAccount, { refresh: [invoice.account] })
  const account = data?.account
  return (
    <section className={s.section} aria-label="电子发票">
      <header>
        <h2 className="t-16">电子发票</h2>
        <p className="t-13 tertiary">本门诊的开票账号（数电发票）；充值、预交金只在充值时或消费时开一次票，不会重复</p>
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
            {account && (
              <>
                <Tag tone={account.enabled ? 'done' : 'muted'}>{account.enabled ? '已启用' : '停用'}</Tag>
                {account.sandbox ? (
                  <Tag tone="wait">模拟开票</Tag>
                ) : (
                  <Tag tone={account.testedAt ? 'done' : 'wait'}>{account.testedAt ? '已测试' : '未测试'}</Tag>
                )}
              </>
            )}
          </div>
          {account ? (
            <dl className={s.facts}>
              <dt>税号</dt>
              <dd className="num">{account.taxNo}</dd>
              <dt>充值开票</dt>
              <dd>{invoiceRules[account.rule as keyof typeof invoiceRules]}</dd>
              <dt>税率</dt>
              <dd>
                医疗服务 {rateOf(account.serviceRate)}，商品 {rateOf(account.goodsRate)}
              </dd>
              {!account.sandbox && (
                <>
                  <dt>平台</dt>
                  <dd>{account.addressUrl}</dd>
                  <dt>AppID</dt>
                  <dd className="num">{account.appId}</dd>
                  <dt>私钥</dt>
                  <dd className="num">•••• {account.privateKeyTail}</dd>
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
            <p className="t-13 secondary">
              填写销售方名称和税号后，收费台、会员卡、预交金可以开票，患者可以扫收据上的二维码自助开票。
            </p>
          )}
          {data.mayEdit && (
            <div className={s.acts}>
              <Button size="sm" onClick={() => setEditing(true)}>
                {account ? '修改' : '填写开票账号'}
              </Button>
              {account && (
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
              )}
            </div>
          )}
        </article>
      )}
      {editing && data && (
        <AccountDialog account={account ?? null} sandbox={data.sandbox} onClose={() => setEditing(false)} />
      )}
    </section>
  )
}

function AccountDialog({
  account,
  sandbox,
  onClose,
}: {
  account: Account | null
  sandbox: boolean
  onClose: () => void
}) {
  const save = useSend(invoice.saveAccount, { refresh: [invoice.account, invoice.offer] })
  const form = useCallForm(invoice.saveAccount, {
    defaultValues: {
      sellerName: account?.sellerName ?? '',
      taxNo: account?.taxNo ?? '',
      address: account?.address ?? '',
      phone: account?.phone ?? '',
      bankName: account?.bankName ?? '',
      bankAccount: account?.bankAccount ?? '',
      drawer: account?.drawer ?? '',
      rule: (account?.rule ?? 2) as 1 | 2,
      serviceRate: account?.serviceRate ?? 0,
      goodsRate: account?.goodsRate ?? 13,
      enabled: account?.enabled ?? true,
      addressUrl: account?.addressUrl ?? '',
      appId: account?.appId ?? '',
      privateKey: '',
      publicKey: '',
      ...(account ? { version: account.version } : {}),
    },
  })
  const submit = form.save(save.mutateAsync, () => {
    toast.success('已保存，请测试一次')
    onClose()
  })
  const own = String(form.watch('addressUrl') ?? '') !== ''
  const text = (name: string, label: string, max: number, required = false, placeholder?: string) => (
    <Field label={label} required={required} error={form.errorOf(name)}>
      <TextField maxLength={max} autoComplete="off" placeholder={placeholder} {...form.register(name as never)} />
    </Field>
  )
  const key = (name: string, label: string, tail: string | undefined) => (
    <Field label={label} required={!tail} error={form.errorOf(name)}>
      <TextArea
        rows={3}
        spellCheck={false}
        autoComplete="off"
        placeholder={tail ? `已保存，末尾 ${tail}；留空不改` : '-----BEGIN …'}
        {...form.register(name as never)}
      />
    </Field>
  )
  const rate = (name: string, label: string) => (
    <Picked form={form} name={name as never} label={label} required>
      {(field) => (
        <Select
          label={label}
          options={rates}
          value={String(field.value)}
          onChange={(next) => field.onChange(Number(next))}
        />
      )}
    </Picked>
  )
  return (
    <FormDialog form={form} title="开票账号" width={560} onClose={onClose} onSubmit={submit} submitText="保存">
      {text('sellerName', '销售方名称', 100, true, '与营业执照一致')}
      {text('taxNo', '税号', 20, true, '统一社会信用代码')}
      <Picked form={form} name={'rule' as never} label="充值和预交金" group>
        {(field) => (
          <RadioGroup
            label="充值和预交金"
            options={[
              { value: '2', label: '消费时开', hint: '充值时不开，用来付账单时按账单开' },
              { value: '1', label: '充值时开', hint: '收钱时就开，用来付账单时不再开' },
            ]}
            value={String(field.value)}
            onChange={(next) => field.onChange(Number(next))}
          />
        )}
      </Picked>
      {rate('serviceRate', '医疗服务税率')}
      {rate('goodsRate', '商品税率')}
      {text('drawer', '开票人', 20)}
      {text('address', '地址', 100)}
      {text('phone', '电话', 20)}
      {text('bankName', '开户银行', 60)}
      {text('bankAccount', '银行账号', 30)}
      {text('addressUrl', '平台地址', 200, !sandbox, sandbox ? '不填则为模拟开票' : 'https://')}
      {own && (
        <>
          {text('appId', 'AppID', 64, true)}
          {key('privateKey', '我方私钥', account?.privateKeyTail)}
          {key('publicKey', '平台公钥', account?.publicKeyTail)}
        </>
      )}
      <Picked form={form} name={'enabled' as never} label="启用" group>
        {(field) => <Switch label="启用" checked={field.value === true} onChange={field.onChange} />}
      </Picked>
    </FormDialog>
  )
}
