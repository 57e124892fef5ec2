import { setUpSteps, type SetUpStep } from '@dentin/contract/set-up'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { Button, confirm, cx, Icon, LinkButton, TextButton, toast, useIsMobile } from '../../ui/index.ts'
import { leadingBack, settledOf, usePutSetUpAway, useSettleStep, type SetUp, type SetUpLine } from './set-up.ts'
import s from './set-up.module.css'

interface StepWords {
  /** What the open step is called. */
  next: string
  /** The head of the page while this step is the next one. */
  head: string
  /** What it brings. */
  brings: string
  /** What doesn't work without it. */
  without: string
  unit: string
  /** Where it is done. */
  to: string
  /** The button that leads there. */
  go: string
  again: string
}
const words: Readonly<Record<SetUpStep, StepWords>> = {
  doctors: {
    next: '登记第一位医生',
    head: '先有一位医生',
    brings: '有了医生，预约表上才有列',
    without: '没有医生，预约、挂号和病历都用不了',
    unit: '位',
    to: '/baseEmployee?add=1',
    go: '登记医生',
    again: '再加',
  },
  chairs: {
    next: '建好诊椅',
    head: '把诊椅摆好',
    brings: '排班、预约会落到诊椅上',
    without: '没有诊椅也能预约，只是看不出谁在哪间',
    unit: '台',
    to: '/baseDepartSet?tab=chair',
    go: '去建诊椅',
    again: '修改',
  },
  shifts: {
    next: '排出第一周的班',
    head: '再一步就能约患者',
    brings: '有了班次，预约表上才有可约的时间',
    without: '没有班次，预约表上没有可约的时间，现场挂号照常',
    unit: '天',
    to: '/clinicSchedule',
    go: '去排班',
    again: '修改',
  },
  prices: {
    next: '核对收费项目',
    head: '核对价目就能放心收费',
    brings: '开单、收费都按这里的价格',
    without: '不核对也能收费，按的是参考价',
    unit: '项',
    to: '/baseTariffSet',
    go: '去核对价目',
    again: '修改',
  },
  patients: {
    next: '带入老患者',
    head: '把老患者带进来',
    brings: '前台一搜就有，不用重新建档',
    without: '不带入也能接诊，老患者来一位建一位',
    unit: '人',
    to: '/allTimePatients?edit=import',
    go: '选择名单文件',
    again: '再导入',
  },
  paper: {
    next: '看一眼打印抬头',
    head: '最后看一眼打印抬头',
    brings: '病历、收据、预约单都印着它',
    without: '不看也能打印，电话、地址可能不是要给患者的',
    unit: '',
    to: '/outpatientServiceInfo',
    go: '去修改',
    again: '修改',
  },
}

const figureOf = ({ key, count }: SetUpLine): string => (words[key].unit ? `${count} ${words[key].unit}` : '')

/** What a closed line says under its title. */
function noteOf({ key, state, names, count }: SetUpLine): string {
  if (state === 'skipped') return words[key].without
  if (key === 'prices')
    return state === 'done' ? '已核对' : count > 0 ? `参考价 ${count} 项已放好，只改价格` : '价目还是空的'
  if (key === 'patients' && state === 'open') return '把老系统的名单放进来，有错的行单独列出，不影响其余'
  if (key === 'paper' && state === 'open') return '门诊名、地址、电话已从机构资料带来，看一眼即可'
  if (key === 'shifts') return state === 'done' ? '今天起已发布的出诊日' : words.shifts.brings
  return names.join('、') || words[key].brings
}

