import type { WireInput, WireOutput } from '@dentin/contract/core/call'
import { scanPay } from '@dentin/contract/scan-pay'
import { useEffect, useState } from 'react'
import { useCall, useSend } from '../../lib/query.ts'
import {
  Button,
  ErrorLine,
  Field,
  QrCode,
  SkeletonRows,
  Switch,
  Tag,
  TextArea,
  TextField,
  toast,
} from '../../ui/index.ts'
import { Dialog } from '../../ui/heavy.ts'
import s from './merchant.module.css'

type Merchant = WireOutput<typeof scanPay.merchants>['list'][number]
type Save = WireInput<typeof scanPay.saveMerchant>
type Name = Save['gateway']
type TextName = 'appId' | 'merchantNo' | 'serialNo' | 'apiKey' | 'publicKeyId'
const names: Readonly<Record<Name, string>> = { wechat: '微信支付', alipay: '支付宝' }

/** The merchants with which this clinic takes its patients' money by code. */
export function Merchants() {
  const { data, error, refetch, isFetching } = useCall(scanPay.merchants, {})
  const [editing, setEditing] = useState<Name | null>(null)
  const [testing, setTesting] = useState<Name | null>(null)
  return (
    <section className={s.section} aria-label="扫码收款商户">
      <header>
        <h2 className="t-16">扫码收款商户</h2>
        <p className="t-13 tertiary">本门诊自己的商户，患者的钱直接进本门诊的账户；密钥加密保存，只显示末尾四位</p>
      </header>
      {error && !data ? (
        <ErrorLine onRetry={() => void refetch()} retrying={isFetching}>
          {error.message}
        </ErrorLine>
      ) : !data ? (
        <SkeletonRows rows={2} height={96} />
      ) : (
        <div className={s.cards}>
          {(['wechat', 'alipay'] as const).map((name) => {
            const row = data.list.find((each) => each.gateway === name)
            return (
              <article key={name} className={s.card} aria-label={names[name]}>
                <div className={s.line}>
                  <b>{names[name]}</b>
                  {row ? (
                    <Tag tone={row.enabled ? (row.testedAt ? 'done' : 'wait') : 'muted'}>
                      {row.enabled ? (row.testedAt ? '已测试' : '未测试') : '停用'}
                    </Tag>
                  ) : (
                    <Tag tone={data.sandbox ? 'wait' : 'muted'}>{data.sandbox ? '模拟支付' : '未开通'}</Tag>
                  )}
                </div>
                {row ? (
                  <dl className={s.facts}>
                    <Fact label="AppID">{row.appId}</Fact>
                    {row.merchantNo && <Fact label={name === 'wechat' ? '商户号' : '收款账号'}>{row.merchantNo}</Fact>}
                    <Fact label="私钥">•••• {row.privateKeyTail}</Fact>
                    {row.apiKeyTail && <Fact label="APIv3 密钥">•••• {row.apiKeyTail}</Fact>}
                    <Fact label="平台公钥">•••• {row.publicKeyTail}</Fact>
                    {row.testedAt ? (
                      <Fact label="测试">{row.testedAt.slice(0, 16)} 通过</Fact>
                    ) : (
                      row.testResult && <Fact label="测试">{row.testResult}</Fact>
                    )}
                  </dl>
                ) : (
                  <p className="t-13 secondary">
                    {data.sandbox
                      ? '还没有填写商户，收费台用模拟支付，不会真的收钱。'
                      : '还没有填写商户，收费台没有这种扫码收款。'}
                  </p>
                )}
                {data.mayEdit && (
                  <div className={s.acts}>
                    <Button size="sm" onClick={() => setEditing(name)}>
                      {row ? '修改' : '填写商户'}
                    </Button>
                    {row?.enabled && (
                      <Button size="sm" variant="tint" onClick={() => setTesting(name)}>
                        测试：收 1 分并退回
                      </Button>
                    )}
                  </div>
                )}
              </article>
            )
          })}
        </div>
      )}
      {editing && (
        <MerchantDialog
          name={editing}
          row={data?.list.find((each) => each.gateway === editing)}
          onClose={() => setEditing(null)}
        />
      )}
      {testing && <TestDialog name={testing} onClose={() => setTesting(null)} />}
    </section>
  )
}

const Fact = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd className="num">{children}</dd>
  </div>
)

