import { drug as calls, drugRuleKinds } from '@dentin/contract/drug'
import { useState } from 'react'
import { useCallForm } from '../../lib/form.ts'
import { DataTable, listProps, type Column } from '../../ui/heavy.ts'
import { Button, Checkbox, EmptyState, SearchField, Tag, toast, Toolbar } from '../../ui/index.ts'
import { useDrugRules, useSignRule, type DrugRuleRow } from './hooks.ts'
import { SignatureDialog } from './SignDialog.tsx'
import s from './drug.module.css'

const tones = { 阻断: 'danger', 强提示: 'wait', 提示: 'muted' } as const

const wordsOf = (row: DrugRuleRow): string =>
  [drugRuleKinds[row.kind], row.severity, row.text, row.condition, row.source, row.signedName, ...row.drugs].join(' ')

function Signed({ row }: { row: DrugRuleRow }) {
  if (row.signedName === null) return <Tag tone="wait">待药师复核</Tag>
  return (
    <span className="t-12 secondary" title={`资格证号 ${row.signedLicence ?? ''}`}>
      {row.signedName} <span className="num">{row.signedAt?.slice(0, 10)}</span>
    </span>
  )
}

/** The rules of the drug checks, each with the signature of the company's pharmacist or waiting for one. */
export function RuleList() {
  const found = useDrugRules()
  const [words, setWords] = useState('')
  const [open, setOpen] = useState(false)
  const [signing, setSigning] = useState<DrugRuleRow | null>(null)
  const maySign = found.data?.maySign === true
  const wanted = words.trim().split(/\s+/).filter(Boolean)
  const list = found.data?.list.filter(
    (row) => (!open || row.signedName === null) && wanted.every((word) => wordsOf(row).includes(word)),
  )
  const waiting = found.data?.list.filter(({ signedName }) => signedName === null).length ?? 0
  const columns: Column<DrugRuleRow>[] = [
    { key: 'kind', title: '类别', width: 88, render: (row) => drugRuleKinds[row.kind] },
    {
      key: 'severity',
      title: '程度',
      width: 84,
      render: (row) => <Tag tone={tones[row.severity]}>{row.severity}</Tag>,
    },
    {
      key: 'drugs',
      title: '药品',
      width: 240,
      render: (row) => (
        <span className="ellipsis" title={row.drugs.join('、')}>
          {row.drugs.join('、') || '—'}
        </span>
      ),
    },
    {
      key: 'text',
      title: '规则',
      render: (row) => (
        <span className="ellipsis" title={row.source}>
          <b>{row.text}</b>
          {row.condition && <span className="tertiary t-12">　{row.condition}</span>}
        </span>
      ),
    },
    { key: 'signed', title: '复核', width: 160, render: (row) => <Signed row={row} /> },
    {
      key: 'action',
      title: '',
      width: 84,
      align: 'right',
      render: (row) =>
        maySign && (
          <Button variant="row" size="sm" onClick={() => setSigning(row)}>
            {row.signedName === null ? '签名' : '重签'}
          </Button>
        ),
    },
  ]
  return (
    <>
      <Toolbar>
        <SearchField
          aria-label="查找用药规则"
          placeholder="药名、规则、类别"
          maxLength={40}
          value={words}
          onChange={setWords}
          boxClassName={s.find}
        />
        <Checkbox checked={open} onChange={(event) => setOpen(event.target.checked)}>
          只看待复核（{waiting}）
        </Checkbox>
      </Toolbar>
      <DataTable<DrugRuleRow>
        label="用药规则"
        columns={columns}
        keyOf={(row) => row.id}
        {...listProps({ ...found, data: list }, '用药规则')}
        rowHeight={46}
        fill={false}
        empty={<EmptyState layout="stack" icon="pill" title="没有找到规则" hint="换个药名或类别再找" />}
        mobile={(row) => (
          <span className={s.card}>
            <span className={s.cardLine}>
              <b>{row.text}</b>
              <Signed row={row} />
            </span>
            <span className="t-12 tertiary">
              {drugRuleKinds[row.kind]} · {row.severity} · {row.drugs.join('、') || row.condition}
            </span>
            {maySign && (
              <span>
                <Button size="sm" onClick={() => setSigning(row)}>
                  {row.signedName === null ? '签名' : '重签'}
                </Button>
              </span>
            )}
          </span>
        )}
      />
      {signing && <SignRule rule={signing} onClose={() => setSigning(null)} />}
    </>
  )
}

/** The pharmacist's signature under a rule. */
function SignRule({ rule, onClose }: { rule: DrugRuleRow; onClose: () => void }) {
  const sign = useSignRule()
  const form = useCallForm(calls.signRule, { defaultValues: { ruleId: rule.id, version: rule.version, licence: '' } })
  const submit = form.save(sign.mutateAsync, () => {
    toast.success('已签名')
    onClose()
  })
  return (
    <SignatureDialog
      form={form}
      subject={rule.text}
      says="签名表示您已对照说明书和文献复核这条规则。规则文字之后一旦变动，签名即失效。"
      licence={form.register('licence')}
      error={form.errorOf('licence')}
      width={480}
      onClose={onClose}
      onSubmit={submit}
    >
      <dl className={s.rule}>
        <dt>药品</dt>
        <dd>{rule.drugs.join('、') || '—'}</dd>
        <dt>条件</dt>
        <dd>
          {drugRuleKinds[rule.kind]}
          {rule.condition && `：${rule.condition}`}
        </dd>
        <dt>程度</dt>
        <dd>{rule.severity}</dd>
        <dt>来源</dt>
        <dd>{rule.source}</dd>
      </dl>
    </SignatureDialog>
  )
}
