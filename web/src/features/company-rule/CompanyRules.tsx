import { companyRules, type ClinicMoneyRule } from '@dentin/contract/company-rule'
import { invoiceRules } from '@dentin/contract/invoice'
import { formatYuanText } from '@dentin/kit/money'
import { useState } from 'react'
import { useShownSetting } from '../../domain/shown-setting.ts'
import { shortMoment } from '../../lib/when.ts'
import {
  Button,
  confirm,
  ErrorLine,
  LinkButton,
  ScrollRegion,
  SkeletonRows,
  Tag,
  TextButton,
  toast,
} from '../../ui/index.ts'
import { RuleDialog } from './RuleDialog.tsx'
import { useCompanyRules, useRuleSends, type CompanyRules as Rules, type RuleEntry, type RuleRow } from './hooks.ts'
import { monthWords, valueWords } from './words.ts'
import s from './company-rule.module.css'

/** The rules by which the figures of the company count, and those that each clinic has for itself. */
export function CompanyRules() {
  const { data, error, refetch } = useCompanyRules()
  const [open, setOpen] = useState<RuleRow | null>(null)
  if (error && !data) return <ErrorLine onRetry={() => void refetch()}>{error.message}</ErrorLine>
  if (!data) return <SkeletonRows rows={6} height={64} />
  return (
    <>
      <section className={s.part} aria-label="统计口径">
        <h2 className="t-16">统计口径</h2>
        <p className={s.hint}>从某月一日起按新的值统计，以前的数不变；门诊已月结的月份不能改。</p>
        <RuleList rules={data} onEdit={setOpen} />
      </section>
      <section className={s.part} aria-label="各门诊的收费规则">
        <h2 className="t-16">各门诊的收费规则</h2>
        <p className={s.hint}>由各门诊在「门诊规则」里设置，这里看是否一致。</p>
        <ClinicRules clinics={data.clinics} />
      </section>
      {open && <RuleDialog row={open} rules={data} onClose={() => setOpen(null)} />}
    </>
  )
}

function RuleList({ rules: { rules, mayEdit }, onEdit }: { rules: Rules; onEdit: (row: RuleRow) => void }) {
  const shown = useShownSetting<HTMLUListElement>()
  return (
    <ul ref={shown} className={s.rules}>
      {rules.map((row) => (
        <Rule key={row.rule} row={row} mayEdit={mayEdit} onEdit={() => onEdit(row)} />
      ))}
    </ul>
  )
}

function Rule({ row, mayEdit, onEdit }: { row: RuleRow; mayEdit: boolean; onEdit: () => void }) {
  const [all, setAll] = useState(false)
  const { remove } = useRuleSends()
  const { name, says, figures } = companyRules[row.rule]
  const present = row.history.find(({ isAhead }) => !isAhead)
  const ahead = row.history.filter(({ isAhead }) => isAhead)
  const past = row.history.filter((entry) => !entry.isAhead && entry !== present)
  const take = async (entry: RuleEntry) => {
    const title = `删除「${name}」${monthWords(entry.fromDay)}起的 ${valueWords(row.rule, entry.value)}？`
    if (!(await confirm({ title, okText: '删除', danger: true }))) return
    const done = await remove.mutateAsync({ id: entry.id, version: entry.version }).then(
      () => true,
      () => false,
    )
    if (done) toast.success('已删除')
  }
  return (
    <li className={s.rule}>
      <div className={s.said}>
        <h3>{name}</h3>
        <p>{says}</p>
        <p className={s.figures}>影响：{figures}</p>
      </div>
      <div className={s.value}>
        <b>{valueWords(row.rule, row.value)}</b>
        <span>{present ? `${monthWords(present.fromDay)}起 · ${present.setterName}` : '默认'}</span>
        {ahead.map((entry) => (
          <span key={entry.id} className={s.ahead}>
            <Tag tone="booked">{monthWords(entry.fromDay)}起</Tag> {valueWords(row.rule, entry.value)}
            {mayEdit && <TextButton onClick={() => void take(entry)}>删除</TextButton>}
          </span>
        ))}
        {remove.error && <ErrorLine>{remove.error.message}</ErrorLine>}
      </div>
      <div className={s.acts}>
        {row.history.length > 0 && (
          <TextButton aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? '收起记录' : '记录'}
          </TextButton>
        )}
        {mayEdit && (
          <Button size="sm" icon="pencil" onClick={onEdit}>
            修改
          </Button>
        )}
      </div>
      {all && (
        <ol className={s.history}>
          {[...ahead, ...(present ? [present] : []), ...past].map((entry) => (
            <li key={entry.id}>
              <b>{valueWords(row.rule, entry.value)}</b>
              <span>{monthWords(entry.fromDay)}起</span>
              <span>
                {entry.setterName} {shortMoment(entry.setAt)}
              </span>
              {entry.reason && <span>{entry.reason}</span>}
            </li>
          ))}
        </ol>
      )}
    </li>
  )
}

const refundOrders: Record<number, string> = { 1: '先退后付', 2: '按原支付比例' }

const NO_INVOICES = '未开通'
const invoiceWords = (rule: number | null): string =>
  rule === null ? NO_INVOICES : (invoiceRules[rule as 1 | 2] ?? '')

/** What a clinic has set, by whom and since when. */
function SetBy({
  row,
  rule,
  words,
}: {
  row: Rules['clinics'][number]
  rule: ClinicMoneyRule
  words: string | undefined
}) {
  const found = row.set[rule]
  return (
    <td className="num">
      {words}
      {words !== NO_INVOICES && (
        <span className={s.setBy}>{found ? `${shortMoment(found.setAt)} 起 · ${found.setterName}` : '默认'}</span>
      )}
    </td>
  )
}

function ClinicRules({ clinics }: { clinics: Rules['clinics'] }) {
  return (
    <ScrollRegion label="各门诊的收费规则">
      <table className={s.table}>
        <thead>
          <tr>
            <th scope="col">门诊</th>
            <th scope="col">退款次序</th>
            <th scope="col">退费审批金额</th>
            <th scope="col">可留欠费</th>
            <th scope="col">退卡补差</th>
            <th scope="col">交班盲点</th>
            <th scope="col">储值开票</th>
          </tr>
        </thead>
        <tbody>
          {clinics.map((row) => (
            <tr key={row.id}>
              <th scope="row">{row.name}</th>
              <SetBy row={row} rule="refundMode" words={refundOrders[row.refundMode]} />
              <SetBy row={row} rule="refundApprovalAmount" words={`${formatYuanText(row.refundApprovalAmount)} 以上`} />
              <SetBy row={row} rule="arrearsAllowed" words={row.arrearsAllowed ? '可以' : '不可以'} />
              <SetBy row={row} rule="cardMakeUp" words={row.cardMakeUp ? '补差' : '不补差'} />
              <SetBy row={row} rule="shiftBlind" words={row.shiftBlind ? '盲点' : '不盲点'} />
              <SetBy row={row} rule="invoiceRule" words={invoiceWords(row.invoiceRule)} />
            </tr>
          ))}
        </tbody>
      </table>
      <p className={s.hint}>
        <LinkButton to="/configInfo" size="sm">
          改本门诊的规则
        </LinkButton>
      </p>
    </ScrollRegion>
  )
}