/** The steps of a clinic that opens: one is open with its work inside, the others are lines. */
export function SetUpList({
  setUp,
  clinicName,
  work,
}: {
  setUp: SetUp
  clinicName: string
  /** What is done inside the step itself. */
  work: Partial<Record<SetUpStep, (line: SetUpLine) => ReactNode>>
}) {
  const mobile = useIsMobile()
  const settle = useSettleStep()
  const away = usePutSetUpAway()
  const { steps, mayKeep } = setUp
  const next = steps.findIndex(({ state }) => state === 'open')
  const [looked, setLooked] = useState<number | null>(null)
  const at = looked ?? Math.max(next, 0)
  const open = steps[next]
  const left = steps.filter(({ state }) => state === 'open')
  const minutes = left.reduce((sum, { key }) => sum + setUpSteps[key].minutes, 0)
  const say = (step: SetUpStep, as: 'done' | 'skipped' | 'open') =>
    settle.mutate({ step, as }, { onSuccess: () => setLooked(null), onError: (error) => toast.error(error.message) })
  const put = async () => {
    const sure = await confirm({
      title: '收起开业准备？',
      body: '没做的各步都可以在设置、员工、排班里继续；这一页不再出现。',
      okText: '收起',
    })
    if (sure) away.mutate({}, { onError: (error) => toast.error(error.message) })
  }
  const shown = mobile ? steps.filter((_, n) => n === at) : steps
  return (
    <div className={s.list}>
      <header className={s.head}>
        <div>
          <h1 className="t-24">{open ? `${clinicName}，${words[open.key].head}` : `${clinicName}，可以接诊了`}</h1>
          {open && (
            <p className="secondary">
              {words[open.key].brings}
              {left.length > 1 && `，后面 ${left.length - 1} 步可以边用边补`}，全部约 {minutes} 分钟。
            </p>
          )}
        </div>
        <p className={s.count}>
          <strong>{settledOf(steps)}</strong> / {steps.length} 步
        </p>
      </header>
      <ol className={s.bars} aria-label="进度">
        {steps.map((line, n) => {
          const label = `${setUpSteps[line.key].title}：${{ done: '已完成', skipped: '已跳过', open: n === next ? '下一步' : '未做' }[line.state]}`
          const bar = <span className={cx(s.bar, s[line.state], n === next && s.now)} />
          return (
            <li key={line.key}>
              {mobile ? (
                <button type="button" className={s.barButton} aria-label={label} onClick={() => setLooked(n)}>
                  {bar}
                </button>
              ) : (
                <>
                  {bar}
                  <span className="sr-only">{label}</span>
                </>
              )}
            </li>
          )
        })}
      </ol>
      {open === undefined && <Ready />}
      <ol className={s.steps}>
        {shown.map((line) => {
          const n = steps.indexOf(line)
          const isOpen = mobile || n === next
          return (
            <li
              key={line.key}
              className={cx(s.step, isOpen && s.opened)}
              aria-current={n === next ? 'step' : undefined}
            >
              {isOpen ? (
                <OpenStep
                  line={line}
                  number={n + 1}
                  isNext={n === next}
                  work={work[line.key]?.(line)}
                  onSay={mayKeep ? (as) => say(line.key, as) : null}
                  busy={settle.isPending}
                />
              ) : (
                <ClosedStep
                  line={line}
                  number={n + 1}
                  onBegin={mayKeep && line.state === 'skipped' ? () => say(line.key, 'open') : null}
                />
              )}
            </li>
          )
        })}
      </ol>
      {mobile && (
        <div className={s.turn}>
          <Button disabled={at === 0} icon="chevron-left" onClick={() => setLooked(at - 1)}>
            上一步
          </Button>
          <span className="secondary num">
            {at + 1} / {steps.length}
          </span>
          <Button disabled={at === steps.length - 1} iconRight="chevron-right" onClick={() => setLooked(at + 1)}>
            下一步
          </Button>
        </div>
      )}
      {mayKeep && open && (
        <p className={s.foot}>
          <TextButton tone="quiet" disabled={away.isPending} onClick={() => void put()}>
            收起，以后不再显示
          </TextButton>
        </p>
      )}
    </div>
  )
}

function Ready() {
  return (
    <div className={s.ready}>
      <Icon name="check-circle" size={22} />
      <strong className="t-18">可以接诊了</strong>
      <span className="secondary">跳过的各步随时可以在设置里补上</span>
      <LinkButton to="/myAppointmentBoard?new=appointment" variant="primary" icon="calendar-plus">
        新建第一个预约
      </LinkButton>
    </div>
  )
}

