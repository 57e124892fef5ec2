import { useState } from 'react'
import { Button, EmptyState, ErrorLine, Page, PageTitle, SkeletonRows, Tag, TextButton } from '../../ui/index.ts'
import { presentDay } from '../../lib/present.ts'
import { RuleDialog, TrialDrawer } from './dialogs.ts'
import { useRules, type Rule, type TermsAsked } from './hooks.ts'
import { StopDialog } from './StopDialog.tsx'
import { baseText, monthText, scopeText, stepsText } from './words.ts'
import s from './commission.module.css'

type Open = { kind: 'edit' | 'stop'; rule: Rule } | { kind: 'new' }

/** By which rules people are paid: those that are tried first stand first. Each says what it says from which month on. */
export function RulesPage() {
  const { data, error, refetch, isFetching } = useRules()
  const [open, setOpen] = useState<Open | null>(null)
  /** What is tried; over the dialog of a rule, when it was asked for there. */
  const [trial, setTrial] = useState<{ draft: TermsAsked | null } | null>(null)
  const tryOut = (draft: TermsAsked | null) => setTrial({ draft })
  const close = () => setOpen(null)
  return (
    <Page>
      <PageTitle />
      <div className={s.bar}>
        <p className="t-13 secondary">
          一个项目一个人只按一条规则：指定员工的先于指定项目的，再先于指定类别的。从上往下，先匹配的先用。
        </p>
        <Button size="sm" icon="percent" onClick={() => tryOut(null)}>
          试算
        </Button>
        <Button size="sm" variant="primary" icon="plus" disabled={!data} onClick={() => setOpen({ kind: 'new' })}>
          新建规则
        </Button>
      </div>
      <div className={s.page}>
        {error && !data && (
          <ErrorLine onRetry={() => void refetch()} retrying={isFetching}>
            {error.message}
          </ErrorLine>
        )}
        {!data && !error && <SkeletonRows rows={6} height={64} />}
        {data?.list.length === 0 && (
          <EmptyState
            icon="cash"
            title="还没有提成规则"
            hint="有了规则，员工业绩里就有提成基数与提成，月结时冻结成提成单"
          />
        )}
        {data && data.list.length > 0 && (
          <ol className={s.rules}>
            {data.list.map((rule) => (
              <RuleRow key={rule.id} rule={rule} onOpen={setOpen} />
            ))}
          </ol>
        )}
      </div>
      {data && open?.kind === 'new' && <RuleDialog rule={null} rules={data} onTry={tryOut} onClose={close} />}
      {data && open?.kind === 'edit' && <RuleDialog rule={open.rule} rules={data} onTry={tryOut} onClose={close} />}
      {open?.kind === 'stop' && <StopDialog rule={open.rule} onClose={close} />}
      {trial && <TrialDrawer draft={trial.draft} onClose={() => setTrial(null)} />}
    </Page>
  )
}

function RuleRow({ rule, onOpen }: { rule: Rule; onOpen: (open: Open) => void }) {
  const thisMonth = presentDay().slice(0, 7)
  const { terms, untilMonth } = rule
  const now = terms.find(({ fromMonth }) => fromMonth <= thisMonth) ?? terms[0]
  if (!now) return null
  const [newest] = terms
  const ended = untilMonth !== null && untilMonth < thisMonth
  return (
    <li className={s.rule}>
      <div className={s.ruleHead}>
        <span className="t-14 bold">{rule.name}</span>
        {ended ? (
          <Tag tone="muted">{monthText(untilMonth)}已止</Tag>
        ) : now.fromMonth > thisMonth ? (
          <Tag tone="wait">{monthText(now.fromMonth)}起</Tag>
        ) : untilMonth !== null ? (
          <Tag tone="wait">到{monthText(untilMonth)}</Tag>
        ) : null}
        <span className={s.ruleActions}>
          <TextButton onClick={() => onOpen({ kind: 'edit', rule })}>修改</TextButton>
          <TextButton onClick={() => onOpen({ kind: 'stop', rule })}>{ended ? '继续' : '停用'}</TextButton>
        </span>
      </div>
      <dl className={s.said}>
        <div>
          <dt>给谁、算什么</dt>
          <dd>{scopeText(now)}</dd>
        </div>
        <div>
          <dt>基数</dt>
          <dd>{baseText(now)}</dd>
        </div>
        <div>
          <dt>比例</dt>
          <dd className="num">{stepsText(now)}</dd>
        </div>
        <div>
          <dt>生效</dt>
          <dd>
            {monthText(now.fromMonth)}起　<span className="tertiary">{now.savedBy} 设</span>
          </dd>
        </div>
      </dl>
      {newest && newest !== now && newest.fromMonth > now.fromMonth && (
        <p className="t-12 tertiary">
          {monthText(newest.fromMonth)}起改为：{baseText(newest)}　{stepsText(newest)}
        </p>
      )}
    </li>
  )
}