function MerchantDialog({ name, row, onClose }: { name: Name; row: Merchant | undefined; onClose: () => void }) {
  const [form, setForm] = useState<Save>({
    gateway: name,
    appId: row?.appId ?? '',
    merchantNo: row?.merchantNo ?? '',
    serialNo: row?.serialNo ?? '',
    publicKeyId: row?.publicKeyId ?? '',
    privateKey: '',
    apiKey: '',
    publicKey: '',
    enabled: row?.enabled ?? true,
  })
  const save = useSend(scanPay.saveMerchant, { refresh: [scanPay.merchants, scanPay.offer] })
  const wrong = (field: string) => save.error?.fields.find((each) => each.field === field)?.message
  const kept = (tail: string | undefined) => (tail ? `已保存，末尾 ${tail}；留空不改` : undefined)
  const text = (field: TextName, label: string, required: boolean, placeholder?: string) => (
    <Field label={label} required={required} error={wrong(field)}>
      <TextField
        value={form[field] ?? ''}
        placeholder={placeholder}
        autoComplete="off"
        onChange={(event) => setForm({ ...form, [field]: event.target.value.trim() })}
      />
    </Field>
  )
  const key = (field: 'privateKey' | 'publicKey', label: string, tail: string | undefined) => (
    <Field label={label} required={!row} error={wrong(field)}>
      <TextArea
        rows={3}
        spellCheck={false}
        autoComplete="off"
        placeholder={kept(tail) ?? '-----BEGIN …'}
        value={form[field]}
        onChange={(event) => setForm({ ...form, [field]: event.target.value })}
      />
    </Field>
  )
  return (
    <Dialog
      open
      sticky
      width={560}
      title={`${names[name]}收款商户`}
      submitText="保存"
      busy={save.isPending}
      onClose={onClose}
      onSubmit={() =>
        save.mutate(
          { ...form, ...(row ? { version: row.version } : {}) },
          {
            onSuccess: () => {
              toast.success('已保存，请测试一次')
              onClose()
            },
          },
        )
      }
    >
      <div className={s.fields}>
        {text('appId', 'AppID', true, name === 'wechat' ? 'wx…' : '16 位数字')}
        {name === 'wechat' ? (
          <>
            {text('merchantNo', '商户号', true)}
            {text('apiKey', 'APIv3 密钥', !row, kept(row?.apiKeyTail))}
            {text('serialNo', '商户证书序列号', true)}
            {key('privateKey', '商户私钥', row?.privateKeyTail)}
            {text('publicKeyId', '微信支付公钥 ID', true, 'PUB_KEY_ID_…')}
            {key('publicKey', '微信支付公钥', row?.publicKeyTail)}
          </>
        ) : (
          <>
            {text('merchantNo', '收款账号（2088 开头，可不填）', false)}
            {key('privateKey', '应用私钥', row?.privateKeyTail)}
            {key('publicKey', '支付宝公钥（不是应用公钥）', row?.publicKeyTail)}
          </>
        )}
        <Field label="启用" group>
          <Switch label="启用" checked={form.enabled ?? true} onChange={(enabled) => setForm({ ...form, enabled })} />
        </Field>
        {save.error && save.error.fields.length === 0 && <ErrorLine>{save.error.message}</ErrorLine>}
      </div>
    </Dialog>
  )
}

function TestDialog({ name, onClose }: { name: Name; onClose: () => void }) {
  const test = useSend(scanPay.testMerchant, { refresh: [scanPay.merchants] })
  const { mutate, data, error, isPending } = test
  const running = data?.state === 'waiting' || data?.state === 'goingBack'
  useEffect(() => mutate({ gateway: name }), [mutate, name])
  useEffect(() => {
    if (!running || !data || isPending) return
    const timer = setTimeout(() => mutate({ gateway: name, testId: data.testId }), 2_500)
    return () => clearTimeout(timer)
  }, [running, data, isPending, mutate, name])
  return (
    <Dialog open title={`测试${names[name]}：收 1 分并退回`} onClose={onClose}>
      <div className={s.test}>
        {error ? (
          <ErrorLine onRetry={() => mutate({ gateway: name })}>{error.message}</ErrorLine>
        ) : !data ? (
          <SkeletonRows rows={3} height={46} />
        ) : (
          <>
            {data.codeUrl && <QrCode text={data.codeUrl} label="1 分钱的付款二维码" size={200} />}
            <p role="status" className={data.state === 'failed' ? 'danger' : undefined}>
              {data.message}
            </p>
          </>
        )}
      </div>
    </Dialog>
  )
}