const Mark = ({ state, number, now }: { state: SetUpLine['state']; number: number; now?: boolean }) =>
  state === 'done' ? (
    <span className={cx(s.mark, s.markDone)}>
      <Icon name="check" size={14} stroke={2.4} label="已完成" />
    </span>
  ) : (
    <span className={cx(s.mark, now && s.markNow)} aria-hidden>
      {number}
    </span>
  )

function ClosedStep({
  line,
  number,
  onBegin,
}: {
  line: SetUpLine
  number: number
  /** Opens a skipped step again. */
  onBegin: (() => void) | null
}) {
  const { title, minutes } = setUpSteps[line.key]
  const to = leadingBack(words[line.key].to, line.key)
  return (
    <>
      <Mark state={line.state} number={number} />
      <span className={s.text}>
        <span className="bold">{title}</span>
        <span className="t-13 secondary ellipsis">{noteOf(line)}</span>
      </span>
      <span className="t-13 secondary num">
        {line.state === 'done' ? figureOf(line) : line.state === 'skipped' ? '已跳过' : `约 ${minutes} 分钟`}
      </span>
      {!line.mayDo ? (
        <span className="t-13 tertiary">{whoWords(line)}</span>
      ) : line.state === 'done' ? (
        <Link to={to} className={s.link}>
          {words[line.key].again}
        </Link>
      ) : onBegin ? (
        <Button size="sm" onClick={onBegin}>
          补做
        </Button>
      ) : (
        <LinkButton to={to} size="sm">
          开始
        </LinkButton>
      )}
    </>
  )
}

const whoWords = ({ who }: SetUpLine): string =>
  who.length > 0 ? `由${who.join('、')}来做` : '还没有人能做，请联系客服'

function OpenStep({
  line,
  number,
  isNext,
  work,
  onSay,
  busy,
}: {
  line: SetUpLine
  number: number
  isNext: boolean
  work: ReactNode
  /** null: the person may not keep the list. */
  onSay: ((as: 'done' | 'skipped' | 'open') => void) | null
  busy: boolean
}) {
  const its = words[line.key]
  const { title, minutes, byWord } = setUpSteps[line.key]
  const to = leadingBack(its.to, line.key)
  const done = line.state === 'done'
  return (
    <>
      <div className={s.openHead}>
        <Mark state={line.state} number={number} now={isNext} />
        <h2 className="t-18">{done ? title : isNext ? `下一步：${its.next}` : its.next}</h2>
        <span className="t-13 secondary">{done ? noteOf(line) : its.brings}</span>
        <span className={cx(s.minutes, 't-13', 'secondary', 'num')}>
          {done ? figureOf(line) : line.state === 'skipped' ? '已跳过' : `约 ${minutes} 分钟`}
        </span>
      </div>
      {!line.mayDo ? (
        <p className={s.body}>{whoWords(line)}。</p>
      ) : done ? (
        <div className={s.actions}>
          <LinkButton to={to}>{its.again}</LinkButton>
        </div>
      ) : (
        <>
          {work && <div className={s.body}>{work}</div>}
          <div className={s.actions}>
            {line.key !== 'shifts' &&
              (byWord ? (
                <>
                  <LinkButton to={to} size="lg" {...(line.key === 'prices' ? { variant: 'primary' as const } : {})}>
                    {its.go}
                  </LinkButton>
                  {onSay && line.count > 0 && (
                    <Button
                      size="lg"
                      icon="check"
                      busy={busy}
                      {...(line.key === 'paper' ? { variant: 'primary' as const } : {})}
                      onClick={() => onSay('done')}
                    >
                      {line.key === 'paper' ? '没问题，就这样印' : '都核对过了'}
                    </Button>
                  )}
                </>
              ) : (
                <LinkButton to={to} size="lg" variant="primary">
                  {its.go}
                </LinkButton>
              ))}
            {onSay && line.state !== 'skipped' && (
              <span className={s.skip}>
                <span className="t-13 tertiary">{its.without}</span>
                <TextButton tone="quiet" disabled={busy} onClick={() => onSay('skipped')}>
                  先跳过
                </TextButton>
              </span>
            )}
          </div>
        </>
      )}
    </>
  )
}
